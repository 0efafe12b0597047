"""Answers kept for facts that have not changed. Owns the comparison.

A state never changes, and an event leaves the parts it does not touch the same objects; so the
same objects lead to the same answer.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Generic, TypeVar

Answer = TypeVar("Answer")
Facts = tuple[object, ...]


class Remembered(Generic[Answer]):
    """The newest so many answers with the facts they follow from."""

    __slots__ = ("_kept",)

    def __init__(self, most: int) -> None:
        self._kept: deque[tuple[Facts, Answer]] = deque(maxlen=most)

    def answer(self, facts: Facts, make: Callable[[], Answer]) -> Answer:
        """What was made of these facts before, or what `make` makes of them now."""
        for known, answer in tuple(self._kept):
            if len(known) == len(facts) and all(map(_is_same, known, facts)):
                return answer
        made = make()
        self._kept.append((facts, made))
        return made


def _is_same(one: object, other: object) -> bool:
    """Numbers and text are compared, everything else has to be the same object."""
    return one is other or (isinstance(one, str | int) and one == other)
