"""The columns of a table's row that follow from the log."""

from __future__ import annotations

from typing import Any

from engine.play.state import MatchState


def phase_of(state: MatchState) -> str:
    """Where the match stands, in one word: the hand's phase while there is one."""
    return state.hand.phase if state.phase == "hand" and state.hand else state.phase


def is_scored(state: MatchState) -> bool:
    """A match with real tiles, which needs no start."""
    return state.setup is not None and state.setup.play == "scored"


def summary_of(state: MatchState) -> dict[str, Any]:
    """The summary as the append writes it."""
    return {
        "hand": state.hand_number,
        "phase": phase_of(state),
        "paused": state.paused,
        "points": list(state.points),
        "started": bool(state.transcript) or is_scored(state),
        "ended": state.phase == "ended",
    }
