"""Every way to read the concealed tiles, and every way a meld may have been laid."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations_with_replacement, product

from tests.bruteforce.tiles import DRAGONS, NAMES, SUITS, WINDS, Block, chow, is_honour, pair, pung

Reading = tuple[Block, ...]
KONGS = ("kong", "added_kong", "concealed_kong")

ALL_SETS = tuple(map(pung, NAMES)) + tuple(chow(n, s) for s in SUITS for n in range(1, 8))
ALL_PAIRS = tuple(map(pair, NAMES))
# No element looks at the rank of a suited tile, so one set of each sort and suit stands
# for all of them when copies are not counted.
FEW_SETS = (
    tuple(map(pung, WINDS + DRAGONS))
    + tuple(pung(f"5{s}") for s in SUITS)
    + tuple(chow(4, s) for s in SUITS)
)
FEW_PAIRS = tuple(map(pair, WINDS + DRAGONS)) + tuple(pair(f"5{s}") for s in SUITS)


def blocks_with(tile: str, sets: int, needs_pair: bool) -> Iterator[Block]:
    """Every block that could hold this tile."""
    if needs_pair:
        yield pair(tile)
    if sets == 0:
        return
    yield pung(tile)
    if not is_honour(tile):
        number = int(tile[0])
        for lowest in range(max(1, number - 2), min(7, number) + 1):
            yield chow(lowest, tile[1])


def covers(
    naturals: Counter[str], wilds: int, sets: int, needs_pair: bool
) -> Iterator[tuple[Reading, int, bool]]:
    """Blocks that use up all naturals; with them the sets and the pair left for wilds alone.

    A block takes every natural tile it has a place for: which of two equal tiles is
    natural does not change the reading.
    """
    if not naturals:
        yield (), sets, needs_pair
        return
    lowest = min(naturals)
    for block in blocks_with(lowest, sets, needs_pair):
        taken = Counter(block.tiles) & naturals
        left = wilds - (len(block.tiles) - taken.total())
        if left < 0:
            continue
        is_pair = block.kind == "pair"
        rest = covers(naturals - taken, left, sets - (not is_pair), needs_pair and not is_pair)
        for blocks, free_sets, free_pair in rest:
            yield (block, *blocks), free_sets, free_pair


def concealed_readings(
    naturals: Counter[str], wilds: int, sets: int, every_rank: bool
) -> Iterator[Reading]:
    """All readings of tiles that must make `sets` sets and the pair (W1, C1).

    `every_rank` False leaves out readings that differ only in the rank of a set or pair
    made of wilds alone.
    """
    set_choice = ALL_SETS if every_rank else FEW_SETS
    pair_choice = ALL_PAIRS if every_rank else FEW_PAIRS
    starts = {
        (tuple(sorted(blocks)), free_sets, free_pair)
        for blocks, free_sets, free_pair in covers(naturals, wilds, sets, True)
    }
    for blocks, free_sets, free_pair in starts:
        pairs = [(choice,) for choice in pair_choice] if free_pair else [()]
        for extra in combinations_with_replacement(set_choice, free_sets):
            for last in pairs:
                yield (*blocks, *extra, *last)


def meld_readings(kind: str, tiles: list[str], wild: set[str]) -> list[tuple[Block, int]]:
    """What a meld may stand for, each with the number of wilds standing for another tile.

    A meld that makes sense by its faces was laid by its faces.
    """
    block_kind = "pung" if kind in KONGS else kind
    size = 4 if kind in KONGS else 3
    if len(tiles) != size:
        return []
    candidates = [
        Block(kind, block.tiles[:1] * size if block_kind == "pung" else block.tiles)
        for block in ALL_SETS
        if block.kind == block_kind
    ]
    found = []
    for block in candidates:
        strangers = Counter(tiles) - Counter(block.tiles)
        at_home = Counter(tiles) & Counter(block.tiles)
        if not strangers:
            return [(block, 0)]
        if set(strangers) <= wild and not set(at_home) & wild:
            found.append((block, strangers.total()))
    return found


def all_readings(
    melds: list[list[Block]], naturals: Counter[str], wilds: int, every_rank: bool
) -> Iterator[Reading]:
    """Readings of the whole hand, melds first."""
    for laid in product(*melds):
        for concealed in concealed_readings(naturals, wilds, 4 - len(melds), every_rank):
            yield (*laid, *concealed)
