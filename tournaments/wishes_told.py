"""Wishes that contradict each other or gave way, in the reader's language."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.domain.names import isolated
from tournaments.domain.wish_clashes import Asked, Clash, WishKind
from tournaments.people_names import listed
from tournaments.seating.wishes import Apart, FixedTable, Never, Once, Wish

MOST_TOLD: Final = 5
WANTED: Final[Mapping[type[Wish], str | Promise]] = {
    Apart: gettext_lazy("should be kept apart"),
    Never: gettext_lazy("should never sit at one table"),
    Once: gettext_lazy("should meet exactly once"),
    FixedTable: gettext_lazy("always at table %(table)s"),
}
ASKED: Final[Mapping[WishKind, str | Promise]] = {
    "never": gettext_lazy("never at one table (mark %(of)s)"),
    "once": gettext_lazy("meet exactly once (mark %(of)s)"),
    "same_table": gettext_lazy("always at table %(of)s, so always together"),
    "other_tables": gettext_lazy("always at different tables (%(of)s), so never together"),
}


def clashes_told(clashes: Sequence[Clash]) -> str:
    """Which wishes of whom cannot hold together, and what can be done. Names stand in `people`."""
    told = [_clash(one) for one in clashes[:MOST_TOLD]]
    if len(clashes) > MOST_TOLD:
        told.append(_("and %(n)s more") % {"n": len(clashes) - MOST_TOLD})
    words = {"clashes": "; ".join(told)}
    return (
        _("These wishes contradict each other: %(clashes)s. Change one in the player's entry.")
        % words
    )


def wish_told(wish: Wish) -> str:
    """What was asked for, without the names of those who asked and without their mark."""
    table = wish.table if isinstance(wish, FixedTable) else ""
    return str(WANTED[type(wish)]) % {"table": table}


def _clash(clash: Clash) -> str:
    words = {"people": listed(map(isolated, clash.people))}
    if clash.other is None:
        words |= {"n": str(len(clash.people)), "table": clash.one[1]}
        return _("%(people)s: %(n)s players want table %(table)s, which has four seats") % words
    words |= {"one": _asked(clash.one), "other": _asked(clash.other)}
    return _("%(people)s: “%(one)s” and “%(other)s”") % words


def _asked(asked: Asked) -> str:
    kind, of = asked
    return str(ASKED[kind]) % {"of": of}
