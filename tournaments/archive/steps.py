"""How far the making of an archive is: a step for each match, and one for all the rest."""

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
        self._done = 0
        self.total = matches + 1

    def each(self, items: Iterable[T]) -> Iterator[T]:
        """The items, a step done after each."""
        for item in items:
            yield item
            self._done += 1
            self._watch(self._done, self.total)

    def finish(self) -> None:
        """All is done."""
        self._watch(self.total, self.total)
