"""How far the making of an archive is: four steps for each log, of which one is packing it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TypeAlias, TypeVar

T = TypeVar("T")

Watch: TypeAlias = Callable[[int, int], None]
"""Is told how many steps of how many are done."""


def unwatched(_done: int, _total: int) -> None:
    """Nobody looks."""


class Steps:
    """Counts for somebody who looks."""

    def __init__(self, watch: Watch, matches: int) -> None:
        self._watch = watch
        # Read, parsed and signed; the event's own log is signed too.
        self._before = 3 * matches + 1
        self._packing = matches + 1
        self._done = 0

    @property
    def total(self) -> int:
        """How many steps there are."""
        return self._before + self._packing

    def each(self, items: Iterable[T]) -> Iterator[T]:
        """The items, a step done after each."""
        for item in items:
            yield item
            self._done = min(self._done + 1, self._before)
            self._watch(self._done, self.total)

    def packed(self, files: int, of: int) -> None:
        """So many files of so many are in."""
        self._watch(self._before + self._packing * files // of, self.total)
