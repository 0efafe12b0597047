"""Plans for a stage from the facts of its log: what seating is asked, and its answer as a command.

Owns the translation between the log and `tournaments.seating`. The same state and seed give the
same plan; the command names the draw, so that anybody can make it again.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from tournaments.domain.books import standings_of
from tournaments.domain.commands import PlanRounds, RoundPlan
from tournaments.domain.lifecycle import terms_of
from tournaments.domain.parts import Draw, EntryId
from tournaments.domain.parts import Seating as Table
from tournaments.domain.refusals import refuse
from tournaments.domain.state import Round, TournamentState, field_of, stage_of
from tournaments.draws import Draws
from tournaments.seating.errors import SeatingError
from tournaments.seating.plan import Seating
from tournaments.seating.rotation import rotation
from tournaments.seating.swiss import swiss_round
from tournaments.seating.wishes import Apart, FixedTable, Wish

State = TournamentState
_HELPERS: Final[Mapping[str, str]] = {"stand_ins": "stand_in", "bots": "bot"}


def swiss_plan(
    state: State, stage: str, seed: str, *, repeat_weight: int | None = None
) -> PlanRounds:
    """The next round of a Swiss stage, or its last plan again if that has not started.

    Refuses `seating_impossible` where nobody can be seated.
    """
    order, played = standing_order(state, stage, seed), _started(state, stage)
    try:
        pairing = swiss_round(
            order,
            bytes.fromhex(seed),
            played=tuple(_as_seating(one) for one in played),
            wishes=wishes_of(state, order),
            stand_ins=_helpers(state),
            repeat_weight=repeat_weight,
        )
    except SeatingError as error:
        refuse("seating_impossible", str(error), "tables")
    draw = Draw(("swiss", str(len(played) + 1)), "swiss-1")
    plan = _as_plan(state, stage, _next_number(state, stage), pairing.seating)
    return PlanRounds((plan,), draw, seed)


def rotation_plan(state: State, stage: str, seed: str) -> PlanRounds:
    """All rounds of a rotation that have not started, for the players there are now."""
    known = stage_of(state, stage)
    if known is None:
        refuse("no_such_stage", "there is no such stage", "stage")
    order, played = _in_drawn_order(state, stage, seed), _started(state, stage)
    try:
        schedule = rotation(
            order,
            known.rounds,
            bytes.fromhex(seed),
            played=tuple(_as_seating(one) for one in played),
            wishes=wishes_of(state, order),
            stand_ins=_helpers(state),
        )
    except SeatingError as error:
        refuse("seating_impossible", str(error), "tables")
    first = _next_number(state, stage)
    plans = tuple(
        _as_plan(state, stage, first + at, seating)
        for at, seating in enumerate(schedule.seatings[schedule.played :])
    )
    return PlanRounds(plans, Draw(("rotation", str(schedule.played)), "rotation-1"), seed)


def standing_order(state: State, stage: str, seed: str) -> tuple[EntryId, ...]:
    """Who plays the stage and is there, best first; before its first result in a drawn order."""
    drawn = _in_drawn_order(state, stage, seed)
    if stage in state.stages and not _started(state, stage):
        return tuple(entry for entry in state.stages[stage] if entry in drawn)
    lines = standings_of(state, stage).lines
    place = {str(line.player): line.place for line in lines}
    return tuple(sorted(drawn, key=lambda entry: place.get(entry, len(place) + 1)))


def _in_drawn_order(state: State, stage: str, seed: str) -> tuple[EntryId, ...]:
    here = sorted(entry for entry in field_of(state, stage) if state.entries[entry].is_playing)
    return tuple(Draws(bytes.fromhex(seed), "order", stage).shuffled(here))


def wishes_of(state: State, entries: tuple[EntryId, ...]) -> tuple[Wish, ...]:
    """Who has a mark in common is kept apart; who needs one table keeps it."""
    marked: dict[str, set[str]] = {}
    fixed: list[Wish] = []
    for entry in entries:
        person = state.entries[entry].person
        for mark in person.apart:
            marked.setdefault(mark, set()).add(entry)
        if person.fixed_table is not None and person.fixed_table <= len(entries) // 4:
            fixed.append(FixedTable(entry, person.fixed_table))
    apart = [Apart(frozenset(group)) for _, group in sorted(marked.items()) if len(group) > 1]
    return (*apart, *fixed)


def _helpers(state: State) -> tuple[EntryId, ...]:
    """Those who fill up the last table, in the order they entered, where the terms want that."""
    kind = _HELPERS.get(terms_of(state).uneven.policy)
    entries = [one for one in state.entries.values() if one.status == "registered"]
    return tuple(one.id for one in entries if one.person.kind == kind)


def _started(state: State, stage: str) -> list[Round]:
    rounds = sorted(state.rounds.items())
    return [one for _, one in rounds if one.plan.stage == stage and one.status != "planned"]


def _next_number(state: State, stage: str) -> int:
    """The first round of the stage that has not started, or the one after all others."""
    waiting = [
        number
        for number, one in state.rounds.items()
        if one.plan.stage == stage and one.status == "planned"
    ]
    return min(waiting, default=len(state.rounds) + 1)


def _as_seating(round_: Round) -> Seating:
    plan = round_.plan
    tables = []
    for seating in sorted(plan.tables, key=lambda seating: seating.table):
        east, south, west, north = seating.seats
        tables.append((east, south, west, north))
    return Seating(tuple(tables), (*plan.byes, *plan.sitting_out))


def _as_plan(state: State, stage: str, number: int, seating: Seating) -> RoundPlan:
    tables = tuple(Table(at, tuple(four)) for at, four in enumerate(seating.tables, 1))
    if terms_of(state).uneven.policy == "byes":
        return RoundPlan(number, stage, tables, byes=seating.sitting_out)
    return RoundPlan(number, stage, tables, sitting_out=seating.sitting_out)
