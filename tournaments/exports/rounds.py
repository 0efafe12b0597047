"""Sheets about seats: who was to sit where, and who sat there from when to when."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from tournaments.domain.events import RoundPlanned
from tournaments.domain.parts import EntryId, Seating
from tournaments.domain.state import Round, Table, TournamentState, timeline
from tournaments.exports.cells import Cell
from tournaments.exports.people import name_of
from tournaments.exports.sheet import Sheet

WINDS: Final = ("east", "south", "west", "north")
"""Places 0 to 3, by the wind of a match's first hand."""

PAIRING_COLUMNS: Final = (
    "round",
    "stage",
    "edition",
    "status",
    "kind",
    "table",
    *WINDS,
    "name",
    *(f"{wind}_entry" for wind in WINDS),
    "entry",
)
SEAT_COLUMNS: Final = (
    "round",
    "table",
    "match",
    "place",
    "from_hand",
    "to_hand",
    "person",
    "person_name",
    "role",
    "credited",
    "credited_name",
)


def plans_of(state: TournamentState, *, published: bool) -> tuple[RoundPlanned, ...]:
    """The plan of every round; with `published` only those everybody may see, as published.

    A round of which a newer edition is still in the making is there with the one that holds.
    """
    if not published:
        return tuple(one.plan for _, one in sorted(state.rounds.items()))
    shown = {
        plan.round: plan
        for plan in state.published
        if plan.round in state.rounds and plan.edition == state.rounds[plan.round].published
    }
    return tuple(plan for _, plan in sorted(shown.items()))


def pairings_sheet(state: TournamentState, *, published: bool = False) -> Sheet:
    """A row for each table, and one for everybody who has a bye or sits out."""
    plans = plans_of(state, published=published)
    rows = (row for plan in plans for row in _pairings(state, plan))
    return Sheet("pairings", PAIRING_COLUMNS, tuple(rows))


def _pairings(state: TournamentState, plan: RoundPlanned) -> Iterator[tuple[Cell, ...]]:
    status = state.rounds[plan.round].status
    head = (plan.round, plan.stage, plan.edition, status)
    for table in sorted(plan.tables, key=lambda one: one.table):
        yield (*head, "table", table.table, *_names(state, table), None, *table.seats, None)
    empty = (None,) * 4
    for kind, entries in (("bye", plan.byes), ("sitting_out", plan.sitting_out)):
        for entry in entries:
            yield (*head, kind, None, *empty, name_of(state, entry), *empty, entry)


def _names(state: TournamentState, table: Seating) -> tuple[Cell, ...]:
    return tuple(name_of(state, entry) for entry in table.seats)


def seats_sheet(state: TournamentState) -> Sheet:
    """The ledger of seats: for each place of each table, everybody who sat there."""
    rows = (
        row
        for round_, table in played_tables(state)
        for place in range(4)
        for row in _sittings(state, round_, table, place)
    )
    return Sheet("seats", SEAT_COLUMNS, tuple(rows))


def played_tables(state: TournamentState) -> Iterator[tuple[Round, Table]]:
    """Every table that was started, by round and number."""
    for _, round_ in sorted(state.rounds.items()):
        yield from ((round_, table) for _, table in sorted(round_.tables.items()))


def _sittings(
    state: TournamentState, round_: Round, table: Table, place: int
) -> Iterable[tuple[Cell, ...]]:
    line = timeline(table.ledger[place])
    lasts = [fact.from_hand - 1 for fact in line[1:]]
    for fact, last in zip(line, (*lasts, None), strict=True):
        where = (round_.number, table.number, table.match, WINDS[place])
        person = (fact.person, name_of(state, fact.person), fact.role)
        credited: EntryId | None = fact.credited_to
        yield (*where, fact.from_hand, last, *person, credited, name_of(state, credited))
