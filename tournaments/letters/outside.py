"""Matches that belong to no event: their disputes are told all the same, to those who sit there.

Owns which they are and who presides there. A table of the demo writes to nobody; one that an event
opened is the event's.
"""

from __future__ import annotations

from collections.abc import Iterable
from uuid import UUID

from tables.models import Seat
from tables.models import Table as Match
from tournaments.letters.disputes import Bench
from tournaments.models import RoundTable

_NOT_TOLD = frozenset({"demo", "tournament"})
"""What opened a table keeps one of these in its context."""


def benches_outside(matches: Iterable[UUID]) -> dict[UUID, Bench]:
    """Those of these matches that belong to no event, with who sits there now."""
    wanted = set(matches)
    wanted -= set(RoundTable.objects.filter(match__in=wanted).values_list("match", flat=True))
    found = Match.objects.filter(pk__in=wanted).prefetch_related("seats")
    return {one.pk: _bench(one) for one in found if not _NOT_TOLD & one.context.keys()}


def _bench(match: Match) -> Bench:
    where = {"match": str(match.pk), "name": match.name, "ruleset": match.ruleset}
    accounts: list[int | None] = [None] * 4
    for seat in match.seats.all():
        accounts[seat.place] = seat.account_id if seat.kind == Seat.Kind.HUMAN else None
    organiser = match.organiser_id
    return Bench(where, tuple(accounts), lambda: () if organiser is None else (organiser,))
