"""How long the way to each place and back is, as this server has measured it with its own pings.

Owns the measures of the running hand. What a client says of its lag is never asked for; one that
answers pings late makes its own figure worse than it is, up to the engine's bounds.
"""

from __future__ import annotations

from collections.abc import Set
from statistics import median_low
from typing import Final

from engine.play.matches import NETWORK_MOST_MS
from engine.play.state import PLACES

KEPT: Final = 100
"""Measures of a place and hand; further ones replace the oldest."""


class Lags:
    """The measures by place, since they were taken last."""

    def __init__(self) -> None:
        self._found: list[list[int]] = [[] for _ in PLACES]
        self._last = [0] * len(PLACES)

    def note(self, place: int, ms: int) -> None:
        """One more measure of a place, in ms."""
        bounded = max(0, min(ms, NETWORK_MOST_MS))
        self._found[place] = [*self._found[place], bounded][-KEPT:]
        self._last[place] = bounded

    def forget(self, place: int) -> None:
        """Somebody else plays there now."""
        self._found[place], self._last[place] = [], 0

    def take(self, connected: Set[int]) -> tuple[int, ...]:
        """The median of each place since this was asked last, and begin anew.

        Of a place that is connected but was not measured since, what was measured last; 0 for
        those never measured here.
        """
        taken = [
            median_low(found) if found else self._last[place] * (place in connected)
            for place, found in enumerate(self._found)
        ]
        self._found = [[] for _ in PLACES]
        return tuple(taken)
