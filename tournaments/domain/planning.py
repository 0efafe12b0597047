"""Decisions about plans: who plays a stage, who sits where in a round, what is published.

Owns what makes a plan possible: four at each table, nobody twice, nobody left out. Who should
sit with whom is for seating to say.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Final

from tournaments.domain import commands as c
from tournaments.domain import events as e
from tournaments.domain.bracket_checks import check_bracket
from tournaments.domain.evolve import evolve
from tournaments.domain.expulsions import entries_of, require_expulsions_decided
from tournaments.domain.lifecycle import require_phase, seed_events, terms_of
from tournaments.domain.names import check_id, check_name, check_text
from tournaments.domain.parts import Draw, EntryId
from tournaments.domain.refusals import Refused, refuse
from tournaments.domain.rounds import planned_round
from tournaments.domain.state import Round, TournamentState, field_of, stage_of
from tournaments.domain.terms import MOST_PLAYERS, Stage

Events = tuple[e.Event, ...]
State = TournamentState
_EVERYBODY_PLAYS: Final = ("rotation", "swiss", "final")


def _draw_events(state: State, draw: Draw | None, seed: str | None) -> Events:
    if draw is None:
        return seed_events(state, seed, needed=False)
    if not 1 <= len(draw.label) <= 10:
        refuse("bad_label", "a label has one to ten parts", "draw.label")
    for number, part in enumerate(draw.label):
        check_name(part, f"draw.label.{number}")
    check_id(draw.method, "draw.method")
    return seed_events(state, seed, needed=terms_of(state).seed_opens == "first_use")


def _stage(state: State, stage: str) -> Stage:
    known = stage_of(state, stage)
    if known is None:
        refuse("no_such_stage", f"there is no stage {ascii(stage)[:60]}", "stage")
    return known


def _advance(state: State, command: c.AdvanceStage) -> Events:
    require_phase(state, "running", doing="advance players")
    _stage(state, command.stage)
    if command.stage in state.stages:
        refuse("already_advanced", "it is settled who plays this stage; undo that first", "stage")
    if any(round_.plan.stage == command.stage for round_ in state.rounds.values()):
        refuse("stage_planned", "rounds of this stage are planned already", "stage")
    if len(command.entries) < 4:
        refuse("too_few_players", f"a table takes 4, there are {len(command.entries)}", "entries")
    _check_once(command.entries)
    for entry in command.entries:
        _require_seatable(state, entry, "entries")
        if not state.entries[entry].is_playing:
            refuse("not_a_player", f"only players advance, not {entry}", "entries")
    require_expulsions_decided(state, command.entries)
    drawn = _draw_events(state, command.draw, command.seed)
    return (*drawn, e.StageAdvanced(command.stage, command.entries, command.draw))


def _undo_advance(state: State, command: c.UndoAdvance) -> Events:
    require_phase(state, "running", doing="undo an advance")
    if command.stage not in state.stages:
        refuse("not_advanced", "nobody has advanced into this stage", "stage")
    own = [one for one in state.rounds.values() if one.plan.stage == command.stage]
    if any(one.status != "planned" for one in own):
        refuse("rounds_started", "the stage has begun; it cannot be unplayed", "stage")
    if own:
        refuse("stage_planned", "rounds of this stage are planned; drop them first", "stage")
    return (e.StageAdvanceUndone(command.stage),)


def _take_place(state: State, command: c.TakeStagePlace) -> Events:
    """The place of somebody who did not come, before anything is played; their seat in a plan too.

    What an edition with a place of theirs says of the others stays as it is.
    """
    require_phase(state, "running", doing="give somebody's place away")
    _stage(state, command.stage)
    field = state.stages.get(command.stage)
    if field is None:
        refuse("not_advanced", "nobody has advanced into this stage", "stage")
    if command.instead not in field:
        refuse("not_in_stage", "that player does not play this stage", "instead")
    own = [one for one in state.rounds.values() if one.plan.stage == command.stage]
    if any(one.status != "planned" for one in own):
        refuse("rounds_started", "the stage has begun; let somebody sit in for them", "stage")
    if state.entries[command.instead].is_playing:
        refuse("not_withdrawn", "the place is taken: they have not left", "instead")
    _require_seatable(state, command.entry, "entry")
    if not state.entries[command.entry].is_playing:
        refuse("not_a_player", "only a player takes a player's place", "entry")
    if command.entry in field:
        refuse("seated_twice", "they play this stage already", "entry")
    taken = e.StagePlaceTaken(command.stage, command.entry, command.instead)
    return (taken, *_seats_taken(evolve(state, taken), own, command))


def _seats_taken(state: State, own: list[Round], command: c.TakeStagePlace) -> Iterator[e.Event]:
    """New editions of plans in which only the names change; others are to be made again."""
    for round_ in own:
        planned = replace(
            _swapped(round_.plan, {command.instead: command.entry}),
            edition=state.editions[round_.number] + 1,
            draw=None,
        )
        if planned.tables == round_.plan.tables and planned.byes == round_.plan.byes:
            continue
        try:
            check_plan(state, planned)
        except Refused:
            continue
        yield planned
        if round_.published == round_.plan.edition:
            yield e.PairingsPublished(round_.number, planned.edition)


def _plan_rounds(state: State, command: c.PlanRounds) -> Events:
    require_phase(state, "running", doing="plan rounds")
    if not command.plans:
        refuse("no_rounds", "there is no round to plan", "plans")
    check_text(command.note, "note")
    events = _draw_events(state, command.draw, command.seed)
    for plan in command.plans:
        planned = _planned(state, plan, command.draw, command.note)
        state = evolve(state, planned)
        events = (*events, planned)
    return events


def _planned(state: State, plan: c.RoundPlan, draw: Draw | None, note: str) -> e.RoundPlanned:
    _check_number(state, plan)
    edition = state.editions.get(plan.round, 0) + 1
    planned = e.RoundPlanned(
        plan.round,
        plan.stage,
        edition,
        plan.tables,
        plan.byes,
        plan.sitting_out,
        draw,
        note,
        plan.walkovers,
    )
    check_plan(state, planned)
    require_expulsions_decided(state, entries_of(planned))
    return planned


def _check_number(state: State, plan: c.RoundPlan) -> None:
    stage, known = _stage(state, plan.stage), state.rounds.get(plan.round)
    if known is not None:
        if known.status != "planned":
            refuse("round_already_started", f"round {plan.round} has started", "round")
        if known.plan.stage != plan.stage:
            refuse("stage_fixed", f"round {plan.round} is of {known.plan.stage}", "stage")
        return
    if plan.round != len(state.rounds) + 1:
        refuse("wrong_round", f"the next round is {len(state.rounds) + 1}", "round")
    held = sum(round_.plan.stage == stage.id for round_ in state.rounds.values())
    if held >= stage.rounds and not stage.is_bracket:
        refuse("too_many_rounds", f"stage {stage.id} has {stage.rounds} rounds", "round")


def check_plan(state: State, plan: e.RoundPlanned) -> None:
    """Refuses plans that cannot be played: of tables, of people, of byes."""
    if not 1 <= len(plan.tables) <= MOST_PLAYERS:
        refuse("no_tables", "a round has at least one table", "tables")
    numbers = [seating.table for seating in plan.tables]
    if len(set(numbers)) < len(numbers) or min(numbers) < 1 or max(numbers) > 10_000:
        refuse("bad_table_number", "tables are counted from 1, each number once", "tables")
    for seating in plan.tables:
        if len(seating.seats) != 4:
            refuse("not_four", f"table {seating.table} has {len(seating.seats)}", "tables")
    seated = tuple(entry for seating in plan.tables for entry in seating.seats)
    away = (*plan.byes, *plan.sitting_out)
    _check_once((*seated, *away))
    for entry in (*seated, *away):
        _require_seatable(state, entry, "tables")
    if any(state.entries[entry].person.kind != "player" for entry in away):
        refuse("not_a_player", "only players have byes or sit out", "byes")
    _check_field(state, plan, {*seated, *away})
    check_bracket(state, plan)


def _check_once(entries: tuple[EntryId, ...]) -> None:
    twice = sorted(entry for entry, times in Counter(entries).items() if times > 1)
    if twice:
        refuse("seated_twice", f"more than once: {', '.join(twice)}", "tables")


def _require_seatable(state: State, entry: EntryId, field: str) -> None:
    if entry not in state.entries:
        refuse("unknown_entry", f"nobody has entered as {ascii(entry)[:60]}", field)
    if state.entries[entry].status != "registered":
        refuse("not_registered", f"{entry} is {state.entries[entry].status}", field)
    if state.entries[entry].person.kind == "bot" and terms_of(state).has_real_tiles:
        refuse("real_tiles", f"{entry} is a built-in player, the tiles are real", field)


def _check_field(state: State, plan: e.RoundPlanned, named: set[EntryId]) -> None:
    stage, uneven = _stage(state, plan.stage), terms_of(state).uneven
    field = field_of(state, stage.id)
    if not field:
        refuse("not_advanced", f"nobody has advanced into {stage.id} yet", "stage")
    players = {entry for entry in named if state.entries[entry].person.kind == "player"}
    if strangers := sorted(players - set(field)):
        refuse("not_in_stage", f"not in this stage: {', '.join(strangers)}", "tables")
    if stage.kind not in _EVERYBODY_PLAYS:
        return
    if plan.byes and uneven.policy != "byes":
        refuse("byes_not_agreed", "the terms know no byes", "byes")
    due = {entry for entry in field if state.entries[entry].status == "registered"}
    if left_out := sorted(due - named):
        refuse("left_out", f"without a table: {', '.join(left_out)}", "tables")


def _swap(state: State, command: c.SwapSeats) -> Events:
    require_phase(state, "running", doing="change plans")
    plan = planned_round(state, command.round, command.edition).plan
    check_text(command.note, "note")
    here = {entry for seating in plan.tables for entry in seating.seats}
    here.update(plan.byes, plan.sitting_out)
    for field, entry in (("one", command.one), ("other", command.other)):
        if entry not in here:
            refuse("not_in_round", f"{ascii(entry)[:60]} is not in this round", field)
    if command.one == command.other:
        refuse("same_entry", "two different players change places", "other")
    changed = _swapped(plan, {command.one: command.other, command.other: command.one})
    edition = state.editions[command.round] + 1
    # No stream of numbers leads to what was changed by hand.
    planned = replace(changed, edition=edition, draw=None, note=command.note)
    check_plan(state, planned)
    return (planned,)


def _swapped(plan: e.RoundPlanned, swap: Mapping[EntryId, EntryId]) -> e.RoundPlanned:
    def changed(entries: tuple[EntryId, ...]) -> tuple[EntryId, ...]:
        return tuple(swap.get(entry, entry) for entry in entries)

    return replace(
        plan,
        tables=tuple(replace(seating, seats=changed(seating.seats)) for seating in plan.tables),
        byes=changed(plan.byes),
        sitting_out=changed(plan.sitting_out),
    )


def _drop(state: State, command: c.DropPlan) -> Events:
    require_phase(state, "running", doing="change plans")
    round_ = planned_round(state, command.round)
    if command.round != len(state.rounds):
        refuse("later_rounds", "later rounds are planned; drop those first", "round")
    given = [one.given.round for one in state.penalties.values() if not one.is_lifted]
    if command.round in given:
        refuse("has_penalties", "a penalty was given for this round; lift it first", "round")
    return (e.RoundPlanDropped(command.round, round_.plan.edition),)


def _schedule(state: State, command: c.ScheduleRound) -> Events:
    require_phase(state, "running", doing="schedule rounds")
    round_ = planned_round(state, command.round)
    if command.starts_at is not None and not 0 <= command.starts_at < 2**53:
        refuse("out_of_range", "a moment after 1970", "starts_at")
    if command.starts_at == round_.starts_at:
        return ()
    return (e.RoundScheduled(command.round, command.starts_at),)


def _publish(state: State, command: c.PublishPairings) -> Events:
    require_phase(state, "running", doing="publish pairings")
    round_ = planned_round(state, command.round, command.edition)
    if round_.published == command.edition:
        refuse("already_published", "this edition is published already", "edition")
    require_expulsions_decided(state, entries_of(round_.plan))
    return (e.PairingsPublished(command.round, command.edition),)


PLAN_DECISIONS: Final[Mapping[type[c.Command], object]] = {
    c.AdvanceStage: _advance,
    c.UndoAdvance: _undo_advance,
    c.TakeStagePlace: _take_place,
    c.PlanRounds: _plan_rounds,
    c.SwapSeats: _swap,
    c.DropPlan: _drop,
    c.ScheduleRound: _schedule,
    c.PublishPairings: _publish,
}
