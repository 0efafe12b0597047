"""The stages of an event in their order: which is on, whether it is over, what is planned next.

Owns one way to the next plan, whatever kind of stage it is.
"""

from __future__ import annotations

from collections.abc import Sequence

from tournaments.domain.advances import advance_plan
from tournaments.domain.commands import AdvanceStage, PlanRounds
from tournaments.domain.knockout_plans import knockout_plan
from tournaments.domain.knockouts import bracket_of, has_bracket
from tournaments.domain.lifecycle import terms_of
from tournaments.domain.pairing import (
    final_plan,
    league_plan,
    rotation_plan,
    started_rounds,
    swiss_plan,
)
from tournaments.domain.parts import EntryId
from tournaments.domain.refusals import refuse
from tournaments.domain.state import TournamentState, stage_of
from tournaments.domain.terms import Stage

State = TournamentState


def next_plan(
    state: State,
    stage: str,
    seed: str,
    *,
    chosen: Sequence[EntryId] = (),
    present: Sequence[EntryId] | None = None,
    early: bool = False,
) -> AdvanceStage | PlanRounds:
    """What brings a stage on: who plays it, while that is not settled, or else its next round.

    `chosen` settles ties and wild cards, `present` is who is there on a league's date, `early`
    asks for tables of a bracket while others still play. Refuses `stage_over` and what the plans
    refuse.
    """
    known = stage_of(state, stage)
    if known is None:
        refuse("no_such_stage", "there is no such stage", "stage")
    if needs_field(state, known):
        return advance_plan(state, stage, seed, chosen)
    if rounds_left(state, known) == 0 and not waiting_rounds(state, stage):
        refuse("stage_over", f"all rounds of {stage} have been played", "stage")
    match known.kind:
        case "rotation":
            return rotation_plan(state, stage, seed)
        case "swiss":
            return swiss_plan(state, stage, seed)
        case "league":
            return league_plan(state, stage, seed, present)
        case "final":
            return final_plan(state, stage, seed)
        case "knockout" | "double_elimination":
            return knockout_plan(state, stage, seed, early=early)


def needs_field(state: State, stage: Stage) -> bool:
    """Whether it has to be settled first who plays it: a later stage, or a bracket's seeds."""
    is_first = terms_of(state).stages[0].id == stage.id
    return stage.id not in state.stages and (stage.is_bracket or not is_first)


def rounds_left(state: State, stage: Stage) -> int:
    """Rounds of the stage that have not started; of a bracket 1 as long as any is left."""
    if stage.is_bracket:
        is_over = has_bracket(state, stage.id) and bracket_of(state, stage.id).is_over
        return 0 if is_over else 1
    return max(stage.rounds - len(started_rounds(state, stage.id)), 0)


def waiting_rounds(state: State, stage: str) -> list[int]:
    """Rounds of the stage that are planned and have not started."""
    return sorted(
        number
        for number, one in state.rounds.items()
        if one.plan.stage == stage and one.status == "planned"
    )


def is_over(state: State, stage: Stage) -> bool:
    """Every round has been played and confirmed."""
    if needs_field(state, stage) or rounds_left(state, stage) or waiting_rounds(state, stage.id):
        return False
    return all(one.status == "confirmed" for one in started_rounds(state, stage.id))


def stage_on(state: State) -> Stage | None:
    """The stage that is on: the last one that has begun, or the one after it if that is over.

    None once the last one is over.
    """
    stages = terms_of(state).stages
    begun = {one.plan.stage for one in state.rounds.values()} | set(state.stages)
    at = max((n for n, stage in enumerate(stages) if stage.id in begun), default=0)
    if not is_over(state, stages[at]):
        return stages[at]
    return stages[at + 1] if at + 1 < len(stages) else None
