"""Draws 抽签 that anybody can run again: every random choice follows from a seed that was shown.

Owns the stream of numbers and the ways to draw from it. Must not know what is
drawn for, nor where seeds come from. docs/seating.md gives every byte.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Callable, Iterator, Sequence
from struct import unpack
from typing import TypeVar

Item = TypeVar("Item")

WORD = 1 << 32
"""Numbers of the stream are below this."""


class Draws:
    """Even draws from the stream of a seed and a label.

    The key is HMAC-SHA256(seed, label parts, each after its length in four
    bytes); block n of the stream is SHA-256(key ‖ n in eight bytes), read as
    eight big-endian words of 32 bits.
    """

    __slots__ = ("word",)

    word: Callable[[], int]
    """The next word of the stream."""

    def __init__(self, seed: bytes, *label: str) -> None:
        parts = [part.encode() for part in label]
        framed = b"".join(len(part).to_bytes(4, "big") + part for part in parts)
        self.word = _words(hmac.digest(seed, framed, "sha256")).__next__

    def below(self, bound: int) -> int:
        """A number from 0 to bound-1; words past the last full multiple are skipped."""
        limit = WORD - WORD % bound
        while True:
            word = self.word()
            if word < limit:
                return word % bound

    def shuffled(self, items: Sequence[Item]) -> list[Item]:
        """The items in a drawn order: from the last i down to 1, i changes with one of 0 … i."""
        order = list(items)
        for i in range(len(order) - 1, 0, -1):
            j = self.below(i + 1)
            order[i], order[j] = order[j], order[i]
        return order


def _words(key: bytes) -> Iterator[int]:
    block = 0
    while True:
        yield from unpack(">8I", hashlib.sha256(key + block.to_bytes(8, "big")).digest())
        block += 1
