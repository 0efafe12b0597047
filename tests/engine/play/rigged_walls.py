"""Walls that make rare things happen: kongs and blessings."""

from __future__ import annotations

from collections import Counter
from random import Random

HANDS = (14, 13, 13, 13)


def rigged_wall(rng: Random) -> bytes:
    """Hands dealt in sets, pairs and quadruplets; the rest of the wall at random."""
    supply = Counter(dict.fromkeys(range(34), 4))
    hands: list[list[int]] = [[], [], [], []]
    for hand, size in zip(hands, HANDS, strict=True):
        _fill(rng, supply, hand, size)
        rng.shuffle(hand)
    rest = list(supply.elements())
    rng.shuffle(rest)
    return bytes([tile for hand in hands for tile in hand] + rest)


def _fill(rng: Random, supply: Counter[int], hand: list[int], size: int) -> None:
    while len(hand) < size:
        kind = rng.randrange(34)
        _add(supply, hand, rng.choice(([kind] * 4, [kind] * 2, [kind], _set(rng))), size)


def _set(rng: Random) -> list[int]:
    kind = rng.randrange(34)
    is_run = kind < 27 and kind % 9 < 7 and rng.random() < 0.5
    return [kind, kind + 1, kind + 2] if is_run else [kind] * 3


def _add(supply: Counter[int], hand: list[int], tiles: list[int], size: int) -> None:
    """These tiles, if there is room for them and they are still to be had."""
    wanted = Counter(tiles)
    if len(hand) + len(tiles) <= size and all(supply[kind] >= n for kind, n in wanted.items()):
        hand += tiles
        supply.subtract(wanted)
