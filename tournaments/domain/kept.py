"""What stays as it was in spite of a correction, because the organiser said so.

Owns reading these decisions off the corrections of a table. Must not know a bracket's tables.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

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


def _comes_of(state: State, effect: Effect, stage: str) -> bool:
    """Whether it is the field of the stage that the last four of this one go on to."""
    known, later = stage_of(state, stage), effect.ref
    ids = [one.id for one in state.terms.stages] if state.terms else []
    is_next = later in ids[1:] and ids[ids.index(later) - 1] == stage
    return (
        effect.kind == "advance" and is_next and known is not None and known.play_to == "last_four"
    )
