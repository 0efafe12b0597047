"""The three number lanes together: what they reach, and whether one suit could be all of it.

However many hands there are, there are few different `Numbers`; each has a small id. For lanes
without caps the shipped tables say which.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple, TypeAlias

from engine.scoring.lanes import LaneClass, convolve
from engine.scoring.tables import SHIPPED_NUMBERS

NumberId: TypeAlias = int
ThreeLanes: TypeAlias = tuple[LaneClass, LaneClass, LaneClass]


class Numbers(NamedTuple):
    """Masks of some lanes together for each sort of sets, and which could be the only suit.

    `single` has a suit with its class where all other lanes hold no natural tile.
    """

    together: LaneClass
    single: tuple[tuple[int, LaneClass], ...]


NUMBERS: Final[list[Numbers]] = [Numbers(together, single) for together, single in SHIPPED_NUMBERS]
_ids: Final[dict[Numbers, NumberId]] = {numbers: at for at, numbers in enumerate(NUMBERS)}


@lru_cache(maxsize=1 << 14)
def id_of_lanes(lanes: ThreeLanes) -> NumberId:
    """The id for any three lanes, those with caps of their own (C8) too."""
    first, second, third = (Numbers(lane, ((suit, lane),)) for suit, lane in enumerate(lanes))
    numbers = merge(merge(first, second), third)
    known = _ids.setdefault(numbers, len(NUMBERS))
    if known == len(NUMBERS):
        NUMBERS.append(numbers)
    return known


def merge(first: Numbers, second: Numbers) -> Numbers:
    """Some lanes and some others together."""
    any_sort, chows, pungs = (
        convolve(first.together[sort], second.together[sort]) for sort in range(3)
    )
    single = first.single if _is_empty(second) else ()
    if _is_empty(first):
        single += second.single
    return Numbers((any_sort, chows, pungs), single)


def _is_empty(numbers: Numbers) -> bool:
    # Nothing is needed of lanes only if they hold no natural tile: bit 0 of their mask.
    return bool(numbers.together[0] & 1)
