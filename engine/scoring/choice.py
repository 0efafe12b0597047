"""The best way to read a hand: which sort of sets, which flush, how much of it honours (W4, E3-E6).

Works on the classes of the four lanes, so every hand of the same classes shares one answer. Ties
go to the first in this order: all chows, all pungs, sets of any sort; full flush, half flush,
neither; suits m, p, s; fewest sets of honours; the pair among the numbers before the pair among
the honours.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Literal, NamedTuple, TypeAlias

from engine.scoring.honours import HonourPart, HonourProfile
from engine.scoring.lanes import MAX_SETS, LaneClass, Mask, convolve

Sort: TypeAlias = Literal["chows", "pungs", "any"]
Flush: TypeAlias = Literal["full", "half", "none", "honours"]

SORTS: Final[tuple[Sort, ...]] = ("chows", "pungs", "any")
MASK_OF_SORT: Final = {"any": 0, "chows": 1, "pungs": 2}
HONOUR_SUIT: Final = 3


class Worth(NamedTuple):
    """What the shape elements are worth in a ruleset."""

    all_chows: int
    all_pungs: int
    full_flush: int
    half_flush: int


class MeldShape(NamedTuple):
    """What melds leave open: sets still to be made, sorts still possible, suits already used."""

    sets_left: int
    sorts: tuple[Sort, ...]
    suits: frozenset[int]


@dataclass(frozen=True, slots=True)
class Choice:
    """One way to read a hand and what shape and concealed honours are worth in it."""

    tai: int
    sort: Sort
    flush: Flush
    suit: int | None
    honours: HonourPart

    @property
    def number_sets_and_pair(self) -> tuple[int, bool]:
        """What the honours hold is not among the numbers: their sets to subtract, the pair."""
        return len(self.honours.pungs), self.honours.pair is None


@dataclass(frozen=True, slots=True)
class Numbers:
    """The three number lanes: what they reach together, and those that could be the only suit."""

    together: LaneClass
    single: tuple[tuple[int, LaneClass], ...]


@lru_cache(maxsize=1 << 14)
def merge_numbers(lanes: tuple[LaneClass, LaneClass, LaneClass]) -> Numbers:
    """Convolves the lanes' masks for each sort of sets."""
    first, second, third = lanes
    any_sort, chows, pungs = (
        convolve(convolve(first[sort], second[sort]), third[sort]) for sort in range(3)
    )
    return Numbers((any_sort, chows, pungs), tuple(_single_suits(lanes)))


def _single_suits(
    lanes: tuple[LaneClass, LaneClass, LaneClass],
) -> Iterator[tuple[int, LaneClass]]:
    for suit in range(3):
        # Nothing is needed of a lane only if it holds no natural tile: bit 0 of its mask.
        if all(lanes[other][0] & 1 for other in range(3) if other != suit):
            yield suit, lanes[suit]


@lru_cache(maxsize=1 << 16)
def best_with_numbers(
    numbers: Numbers, honours: HonourProfile, melds: MeldShape, worth: Worth
) -> Choice | None:
    """The best choice that holds at least one number tile; None if there is none."""
    best: Choice | None = None
    for choice in _choices(numbers, honours, melds, worth):
        if best is None or choice.tai > best.tai:
            best = choice
    return best


def best_of_honours(
    numbers: Numbers, honours: HonourProfile, melds: MeldShape, worth: Worth
) -> Choice | None:
    """全字 (E11): every set and the pair are honours; None if that does not fit."""
    part = honours.best[melds.sets_left + MAX_SETS + 1]
    if part is None or not numbers.together[0] & 1 or not melds.suits <= {HONOUR_SUIT}:
        return None
    return Choice(part.tai + worth.all_pungs, "pungs", "honours", None, part)


def _choices(
    numbers: Numbers, honours: HonourProfile, melds: MeldShape, worth: Worth
) -> Iterator[Choice]:
    sort_tai = {"chows": worth.all_chows, "pungs": worth.all_pungs, "any": 0}
    for sort in melds.sorts:
        parts = honours.beside_chows if sort == "chows" else honours.best
        for flush, suit, mask, tai in _flushes(numbers, sort, melds, worth):
            for part in _parts_beside(mask, parts, flush, suit, melds):
                yield Choice(sort_tai[sort] + tai + part.tai, sort, flush, suit, part)


def _flushes(
    numbers: Numbers, sort: Sort, melds: MeldShape, worth: Worth
) -> Iterator[tuple[Flush, int | None, Mask, int]]:
    at = MASK_OF_SORT[sort]
    for suit, lane in numbers.single:
        if melds.suits <= {suit}:
            yield "full", suit, lane[at], worth.full_flush
    for suit, lane in numbers.single:
        if melds.suits <= {suit, HONOUR_SUIT}:
            yield "half", suit, lane[at], worth.half_flush
    yield "none", None, numbers.together[at], 0


def _parts_beside(
    mask: Mask,
    parts: tuple[HonourPart | None, ...],
    flush: Flush,
    suit: int | None,
    melds: MeldShape,
) -> Iterator[HonourPart]:
    """The parts of honours that complete the numbers' mask and keep the flush true (E5, E6)."""
    for sets in range(1 if flush == "full" else melds.sets_left + 1):
        for pair in range(1 if flush == "full" else 2):
            part = parts[sets + (MAX_SETS + 1) * pair]
            number_sets, number_pair = melds.sets_left - sets, 1 - pair
            fits = mask >> number_sets + (MAX_SETS + 1) * number_pair & 1
            if part is None or not fits:
                continue
            has_numbers = bool(number_sets or number_pair or melds.suits - {HONOUR_SUIT})
            has_honours = bool(sets or pair or HONOUR_SUIT in melds.suits)
            if has_numbers and (flush != "half" or has_honours):
                yield part
