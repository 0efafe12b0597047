"""What stays as it was in spite of a correction, because the organiser said so.

Owns reading these decisions off the corrections of a table. Must not know a bracket's tables.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from tournaments.domain.events import DependentDecided
from tournaments.domain.parts import Effect, Result
from tournaments.domain.state import Correction, Table, TournamentState, stage_of

State = TournamentState
Same = Callable[[Result, Result], bool]
"""Whether two results of a table send the same four the same ways."""


@dataclass(frozen=True, slots=True)
class Kept:
    """`was` is the result by which those went on who stay; `by_key` the decision, by table.

    The last four of a stage that is played no further stand under the final's key.
    """

    was: Result
    by_key: dict[str, DependentDecided]


def kept_at(state: State, stage: str, number: int, table: Table, same: Same) -> Kept | None:
    """What is kept of a table of a bracket, or None if people leave it by its result.

    A later correction that changes who goes on needs a decision of its own, and so does a result
    that is entered anew.
    """
    now, was, by_key = table.result, None, dict[str, DependentDecided]()
    for one in reversed(tuple(state.corrections.values())):
        fact = one.corrected
        if fact is None or one.was is None or (fact.round, fact.table) != (number, table.number):
            continue
        if now is None or not same(now, fact.result):
            break
        if decided := _decided(state, one, stage):
            was, by_key = one.was, {**decided, **by_key}
        elif was is not None and _moved_nobody(state, one, stage):
            was = one.was
        elif not same(fact.result, one.was):
            break
        now = one.was
    return None if was is None else Kept(was, by_key)


def _decided(state: State, one: Correction, stage: str) -> dict[str, DependentDecided]:
    """The decisions to keep, by the key of the table they are about."""
    own = [effect for effect in one.effects if effect.bracket == stage]
    later = [effect for effect in one.effects if not own and _comes_of(state, effect, stage)]
    keys = {
        effect.ref.partition("/")[2] if effect.bracket else "F": one.decision(effect)
        for effect in (*own, *later)
    }
    return {key: made for key, made in keys.items() if made and made.choice == "keep"}


def _moved_nobody(state: State, one: Correction, stage: str) -> bool:
    """Whether it had not been decided about it when the next correction came."""
    still = [it for it in one.open_effects if it.bracket == stage or _comes_of(state, it, stage)]
    return one.is_followed or bool(still)


def as_if_kept(before: State, after: State) -> State:
    """Before a correction, with everybody of a bracket where they are.

    What is open about earlier corrections of the same table has moved nobody yet.
    """
    new = [one for key, one in after.corrections.items() if one is not before.corrections.get(key)]
    tables = {(one.corrected.round, one.corrected.table) for one in new if one.corrected}
    corrections = {
        key: _as_if_kept(one)
        if one.corrected and (one.corrected.round, one.corrected.table) in tables
        else one
        for key, one in before.corrections.items()
    }
    return replace(before, corrections=corrections) if tables else before


def _as_if_kept(one: Correction) -> Correction:
    still = [effect for effect in one.open_effects if effect.bracket]
    kept = [DependentDecided(one.id, effect.kind, effect.ref, "keep", "") for effect in still]
    return replace(one, decided=(*one.decided, *kept))


def _comes_of(state: State, effect: Effect, stage: str) -> bool:
    """Whether it is the field of the stage that the last four of this one go on to."""
    known, later = stage_of(state, stage), effect.ref
    ids = [one.id for one in state.terms.stages] if state.terms else []
    is_next = later in ids[1:] and ids[ids.index(later) - 1] == stage
    return (
        effect.kind == "advance" and is_next and known is not None and known.play_to == "last_four"
    )
