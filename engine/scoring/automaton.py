"""Walking a lane kind by kind: what both automata of scoring have in common.

Knows nothing of what a state means: that is `engine.scoring.lanes` and `engine.scoring.missing`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable
from dataclasses import dataclass, field
from typing import Final, Generic, TypeVar

UNCAPPED: Final = 99
S = TypeVar("S", bound=Hashable)


@dataclass(slots=True)
class Automaton(ABC, Generic[S]):
    """Walks a lane; its states are numbered as they are met, 0 the one before the first kind.

    `max_chows` chows may begin at one kind, `max_pungs` pungs lie on it.
    """

    max_chows: int
    max_pungs: int
    _states: list[S] = field(init=False)
    _ids: dict[S, int] = field(init=False, default_factory=dict)
    _steps: dict[tuple[int, int, int], int] = field(init=False, default_factory=dict)

    def __post_init__(self) -> None:
        self._states = [self._start()]

    @abstractmethod
    def _start(self) -> S:
        """The state before the first kind."""

    @abstractmethod
    def _next(self, state: S, tiles: int, cap: int) -> S:
        """The state after one more kind."""

    def state(self, number: int) -> S:
        """What the state of that number stands for."""
        return self._states[number]

    def step(self, state: int, tiles: int, cap: int) -> int:
        """The state after a kind with so many natural tiles, at most `cap` of it in a reading."""
        key = (state, tiles, cap)
        known = self._steps.get(key)
        if known is None:
            known = self._steps[key] = self._intern(self._next(self._states[state], tiles, cap))
        return known

    def walk(self, code: int, caps: int | None, kinds: int) -> int:
        """The state after a whole lane; `caps` is a code of how many of each kind may be held."""
        state = 0
        for _ in range(kinds):
            code, tiles = divmod(code, 5)
            cap = UNCAPPED
            if caps is not None:
                caps, cap = divmod(caps, 5)
            state = self.step(state, tiles, cap)
        return state

    def _intern(self, state: S) -> int:
        known = self._ids.get(state)
        if known is None:
            known = self._ids[state] = len(self._states)
            self._states.append(state)
        return known
