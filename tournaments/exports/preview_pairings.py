"""A seating made elsewhere before it becomes a plan: what was read, and what is wrong with it.

Owns where each mistake is in the sheet. What a plan must be is for the domain, which is asked too.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from tournaments.domain.commands import PlanRounds, RoundPlan
from tournaments.domain.decide import decide
from tournaments.domain.events import RoundPlanned
from tournaments.domain.evolve import fold
from tournaments.domain.parts import EntryId, Seating
from tournaments.domain.refusals import Refused
from tournaments.domain.state import TournamentState, field_of, stage_of
from tournaments.domain.terms import Stage
from tournaments.exports.people import name_of
from tournaments.exports.rounds import PAIRING_COLUMNS, WINDS
from tournaments.exports.sheet_in import Cells, Findings, SheetPreview, people_meant, read_sheet

_ALIASES: Final = {
    "round": ("轮次", "輪次"),
    "table": ("桌号", "桌號"),
    "east": ("e", "东", "東"),
    "south": ("s", "南"),
    "west": ("w", "西"),
    "north": ("n", "北"),
    "name": ("姓名",),
}
WORDS: Final = {name: _ALIASES.get(name, ()) for name in PAIRING_COLUMNS}
NEEDED: Final = (("table",), *((wind, f"{wind}_entry") for wind in WINDS))
_EVERYBODY_PLAYS: Final = ("rotation", "swiss", "final")

State = TournamentState


@dataclass(slots=True)
class _Seats:
    """A round as it was read; `lines` has where each person stands."""

    tables: list[Seating] = field(default_factory=list)
    away: dict[str, list[EntryId]] = field(default_factory=lambda: {"bye": [], "sitting_out": []})
    lines: dict[EntryId, int] = field(default_factory=dict)

    def plan(self, number: int, stage: str) -> RoundPlan:
        tables = tuple(sorted(self.tables, key=lambda one: one.table))
        byes, sitting_out = tuple(self.away["bye"]), tuple(self.away["sitting_out"])
        return RoundPlan(number, stage, tables, byes, sitting_out)


def preview_pairings(
    given: bytes | str,
    state: State,
    *,
    encoding: str | None = None,
    accept: frozenset[str] = frozenset(),
) -> SheetPreview:
    """Plans for rounds that have not started, as new editions; all of them in one command.

    Without a round's number it is the next one. Rounds that are seated just so are left out.
    Refuses `too_big` and `bad_encoding`.
    """
    sheet, found = read_sheet(given, WORDS, NEEDED, encoding), Findings()
    if not sheet.is_readable:
        return sheet.preview(found, (), accept)
    plans = []
    for number, rows in sorted(_rounds(state, sheet.lines, found).items()):
        plan = _plan(state, number, rows, found)
        if plan is None:
            continue
        try:
            state = fold(decide(state, PlanRounds((plan,))), state)
        except Refused as refusal:
            found.add(rows[0].problem(refusal.code, "round"))
        else:
            plans.append(plan)
    return sheet.preview(found, [PlanRounds(tuple(plans))] if plans else [], accept)


def _rounds(state: State, lines: Sequence[Cells], found: Findings) -> dict[int, list[Cells]]:
    planned = (number for number, one in sorted(state.rounds.items()) if one.status == "planned")
    following = next(planned, len(state.rounds) + 1)
    rounds: dict[int, list[Cells]] = {}
    for cells in lines:
        number = cells.whole("round") if cells.text("round") else following
        if number is None:
            found.add(cells.problem("bad_round", "round"))
        else:
            rounds.setdefault(number, []).append(cells)
    return rounds


def _plan(state: State, number: int, rows: Sequence[Cells], found: Findings) -> RoundPlan | None:
    """The round's plan; None where something is wrong or nothing new."""
    first, known = rows[0], state.rounds.get(number)
    stage = stage_of(state, known.plan.stage) if known else _stage(state, first)
    if stage is None:
        found.add(first.problem("too_many_rounds", "round"))
        return None
    seats = _read(state, rows, found)
    plan = seats.plan(number, stage.id)
    if known and not found.are_in(rows) and _is_same(plan, known.plan):
        found.note(rows, "same_plan")
        return None
    if known and known.status != "planned":
        found.add(first.problem("round_already_started", "round"))
    elif stage.is_bracket:
        found.add(first.problem("bracket_by_hand", "round"))
    else:
        _check_people(state, stage, rows, seats, found)
    return None if found.are_in(rows) else plan


def _stage(state: State, first: Cells) -> Stage | None:
    """The stage that is named, else the first with a round left to plan."""
    if named := stage_of(state, first.text("stage")):
        return named
    held = [one.plan.stage for one in state.rounds.values()]
    stages = state.terms.stages if state.terms else ()
    return next((one for one in stages if one.is_bracket or held.count(one.id) < one.rounds), None)


def _is_same(plan: RoundPlan, other: RoundPlanned) -> bool:
    tables = [{one.table: one.seats for one in each.tables} for each in (plan, other)]
    away = [(set(each.byes), set(each.sitting_out)) for each in (plan, other)]
    return tables[0] == tables[1] and away[0] == away[1]


def _read(state: State, rows: Sequence[Cells], found: Findings) -> _Seats:
    seats, numbers = _Seats(), dict[int, int]()
    for cells in rows:
        kind = cells.text("kind").casefold() or "table"
        if kind in seats.away:
            seats.away[kind].extend(_person(state, cells, "entry", "name", seats, found))
        elif kind != "table":
            found.add(cells.problem("unknown_row", "kind"))
        elif (number := cells.whole("table")) is None:
            found.add(cells.problem("bad_number", "table"))
        else:
            if number in numbers:
                found.add(cells.problem("table_twice", "table", str(numbers[number])))
            numbers.setdefault(number, cells.number)
            four: list[EntryId] = []
            for wind in WINDS:
                four.extend(_person(state, cells, f"{wind}_entry", wind, seats, found))
            seats.tables.append(Seating(number, tuple(four)))
    return seats


def _person(
    state: State, cells: Cells, id_field: str, name_field: str, seats: _Seats, found: Findings
) -> Sequence[EntryId]:
    """Who is meant by one cell, or nobody where it is wrong."""
    name = name_field if cells.column(name_field) else id_field
    if not cells.text(id_field) and not cells.text(name_field):
        found.add(cells.problem("empty_seat", name))
        return ()
    meant = tuple(people_meant(state, cells, id_field, name_field))
    if len(meant) != 1:
        found.add(cells.problem("several_here" if meant else "nobody_here", name))
        return ()
    if meant[0] in seats.lines:
        found.add(cells.problem("twice_in_round", name, str(seats.lines[meant[0]])))
    seats.lines.setdefault(meant[0], cells.number)
    return meant


def _check_people(
    state: State, stage: Stage, rows: Sequence[Cells], seats: _Seats, found: Findings
) -> None:
    """Everybody seated plays here, and everybody who plays is somewhere."""
    everybody = field_of(state, stage.id)
    for cells in rows:
        for id_field, name in (*((f"{wind}_entry", wind) for wind in WINDS), ("entry", "name")):
            meant = people_meant(state, cells, id_field, name)
            shown = name if cells.column(name) else id_field
            for entry in [state.entries[one] for one in meant if one in seats.lines]:
                if entry.status != "registered":
                    found.add(cells.problem("left_here", shown))
                elif entry.is_playing and everybody and entry.id not in everybody:
                    found.add(cells.problem("not_in_stage", shown))
    if stage.kind not in _EVERYBODY_PLAYS:
        return
    for one in everybody:
        if one not in seats.lines and state.entries[one].status == "registered":
            found.add(rows[0].problem("without_seat", "round", name_of(state, one) or ""))
