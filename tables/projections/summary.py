"""The columns of a table's row that follow from the log."""

from __future__ import annotations

from typing import NamedTuple

from engine.play.state import MatchState


def phase_of(state: MatchState) -> str:
    """Where the match stands, in one word: the hand's phase while there is one."""
    return state.hand.phase if state.phase == "hand" and state.hand else state.phase


def is_scored(state: MatchState) -> bool:
    """A match with real tiles, which needs no start."""
    return state.setup is not None and state.setup.play == "scored"


class Summary(NamedTuple):
    """What of a table's row few events change; `points` by place."""

    paused: bool
    points: tuple[int, ...]
    started: bool
    ended: bool


def summary_of(state: MatchState) -> Summary:
    """What a table's row says of this state."""
    started = bool(state.transcript) or is_scored(state)
    return Summary(state.paused, state.points, started, state.phase == "ended")
