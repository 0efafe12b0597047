"""Plans for a stage from the facts of its log: what seating is asked, and its answer as a command.

Owns the translation between the log and `tournaments.seating`. The same state and seed give the
same plan; the command names the draw, so that anybody can make it again.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from itertools import combinations
from typing import Final

from tournaments.domain.books import standings_of
from tournaments.domain.commands import PlanRounds, RoundPlan
from tournaments.domain.lifecycle import terms_of
from tournaments.domain.parts import NEVER, ONCE, Draw, EntryId
from tournaments.domain.parts import Seating as Table
from tournaments.domain.refusals import refuse
from tournaments.domain.state import Round, TournamentState, field_of, seats_now, stage_of
from tournaments.domain.wish_clashes import check_clashes
from tournaments.draws import Draws
from tournaments.seating.errors import SeatingError
from tournaments.seating.plan import Seating
from tournaments.seating.rotation import rotation
from tournaments.seating.swiss import swiss_round
from tournaments.seating.wishes import Apart, FixedTable, Never, Once, Wish

State = TournamentState
SWISS_METHOD: Final = "swiss-2"
ROTATION_METHOD: Final = "rotation-2"
"""Names of the ways of drawing, raised with whatever leads to another plan: by 1 all marks kept
apart; by 2 those that begin with NEVER or ONCE ask for that, and the last table, which is there
because helpers fill it up, can be somebody's."""
_HELPERS: Final[Mapping[str, str]] = {"stand_ins": "stand_in", "bots": "bot"}


def swiss_plan(
    state: State, stage: str, seed: str, *, repeat_weight: int | None = None
) -> PlanRounds:
    """The next round of a Swiss stage, or its last plan again if that has not started.

    Refuses `seating_impossible` where nobody can be seated, and `wishes_contradict`.
    """
    order = standing_order(state, stage, seed)
    return _paired(state, stage, seed, order, repeat_weight, _helpers(state))


def final_plan(state: State, stage: str, seed: str) -> PlanRounds:
    """The next match of a final: those who lead at the first table, and so on, repeats or not.

    Whoever helps out is asked before anybody of a final has to sit out.
    """
    order, helpers = standing_order(state, stage, seed), any_helpers(state)
    enough = len(helpers) >= -len(order) % 4
    return _paired(state, stage, seed, order, 0, helpers if enough else _helpers(state))


def league_plan(
    state: State, stage: str, seed: str, present: Sequence[EntryId] | None = None
) -> PlanRounds:
    """A date of a season: tables for those who are there, repeats avoided.

    `present` are those named for the date; left out, those who have checked in, or everybody if
    nobody has. They are paired by standing, or drawn, as the stage says.
    """
    known = stage_of(state, stage)
    if known is not None and known.pairing == "drawn":
        number = str(len(started_rounds(state, stage)) + 1)
        everybody = sorted(drawn_order(state, stage, seed))
        order = tuple(Draws(bytes.fromhex(seed), "league", stage, number).shuffled(everybody))
    else:
        order = standing_order(state, stage, seed)
    there = _there(state, order, present)
    here = tuple(one for one in order if one in there)
    return _paired(state, stage, seed, here, None, _helpers(state))


def _there(
    state: State, order: tuple[EntryId, ...], present: Sequence[EntryId] | None
) -> Collection[EntryId]:
    """Refuses `not_in_stage` for those named who do not play it."""
    if present is None:
        return [one for one in order if state.entries[one].checked_in] or order
    if strangers := sorted(set(present) - set(order)):
        refuse("not_in_stage", f"not in this stage: {', '.join(strangers)}", "present")
    return present


def _paired(
    state: State,
    stage: str,
    seed: str,
    order: tuple[EntryId, ...],
    repeat_weight: int | None,
    helpers: tuple[EntryId, ...],
) -> PlanRounds:
    played, tables = started_rounds(state, stage), _tables(order, helpers)
    check_clashes(state, order, tables)
    try:
        pairing = swiss_round(
            order,
            bytes.fromhex(seed),
            played=tuple(as_seating(one) for one in played),
            wishes=wishes_of(state, order, tables),
            stand_ins=helpers,
            repeat_weight=repeat_weight,
        )
    except SeatingError as error:
        refuse("seating_impossible", str(error), "tables")
    draw = Draw(("swiss", str(len(played) + 1)), SWISS_METHOD)
    plan = _as_plan(state, stage, next_number(state, stage), pairing.seating)
    return PlanRounds((plan,), draw, seed)


def rotation_plan(state: State, stage: str, seed: str) -> PlanRounds:
    """All rounds of a rotation that have not started, for the players there are now."""
    known = stage_of(state, stage)
    if known is None:
        refuse("no_such_stage", "there is no such stage", "stage")
    order, played = drawn_order(state, stage, seed), started_rounds(state, stage)
    helpers = _helpers(state)
    tables = _tables(order, helpers)
    check_clashes(state, order, tables)
    try:
        schedule = rotation(
            order,
            known.rounds,
            bytes.fromhex(seed),
            played=tuple(as_seating(one) for one in played),
            wishes=wishes_of(state, order, tables),
            stand_ins=helpers,
        )
    except SeatingError as error:
        refuse("seating_impossible", str(error), "tables")
    first = next_number(state, stage)
    plans = tuple(
        _as_plan(state, stage, first + at, seating)
        for at, seating in enumerate(schedule.seatings[schedule.played :])
    )
    return PlanRounds(plans, Draw(("rotation", str(schedule.played)), ROTATION_METHOD), seed)


def standing_order(state: State, stage: str, seed: str) -> tuple[EntryId, ...]:
    """Who plays the stage and is there, best first; before its first result in a drawn order."""
    drawn = drawn_order(state, stage, seed)
    if stage in state.stages and not started_rounds(state, stage):
        return tuple(entry for entry in state.stages[stage] if entry in drawn)
    lines = standings_of(state, stage).lines
    place = {str(line.player): line.place for line in lines}
    return tuple(sorted(drawn, key=lambda entry: place.get(entry, len(place) + 1)))


def drawn_order(state: State, stage: str, seed: str) -> tuple[EntryId, ...]:
    """Who plays the stage and is there, in the order of its stream."""
    here = sorted(entry for entry in field_of(state, stage) if state.entries[entry].is_playing)
    return tuple(Draws(bytes.fromhex(seed), "order", stage).shuffled(here))


def _tables(order: tuple[EntryId, ...], helpers: tuple[EntryId, ...]) -> int:
    """How many tables there are, the one that helpers fill up among them."""
    return (len(order) + (-len(order) % 4 if helpers else 0)) // 4


def wishes_of(state: State, entries: tuple[EntryId, ...], tables: int) -> tuple[Wish, ...]:
    """Who has a mark in common is kept apart, never meets or meets once; some keep one table.

    A table that is not there is no wish: `no_such_tables` names it.
    """
    marked: dict[str, set[str]] = {}
    fixed: list[Wish] = []
    for entry in entries:
        person = state.entries[entry].person
        for mark in person.apart:
            marked.setdefault(mark, set()).add(entry)
        if person.fixed_table is not None and person.fixed_table <= tables:
            fixed.append(FixedTable(entry, person.fixed_table))
    groups = [(mark, group) for mark, group in sorted(marked.items()) if len(group) > 1]
    return (*(wish for mark, group in groups for wish in _meant(mark, group)), *fixed)


def _meant(mark: str, group: set[str]) -> tuple[Wish, ...]:
    if mark.startswith(NEVER):
        return (Never(frozenset(group)),)
    if mark.startswith(ONCE):
        return tuple(Once(one, other) for one, other in combinations(sorted(group), 2))
    return (Apart(frozenset(group)),)


def _helpers(state: State) -> tuple[EntryId, ...]:
    """Those who fill up the last table, in the order they entered, where the terms want that."""
    kind = _HELPERS.get(terms_of(state).uneven.policy)
    return helpers_of(state, kind) if kind else ()


def lacks_helpers(state: State, stage: str) -> bool:
    """Whether people will sit out though the terms have helpers fill up: none has entered."""
    kind = _HELPERS.get(terms_of(state).uneven.policy)
    here = sum(state.entries[entry].is_playing for entry in field_of(state, stage))
    return kind is not None and here % 4 != 0 and not helpers_of(state, kind)


def any_helpers(state: State) -> tuple[EntryId, ...]:
    """Everybody who can help out: the kind that the terms name first, then those who are free."""
    kinds = ["stand_in", "bot"]
    if terms_of(state).uneven.policy == "bots":
        kinds.reverse()
    busy = seats_now(state)
    found = [one for kind in kinds for one in helpers_of(state, kind)]
    return tuple(sorted(found, key=lambda one: one in busy))


def helpers_of(state: State, kind: str) -> tuple[EntryId, ...]:
    """Stand-ins, or built-in players, in the order they entered; none of these at real tiles."""
    if kind == "bot" and terms_of(state).has_real_tiles:
        return ()
    entries = [one for one in state.entries.values() if one.status == "registered"]
    return tuple(one.id for one in entries if one.person.kind == kind)


def started_rounds(state: State, stage: str) -> list[Round]:
    """The rounds of a stage that are or were played, in their order."""
    rounds = sorted(state.rounds.items())
    return [one for _, one in rounds if one.plan.stage == stage and one.status != "planned"]


def next_number(state: State, stage: str) -> int:
    """The first round of the stage that has not started, or the one after all others."""
    waiting = [
        number
        for number, one in state.rounds.items()
        if one.plan.stage == stage and one.status == "planned"
    ]
    return min(waiting, default=len(state.rounds) + 1)


def as_seating(round_: Round) -> Seating:
    """A round as seating looks at it."""
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
