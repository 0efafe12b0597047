"""The honours lane 字牌: what its pungs are worth for every number of sets and pairs (E1-E3).

Profiles are kept per lane code, values and caps, never per hand.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final, TypeAlias

from engine.scoring.automaton import UNCAPPED
from engine.scoring.lanes import MAX_SETS
from engine.tiles import EAST, Kind

HONOURS: Final = 7
_PAIR_AT: Final = MAX_SETS + 1


@dataclass(frozen=True, slots=True)
class HonourPart:
    """One way to read the honours: the tai of its pungs, which pungs, and the pair if it has it."""

    tai: int
    pungs: tuple[Kind, ...]
    pair: Kind | None


Parts: TypeAlias = tuple[HonourPart | None, ...]
TaiByPlace: TypeAlias = tuple[int | None, ...]


@dataclass(frozen=True, slots=True)
class HonourProfile:
    """The best part for k sets and p pairs at place k + 5·p, None where the tiles do not fit.

    `beside_chows` is the same for a hand of all chows: nothing, or a pair that is allowed there.
    `worth` is the tai alone, of both: all that the choice of a reading depends on.
    """

    best: Parts
    beside_chows: Parts
    worth: tuple[TaiByPlace, TaiByPlace]


@dataclass(slots=True, eq=False)
class HonourTable:
    """Profiles of all honours lanes met so far, for one seat's values, with a small id each."""

    values: tuple[int, ...]
    value_pair_breaks: bool
    caps: int | None
    id_of_code: dict[int, int] = field(default_factory=dict)
    profiles: list[HonourProfile] = field(default_factory=list)
    _ids: dict[HonourProfile, int] = field(default_factory=dict)

    def id_of(self, code: int) -> int:
        """The id of a lane's profile, found out if it is new."""
        known = self.id_of_code.get(code)
        if known is None:
            profile = honour_profile(code, self.values, self.value_pair_breaks, self.caps)
            known = self._ids.setdefault(profile, len(self.profiles))
            if known == len(self.profiles):
                self.profiles.append(profile)
            self.id_of_code[code] = known
        return known


@lru_cache(maxsize=1 << 10)
def honour_table(values: tuple[int, ...], value_pair_breaks: bool, caps: int | None) -> HonourTable:
    """The table for these values; the same one for every plan that has them."""
    return HonourTable(values, value_pair_breaks, caps)


def honour_profile(
    code: int, values: tuple[int, ...], value_pair_breaks: bool, caps: int | None
) -> HonourProfile:
    """Profile of an honours lane; `values` is what a pung of each honour is worth to the seat.

    Among parts of equal tai the one with the lowest pungs, then the lowest pair, is kept (W4).
    """
    lane = _Lane(
        [code // 5**kind % 5 for kind in range(HONOURS)],
        [UNCAPPED if caps is None else caps // 5**kind % 5 for kind in range(HONOURS)],
        values,
    )
    best: list[HonourPart | None] = [None] * (2 * _PAIR_AT)
    for pair in (None, *range(HONOURS)):
        for part in lane.parts(pair):
            place = len(part.pungs) + (0 if pair is None else _PAIR_AT)
            held = best[place]
            if held is None or (-part.tai, part.pungs) < (-held.tai, held.pungs):
                best[place] = part
    beside_chows = lane.beside_chows(value_pair_breaks)
    return HonourProfile(tuple(best), beside_chows, (_tai_of(best), _tai_of(beside_chows)))


def _tai_of(parts: Sequence[HonourPart | None]) -> TaiByPlace:
    return tuple([None if part is None else part.tai for part in parts])


@dataclass(frozen=True, slots=True)
class _Lane:
    """Copies of each honour, the most of it that a reading may hold, and what its pung is worth."""

    counts: list[int]
    most: list[int]
    values: tuple[int, ...]

    def parts(self, pair: int | None) -> Iterator[HonourPart]:
        """With this pair or none: the pungs that the tiles need, and those that wilds can add."""
        pungs: list[int] = []
        for kind, tiles in enumerate(self.counts):
            left = tiles - 2 if kind == pair else tiles
            needed = max(0, -(-left // 3))
            if 3 * needed + 2 * (kind == pair) > self.most[kind]:
                return
            pungs += [kind] * needed
        if len(pungs) > MAX_SETS:
            return
        added = self._addable(pair)
        for extra in range(min(len(added), MAX_SETS - len(pungs)) + 1):
            yield self._part(sorted(pungs + added[:extra]), pair)

    def _addable(self, pair: int | None) -> list[int]:
        """Pungs of wilds alone, the most valuable first; without caps the best one repeats."""
        order = sorted(range(HONOURS), key=lambda kind: -self.values[kind])
        if self.most[0] == UNCAPPED:
            return order[:1] * MAX_SETS
        return [
            kind
            for kind in order
            if self.most[kind] >= 3 and kind != pair and not self.counts[kind]
        ]

    def _part(self, pungs: list[int], pair: int | None) -> HonourPart:
        tai = sum([self.values[kind] for kind in pungs])
        named = tuple([EAST + kind for kind in pungs])
        return HonourPart(tai, named, None if pair is None else EAST + pair)

    def beside_chows(self, value_pair_breaks: bool) -> Parts:
        """平胡 (E3): no pung, and a pair only of a kind worth nothing where that matters."""
        parts: list[HonourPart | None] = [None] * (2 * _PAIR_AT)
        held = sum(self.counts)
        if not held:
            parts[0] = HonourPart(0, (), None)
        for kind, tiles in enumerate(self.counts):
            fits = tiles <= 2 <= self.most[kind] and tiles == held
            if fits and not (value_pair_breaks and self.values[kind]):
                parts[_PAIR_AT] = HonourPart(0, (), EAST + kind)
                break
        return tuple(parts)
