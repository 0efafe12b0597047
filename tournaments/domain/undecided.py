"""What a correction leaves to the organiser and could still be otherwise: nothing that rests on it
goes on by itself meanwhile.

Owns what waits. Whoever acts by hand is not kept from anything.
"""

from __future__ import annotations

from tournaments.domain.corrections import decisions_open
from tournaments.domain.expulsions import is_barred
from tournaments.domain.parts import Effect
from tournaments.domain.refusals import refuse
from tournaments.domain.state import Round, TournamentState

State = TournamentState


def undecided(state: State, stage: str | None = None) -> tuple[Effect, ...]:
    """Effects that wait for a decision by which something would be made again: of a stage, or all.

    A round that has started stays as it is whatever is decided, and so does the field of a stage
    that is being played. In a bracket tables are played again, so that all of it waits.
    """
    return tuple(
        effect
        for _correction, effects in decisions_open(state)
        for effect in effects
        if _is_open(state, effect) and stage in (None, _stage(state, effect))
    )


def held(state: State) -> tuple[Round, ...]:
    """Rounds with a time to start at which do not start by themselves as things stand."""
    stages = {_stage(state, effect) for effect in undecided(state)}
    return tuple(
        one
        for _, one in sorted(state.rounds.items())
        if one.status == "planned"
        and one.starts_at is not None
        and (one.plan.stage in stages or is_barred(state, one.plan))
    )


def require_decided(state: State, stage: str | None = None) -> None:
    """Refuses `decision_open`: for whatever acts by itself."""
    if undecided(state, stage):
        refuse("decision_open", "what rests on a correction is to be decided first")


def _is_open(state: State, effect: Effect) -> bool:
    if effect.kind == "round":
        round_ = state.rounds.get(int(effect.ref))
        return round_ is not None and round_.status == "planned"
    if effect.kind == "advance":
        own = [one for one in state.rounds.values() if one.plan.stage == effect.ref]
        return all(one.status == "planned" for one in own)
    return True


def _stage(state: State, effect: Effect) -> str:
    if effect.kind == "round":
        return state.rounds[int(effect.ref)].plan.stage
    return effect.bracket or effect.ref
