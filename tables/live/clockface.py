"""The clocks as viewers see them. Gives away nothing that depends on hidden tiles."""

from __future__ import annotations

from typing import Any

from engine.play.state import MatchState
from tables.clocks import Clock, limit_ms
from tables.pace import Pace

STOPPED: dict[str, Any] = {
    "kind": None,
    "running": [],
    "deadline_ms": None,
    "total_ms": None,
    "reserve_ms": [0, 0, 0, 0],
    "paused": False,
}


def clock_face(clock: Clock, state: MatchState, now: int, pace: Pace) -> dict[str, Any]:
    """The `clock` of a message that is sent at `now` (ms since 1970)."""
    face = {**STOPPED, "reserve_ms": list(clock.reserve), "paused": state.paused}
    if clock.resumes_at is not None:
        face["resumes_ms"] = max(0, clock.resumes_at - now)
    limit = limit_ms(clock, state, pace)
    if limit is None:
        return face
    spent = clock.now(now) - clock.since
    own = limit
    if clock.kind == "turn":
        (place,) = clock.places
        own = limit - clock.reserve[place]
        face["reserve_ms"][place] -= min(max(0, spent - own), clock.reserve[place])
    return {
        **face,
        "kind": clock.kind,
        "running": list(clock.places),
        "deadline_ms": max(0, own - spent),
        "total_ms": max(0, limit - spent),
    }
