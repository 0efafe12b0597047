"""The fold: (state, event) -> state. Believes what it is told and never refuses.

Owns the order of things: an event finds its step, in `match_steps`, `hand_steps`, or the folds of
score sheets and disputes. Must not judge: whether an event could happen is for
`decide`, which made it, and for whoever verifies a record.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Final

from engine.play import events as e
from engine.play.hand_steps import HAND_STEPS
from engine.play.match_steps import MATCH_STEPS
from engine.play.state import HandState, MatchState
from engine.rulings.fold import COURT_STEPS
from engine.scored.fold import SHEET_STEPS

_OF_MATCH: Final[Mapping[type[e.Event], Callable[[MatchState, e.Event], MatchState]]] = {
    **MATCH_STEPS,
    **SHEET_STEPS,
    **COURT_STEPS,
}


def evolve(state: MatchState, event: e.Event) -> MatchState:
    """The state after an event."""
    step = HAND_STEPS.get(type(event))
    if step is None:
        return _OF_MATCH[type(event)](state, event)
    hand = state.hand
    if hand is None:
        return state
    # As _with_hand, which a call would make dearer.
    return tuple.__new__(MatchState, (*state[:-1], step(state, hand, event)))


def fold(events: Iterable[e.Event], state: MatchState | None = None) -> MatchState:
    """The state after all of these events."""
    state = MatchState.empty() if state is None else state
    hand = state.hand
    for event in events:
        step = HAND_STEPS.get(type(event))
        if step is None:
            # Steps of the hand change nothing else of the match, so it catches up here.
            state = _OF_MATCH[type(event)](_with_hand(state, hand), event)
            hand = state.hand
        elif hand is not None:
            hand = step(state, hand, event)
    return _with_hand(state, hand)


def _with_hand(state: MatchState, hand: HandState | None) -> MatchState:
    """The same match with another state of its hand: a fifth of what `_replace` takes."""
    return tuple.__new__(MatchState, (*state[:-1], hand))
