"""Who may send what to a score sheet: a player for the own place, a scorer, or an official."""

from __future__ import annotations

from typing import Final

from engine.play import commands as c
from engine.play.matches import end_reason
from engine.play.state import MatchState

SCORER: Final = "scorer:"
_OFFICIALS: Final = ("referee:", "organiser:")
_PERSON: Final = tuple(f"place:{place}" for place in range(4))


def may_keep_score(state: MatchState, command: c.ScoredCommand, actor: str) -> bool:
    """Whether this actor may have sent the command."""
    official = actor.startswith((SCORER, *_OFFICIALS))
    match command:
        case c.UpholdHand():
            # Who entered a hand does not judge it.
            return actor.startswith(_OFFICIALS)
        case c.ConfirmHand(place=place) | c.ContestHand(place=place):
            # A player without a phone speaks through whoever keeps the score.
            return official or actor == _PERSON[place]
        case _:
            return official if command.by is None else actor == _PERSON[command.by]


def may_end(state: MatchState, actor: str) -> bool:
    """A scorer may end a match with real tiles; a player once it is over in fact."""
    if state.phase != "scoring" or state.setup is None:
        return False
    if actor.startswith(SCORER):
        return True
    is_over = state.setup.length.kind == "open" or end_reason(state, state.time_called)
    return actor in _PERSON and bool(is_over or _has_final_points(state))


def _has_final_points(state: MatchState) -> bool:
    return any(hand.entry is None for hand in state.sheet)
