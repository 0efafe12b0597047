"""Chance for built-in players: even, repeatable, and the same in every Python version."""

from __future__ import annotations

import hashlib
from typing import Protocol

_RANGE = 1 << 64
_MASK = 0xFFFF_FFFF_FFFF_FFFF


class Rng(Protocol):
    """What a built-in player asks of chance; `random.Random` has it too."""

    def randrange(self, stop: int, /) -> int:
        """A number from 0 to stop - 1."""
        ...


class Chance:
    """SplitMix64, started from the SHA-256 of a text."""

    __slots__ = ("_state",)

    def __init__(self, seed: str) -> None:
        self._state = int.from_bytes(hashlib.sha256(seed.encode()).digest()[:8], "big")

    def randrange(self, stop: int, /) -> int:
        """Even for every bound: numbers past the last full multiple are drawn again."""
        if stop == 1:
            self._state = (self._state + 0x9E37_79B9_7F4A_7C15) & _MASK
            return 0
        limit = _RANGE - _RANGE % stop
        number = limit
        while number >= limit:
            self._state = mixed = (self._state + 0x9E37_79B9_7F4A_7C15) & _MASK
            mixed = ((mixed ^ (mixed >> 30)) * 0xBF58_476D_1CE4_E5B9) & _MASK
            mixed = ((mixed ^ (mixed >> 27)) * 0x94D0_49BB_1331_11EB) & _MASK
            number = mixed ^ (mixed >> 31)
        return number % stop
