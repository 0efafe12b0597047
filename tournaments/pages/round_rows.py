"""The tables of a round as rows of a page: who sits there, the clock, the result, what is wrong."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from tables.models import Table as Match
from tournaments.domain.parts import EntryId, Result, Sitting
from tournaments.domain.state import Round, Table, TournamentState, timeline
from tournaments.play.watch import Trouble, last_moves, matches_of, troubles

WINDS = "ESWN"


@dataclass(frozen=True, slots=True)
class Place:
    """A chair: who was planned to sit there and who sits there now."""

    number: int
    wind: str
    planned: EntryId
    sitting: Sitting | None
    points: int | None

    @property
    def person(self) -> EntryId:
        """Who sits there now."""
        return self.sitting.person if self.sitting else self.planned

    @property
    def is_changed(self) -> bool:
        """Somebody else sits there than was planned."""
        return self.person != self.planned


@dataclass(frozen=True, slots=True)
class Row:
    """One table of a round."""

    number: int
    places: tuple[Place, ...]
    table: Table | None
    match: Match | None
    trouble: Trouble | None

    @property
    def result(self) -> Result | None:
        """The result that was taken in."""
        return self.table.result if self.table else None

    @property
    def is_held(self) -> bool:
        """The table's clock stands still."""
        return bool(self.table and self.table.clock.held_for)


def rows_of(state: TournamentState, round_: Round, now: datetime) -> list[Row]:
    """A round's tables in their order: at most three queries."""
    matches = matches_of(round_)
    wrong = troubles(state, round_, matches, last_moves(matches), now)
    rows = []
    for seating in sorted(round_.plan.tables, key=lambda one: one.table):
        table, match = round_.tables.get(seating.table), matches.get(seating.table)
        places = tuple(places_of(seating.seats, table, match))
        rows.append(Row(seating.table, places, table, match, wrong.get(seating.table)))
    return rows


def sitting_out(round_: Round) -> list[EntryId]:
    """Who has no seat in a round, and helps out at none of its tables either."""
    seated = {
        timeline(facts)[-1].person for table in round_.tables.values() for facts in table.ledger
    }
    return [entry for entry in round_.plan.sitting_out if entry not in seated]


def places_of(
    seats: tuple[EntryId, ...], table: Table | None, match: Match | None
) -> Iterator[Place]:
    """Points are the result's, or those of the match so far."""
    points: tuple[int, ...] | None = None
    if table is not None and table.result is not None:
        points = table.result.points
    elif match is not None and len(match.points) == len(seats):
        points = tuple(match.points)
    for number, entry in enumerate(seats):
        sitting = timeline(table.ledger[number])[-1] if table else None
        yield Place(number, WINDS[number], entry, sitting, points[number] if points else None)
