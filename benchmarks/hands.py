"""The hands that rows measure on: made once from a fixed seed, in every peer's own form."""

from __future__ import annotations

from collections import Counter
from random import Random

KINDS = 34
COPIES = 4


def complete_hands(count: int, seed: int = 1) -> list[tuple[int, ...]]:
    """Complete hands of 14 tiles: random sets, half of them chows, and a random pair."""
    rng = Random(seed)
    hands: list[tuple[int, ...]] = []
    while len(hands) < count:
        tiles = [kind for _ in range(4) for kind in random_set(rng)] + [rng.randrange(KINDS)] * 2
        if max(Counter(tiles).values()) <= COPIES:
            hands.append(tuple(sorted(tiles)))
    return hands


def random_set(rng: Random) -> list[int]:
    if rng.random() < 0.5:
        return [rng.randrange(KINDS)] * 3
    lowest = rng.randrange(3) * 9 + rng.randrange(7)
    return [lowest, lowest + 1, lowest + 2]


def half_complete(count: int, seed: int = 1) -> list[tuple[int, ...]]:
    """Complete hands, every second one with one tile changed, most of those no longer complete."""
    rng = Random(seed)
    return [
        hand if number % 2 else one_changed(rng, hand)
        for number, hand in enumerate(complete_hands(count, seed))
    ]


def one_changed(rng: Random, hand: tuple[int, ...]) -> tuple[int, ...]:
    tiles = list(hand)
    place = rng.randrange(len(tiles))
    full = {kind for kind, copies in Counter(hand).items() if copies == COPIES}
    tiles[place] = rng.choice([kind for kind in range(KINDS) if kind not in full | {tiles[place]}])
    return tuple(sorted(tiles))


def counts(hand: tuple[int, ...]) -> list[int]:
    """Copies of each of the 34 kinds, as `mahjong` wants them."""
    held = Counter(hand)
    return [held[kind] for kind in range(KINDS)]


def ids(hand: tuple[int, ...]) -> list[int]:
    """Tile numbers 0 to 135, four in a row of a kind; copy 0 last, for it may be a red five."""
    seen: Counter[int] = Counter()
    numbers = []
    for kind in hand:
        numbers.append(kind * 4 + 3 - seen[kind])
        seen[kind] += 1
    return sorted(numbers)
