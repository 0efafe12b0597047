"""What could not be carried out at the tables of an event, for its organiser to see until it is.

Owns collecting it during one look, keeping what is new and dropping what is solved. `keep_up`
alone writes here, one at a time for an event.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final, NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from engine.errors import EngineError, IllegalAction
from tables.errors import TableError
from tournaments.domain.refusals import Refused
from tournaments.models import Setback, Tournament
from tournaments.refusals import TEXTS

WHOLE_TABLE: Final = -1
"""The place of what is about no single seat."""

WHY: Final[Mapping[str, str | Promise]] = {
    **TEXTS,
    "not_your_seat": _(
        "Whoever is to sit down there judges this table, or has seen its hidden tiles."
    ),
    "sits_already": _("They sit at another place of this match already."),
    "saw_other_hand": _("They have seen another hand of this deal; it goes on after the deal."),
    "entropy_running": _("A built-in player stays until the match has begun."),
    "plays_on": _("Somebody let it go on at the table itself."),
    "stands_still": _("It was not let go on."),
    "hand_contested": _("A hand on the score sheet is contested."),
}


class Where(NamedTuple):
    """What a setback is about."""

    round: int
    table: int
    what: str
    place: int = WHOLE_TABLE


@dataclass(slots=True)
class Setbacks:
    """Those of one look at an event."""

    found: dict[Where, tuple[str, str]] = field(default_factory=dict)

    def note(self, where: Where, code: str, detail: str = "") -> None:
        """This stands in the way there now."""
        self.found[where] = (code, detail[:300])

    def refused(self, where: Where, refusal: Exception) -> None:
        """As `note`, of a refusal by an event, a match or a table."""
        self.note(where, code_of(refusal), str(refusal))

    def keep(self, tournament: Tournament, at: datetime) -> None:
        """Write down what is new since `at`, and forget what is solved."""
        known = {_where(row): row for row in Setback.objects.filter(tournament=tournament)}
        gone = [row.pk for key, row in known.items() if (row.code, row.detail) != self._of(key)]
        if gone:
            Setback.objects.filter(pk__in=gone).delete()
        new = [
            Setback(tournament=tournament, **key._asdict(), code=code, detail=detail, since=at)
            for key, (code, detail) in self.found.items()
            if key not in known or known[key].pk in gone
        ]
        if new:
            Setback.objects.bulk_create(new)

    def _of(self, where: Where) -> tuple[str, str] | None:
        return self.found.get(where)


def _where(row: Setback) -> Where:
    return Where(row.round, row.table, row.what, row.place)


def code_of(refusal: Exception) -> str:
    """The stable code of a refusal, wherever it comes from."""
    if isinstance(refusal, Refused | IllegalAction | TableError):
        return refusal.code
    return "invalid_input" if isinstance(refusal, EngineError) else "error"


def setbacks_of(tournament: Tournament) -> list[Setback]:
    """What stands in the way now, the oldest first: one query."""
    if tournament.phase != Tournament.Phase.RUNNING:
        return []
    return list(Setback.objects.filter(tournament=tournament).order_by("since", "round", "table"))


def why_text(row: Setback) -> str:
    """The reason as a sentence for the organiser; the refusal's own words where there is none."""
    return str(WHY.get(row.code) or row.detail)
