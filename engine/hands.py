"""A hand's concealed tiles packed into one int: four base-5 lanes, one digit a kind.

Lane m is in bits 0-20, p in 21-41, s in 42-62, z in 63-79. Adding `UNIT[kind]` adds a tile; a
digit must stay within 0..4.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Final, TypeAlias

from engine.tiles import KINDS, Kind

PackedHand: TypeAlias = int

LANE_BITS: Final = 21
LANE_MASK: Final = (1 << LANE_BITS) - 1
UNIT: Final[tuple[int, ...]] = tuple(
    5 ** (kind % 9) << LANE_BITS * (kind // 9) for kind in range(KINDS)
)
LANE_SHIFT: Final = tuple(LANE_BITS * (kind // 9) for kind in range(KINDS))
LANE_POWER: Final[tuple[int, ...]] = tuple(5 ** (kind % 9) for kind in range(KINDS))


def pack(kinds: Iterable[Kind]) -> PackedHand:
    """Tiles to a packed hand. The caller sees to it that no kind occurs five times."""
    return sum([UNIT[kind] for kind in kinds])


def count(hand: PackedHand, kind: Kind) -> int:
    """How many tiles of one kind the hand holds."""
    return ((hand >> LANE_SHIFT[kind]) & LANE_MASK) // LANE_POWER[kind] % 5


def unpack(hand: PackedHand) -> tuple[Kind, ...]:
    """The tiles in order m, p, s, z."""
    return (
        _lane_tiles(hand & LANE_MASK, 0)
        + _lane_tiles(hand >> 21 & LANE_MASK, 9)
        + _lane_tiles(hand >> 42 & LANE_MASK, 18)
        + _lane_tiles(hand >> 63, 27)
    )


@lru_cache(maxsize=1 << 15)
def _lane_tiles(lane: int, first: Kind) -> tuple[Kind, ...]:
    kinds: list[Kind] = []
    kind = first
    while lane:
        lane, copies = divmod(lane, 5)
        kinds += [kind] * copies
        kind += 1
    return tuple(kinds)


def kinds_held(hand: PackedHand, least: int = 1) -> tuple[Kind, ...]:
    """The kinds of which the hand holds at least so many tiles, ascending."""
    return (
        _lane_kinds(hand & LANE_MASK, 0, least)
        + _lane_kinds(hand >> 21 & LANE_MASK, 9, least)
        + _lane_kinds(hand >> 42 & LANE_MASK, 18, least)
        + _lane_kinds(hand >> 63, 27, least)
    )


@lru_cache(maxsize=1 << 15)
def _lane_kinds(lane: int, first: Kind, least: int) -> tuple[Kind, ...]:
    kinds = []
    kind = first
    while lane:
        lane, copies = divmod(lane, 5)
        if copies >= least:
            kinds.append(kind)
        kind += 1
    return tuple(kinds)


HALF: Final = 5**5
"""A lane's code divided by this gives its last kinds, the remainder its first five.

Half lanes are so few that what is known of them stays at hand, which that of whole lanes
does not.
"""
_HAS_THREE: Final = bytes(
    any(code // LANE_POWER[rank] % 5 >= 3 for rank in range(5)) for code in range(HALF)
)


def holds_three(hand: PackedHand) -> bool:
    """Whether the hand holds three or four tiles of some kind."""
    m, p, s, z = hand & LANE_MASK, hand >> 21 & LANE_MASK, hand >> 42 & LANE_MASK, hand >> 63
    three = _HAS_THREE
    return bool(
        three[m % HALF]
        or three[m // HALF]
        or three[p % HALF]
        or three[p // HALF]
        or three[s % HALF]
        or three[s // HALF]
        or three[z % HALF]
        or three[z // HALF]
    )


def size(hand: PackedHand) -> int:
    """How many tiles the hand holds."""
    return len(unpack(hand))


def lanes(hand: PackedHand) -> tuple[int, int, int, int]:
    """The four lane codes m, p, s, z."""
    return (
        hand & LANE_MASK,
        hand >> 21 & LANE_MASK,
        hand >> 42 & LANE_MASK,
        hand >> 63,
    )
