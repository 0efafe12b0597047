"""How disputes are run at an event, in plain words for those who play."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tournaments.domain.dispute_terms import PenaltyKind
from tournaments.domain.terms import Terms

Text = str | Promise

APPEALS: Final[dict[str, Text]] = {
    "chief": gettext_lazy("The chief referee decides appeals."),
    "panel": gettext_lazy("A panel of three decides appeals; its votes are kept."),
}
PUBLIC: Final[dict[str, Text]] = {
    "all": gettext_lazy("Everybody reads them, with names."),
    "anonymous": gettext_lazy("Everybody reads them, without names."),
    "none": gettext_lazy("Only the players concerned read them."),
}


PENALTIES: Final[dict[PenaltyKind, Text]] = {
    "points": gettext_lazy("points off"),
    "warning": gettext_lazy("warning"),
    "expulsion": gettext_lazy("expulsion"),
}


def span(ms: int) -> str:
    """A span of time as people say it: minutes, or whole hours.

    >>> span(90 * 60_000), span(48 * 3_600_000)
    ('90 minutes', '48 hours')
    """
    minutes = ms // 60_000
    if minutes and minutes % 60 == 0:
        return ngettext("%(n)d hour", "%(n)d hours", minutes // 60) % {"n": minutes // 60}
    return ngettext("%(n)d minute", "%(n)d minutes", minutes) % {"n": minutes}


def dispute_rows(terms: Terms) -> Iterator[tuple[str, str]]:
    """Label and text for each choice about disputes."""
    disputes = terms.disputes
    window = {"span": span(disputes.window_ms)}
    disputed = _("Any hand, until %(span)s after the match, as long as the round is not confirmed.")
    yield _("Disputes"), disputed % window
    if terms.play == "online":
        yield _("A call of the referee"), _call(terms)
    appeals = _("Within %(span)s of the ruling.") % {"span": span(disputes.appeal_ms)}
    limit = _("What is not decided within %(span)s of the appeal leaves the ruling as it is.")
    decided = limit % {"span": span(disputes.panel_ms)}
    yield _("Appeals"), f"{appeals} {APPEALS[disputes.appeal_to]} {decided}"
    yield _("Rulings"), str(PUBLIC[disputes.publicity])
    yield (
        _("Corrections"),
        _("Officials put errors right until %(span)s after a round is confirmed.")
        % {"span": span(terms.officials_ms)},
    )


def _call(terms: Terms) -> str:
    if not terms.disputes.pause_on_call:
        return _("the table plays on")
    limit = {"span": span(terms.disputes.pause_limit_ms)}
    return _("stops the table's clocks for at most %(span)s") % limit
