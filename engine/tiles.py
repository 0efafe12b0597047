"""The 34 kinds of tile and what they are called (T1).

A kind is an int 0..33: 万 0-8, 筒 9-17, 索 18-26, honours 27-33 in the order
East South West North White Green Red. Four of each are in the wall.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, TypeAlias

Kind: TypeAlias = int

KINDS: Final = 34
COPIES: Final = 4
SUITS: Final = "mpsz"
EAST, SOUTH, WEST, NORTH, WHITE, GREEN, RED = range(27, 34)
WINDS: Final = (EAST, SOUTH, WEST, NORTH)
DRAGONS: Final = (WHITE, GREEN, RED)

NAMES_ZH: Final = (
    *(f"{digit}{suit}" for suit in "万筒索" for digit in "一二三四五六七八九"),
    *"东南西北白发中",
)


def is_honour(kind: Kind) -> bool:
    """True for winds 风 and dragons 箭."""
    return kind >= EAST


def is_dragon(kind: Kind) -> bool:
    """True for 中 发 白."""
    return kind >= WHITE


def is_wind(kind: Kind) -> bool:
    """True for 东 南 西 北."""
    return EAST <= kind <= NORTH


def suit_of(kind: Kind) -> int:
    """0 万, 1 筒, 2 索, 3 honours."""
    return kind // 9


def rank_of(kind: Kind) -> int:
    """0-based place within the suit."""
    return kind % 9


def count_kinds(kinds: Iterable[Kind]) -> list[int]:
    """How many of each of the 34 kinds."""
    counts = [0] * KINDS
    for kind in kinds:
        counts[kind] += 1
    return counts
