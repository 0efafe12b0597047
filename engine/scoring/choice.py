"""The best way to read a hand: which sort of sets, which flush, how much of it honours (W4, E3-E6).

Works on the number lanes together and on what the honours are worth, so every hand that is alike in
both shares one answer. Ties go to the first in this order: all chows, all pungs, sets of any sort;
full flush, half flush, neither; suits m, p, s; fewest sets of honours; the pair among the numbers
before the pair among the honours.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final, Literal, NamedTuple, TypeAlias

from engine.scoring.honours import HonourPart, HonourProfile, TaiByPlace
from engine.scoring.lanes import MAX_SETS, Mask
from engine.scoring.numbers import NUMBERS, NumberId, Numbers

Sort: TypeAlias = Literal["chows", "pungs", "any"]
Flush: TypeAlias = Literal["full", "half", "none", "honours"]
HonourWorth: TypeAlias = tuple[TaiByPlace, TaiByPlace]

MASK_OF_SORT: Final = {"any": 0, "chows": 1, "pungs": 2}
HONOUR_SUIT: Final = 3
_PAIR_AT: Final = MAX_SETS + 1


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


class Outline(NamedTuple):
    """A way to read a hand; `honours_at` is the place k + 5·p of what the honours hold."""

    tai: int
    sort: Sort
    flush: Flush
    suit: int | None
    honours_at: int


@dataclass(frozen=True, slots=True)
class Choice:
    """An outline with the honours that are read by it."""

    outline: Outline
    honours: HonourPart

    @property
    def number_sets_and_pair(self) -> tuple[int, bool]:
        """What the honours hold is not among the numbers: their sets to subtract, the pair."""
        return len(self.honours.pungs), self.honours.pair is None


@dataclass(slots=True, eq=False)
class Chooser:
    """Finds outlines for what some melds leave open, and keeps them by kind of hand."""

    melds: MeldShape
    worth: Worth
    _kept: dict[tuple[NumberId, HonourWorth], Outline | None] = field(default_factory=dict)

    def with_numbers(self, numbers: NumberId, honours: HonourProfile) -> Choice | None:
        """The best choice that holds at least one number tile; None if there is none."""
        key = (numbers, honours.worth)
        if key not in self._kept:
            self._kept[key] = self._best(NUMBERS[numbers], key[1])
        outline = self._kept[key]
        if outline is None:
            return None
        parts = honours.beside_chows if outline.sort == "chows" else honours.best
        part = parts[outline.honours_at]
        return Choice(outline, part) if part else None

    def of_honours(self, numbers: NumberId, honours: HonourProfile) -> Choice | None:
        """全字 (E11): every set and the pair are honours; None if that does not fit."""
        place = self.melds.sets_left + _PAIR_AT
        part = honours.best[place]
        empty = NUMBERS[numbers].together[0] & 1
        if part is None or not empty or not self.melds.suits <= {HONOUR_SUIT}:
            return None
        tai = part.tai + self.worth.all_pungs
        return Choice(Outline(tai, "pungs", "honours", None, place), part)

    def _best(self, numbers: Numbers, honours: HonourWorth) -> Outline | None:
        best: Outline | None = None
        for outline in self._outlines(numbers, honours):
            if best is None or outline.tai > best.tai:
                best = outline
        return best

    def _outlines(self, numbers: Numbers, honours: HonourWorth) -> Iterator[Outline]:
        sort_tai = {"chows": self.worth.all_chows, "pungs": self.worth.all_pungs, "any": 0}
        for sort in self.melds.sorts:
            tai_at = honours[sort == "chows"]
            for flush, suit, mask, tai in self._flushes(numbers, sort):
                for place in self._places(mask, flush):
                    part = tai_at[place]
                    if part is not None:
                        yield Outline(sort_tai[sort] + tai + part, sort, flush, suit, place)

    def _flushes(
        self, numbers: Numbers, sort: Sort
    ) -> Iterator[tuple[Flush, int | None, Mask, int]]:
        at = MASK_OF_SORT[sort]
        for suit, lane in numbers.single:
            if self.melds.suits <= {suit}:
                yield "full", suit, lane[at], self.worth.full_flush
        for suit, lane in numbers.single:
            if self.melds.suits <= {suit, HONOUR_SUIT}:
                yield "half", suit, lane[at], self.worth.half_flush
        yield "none", None, numbers.together[at], 0

    def _places(self, mask: Mask, flush: Flush) -> Iterator[int]:
        """What the honours may hold: the numbers hold the rest, the flush stays true (E5, E6)."""
        left, suits = self.melds.sets_left, self.melds.suits
        for sets in range(1 if flush == "full" else left + 1):
            for pair in range(1 if flush == "full" else 2):
                if not mask >> left - sets + _PAIR_AT * (1 - pair) & 1:
                    continue
                has_numbers = sets < left or not pair or suits - {HONOUR_SUIT}
                has_honours = sets or pair or HONOUR_SUIT in suits
                if has_numbers and (flush != "half" or has_honours):
                    yield sets + _PAIR_AT * pair


@lru_cache(maxsize=1 << 10)
def chooser(melds: MeldShape, worth: Worth) -> Chooser:
    """The chooser for these melds; the same one for every plan that has such."""
    return Chooser(melds, worth)
