"""Whose time is running and until when: a fold of its own beside the match's.

Pure: the time arrives as an argument. The clock is stored in the table's row by the append
that changes it, so any process can take the ticking over.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any, NamedTuple

from engine.play.state import MatchState


class Tick(NamedTuple):
    """The clock after an append; `deadline_at` is when the server acts if nobody does."""

    clock: dict[str, Any]
    deadline_at: datetime | None


def next_clock(
    clock: dict[str, Any], *, before: MatchState, after: MatchState, actor: str, at: datetime
) -> Tick:
    """The clock after the events that led from `before` to `after`."""
    return Tick(clock, None)
