"""How many tiles a hand lacks: per-suit costs of sets and a pair, merged over the suits.

A lane is one suit of a packed hand. Its costs say, for 0 to 4 sets without and
with a pair, the fewest tiles that must come to have them; tiles in the way are
free to go. A wild tile stands for any one that is lacking. Must not know tai
or who plays: `plans` asks for the shapes that score.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final, TypeAlias

Vector: TypeAlias = tuple[int, ...]
"""Ten numbers: sets 0..4 without a pair, then sets 0..4 with one."""

Costs: TypeAlias = int
"""The number of a vector. There are few of them, and numbers are quicker to look up."""

Lane: TypeAlias = int
Shape: TypeAlias = str

ANY: Final = "any"
CHOWS: Final = "chows"
PUNGS: Final = "pungs"

IMPOSSIBLE: Final = 99
_KEPT: Final = 60_000
_BITS: Final = 20
POWERS: Final = tuple(5**rank for rank in range(9))

_vectors: list[Vector] = []
_numbers: dict[Vector, Costs] = {}


def costs_of(vector: Vector) -> Costs:
    """The number of a vector."""
    found = _numbers.get(vector)
    if found is None:
        found = _numbers[vector] = len(_vectors)
        _vectors.append(vector)
    return found


NOTHING: Final = costs_of((0, 3, 6, 9, 12, 2, 5, 8, 11, 14))
"""A lane without tiles: three for each set, two for the pair."""

CLOSED: Final = costs_of((0, *[IMPOSSIBLE] * 9))
"""A lane that may hold neither set nor pair."""

PAIR_ONLY: Final = costs_of((0, *[IMPOSSIBLE] * 4, 2, *[IMPOSSIBLE] * 4))
"""An empty lane that may hold a pair alone: honours in a hand of chows."""


def add_set(costs: Costs, lacking: int) -> Costs:
    """Costs with one set more, of which `lacking` tiles must come."""
    vector = _vectors[costs]
    without = [cost + lacking for cost in vector[:4]]
    with_pair = [cost + lacking for cost in vector[5:9]]
    return costs_of((IMPOSSIBLE, *without, IMPOSSIBLE, *with_pair))


def add_pair(costs: Costs, lacking: int) -> Costs:
    """Costs with the pair, of which `lacking` tiles must come."""
    return costs_of((*[IMPOSSIBLE] * 5, *[cost + lacking for cost in _vectors[costs][:5]]))


def _cheapest(options: Iterable[Costs]) -> Costs:
    return costs_of(tuple(map(min, *[_vectors[costs] for costs in options])))


class LaneCosts:
    """Costs of every lane of one shape, worked out when first asked for."""

    __slots__ = ("_known", "_pungs", "_runs")

    def __init__(self, empty: Costs, *, runs: bool, pungs: bool) -> None:
        self._known: dict[Lane, Costs] = {0: empty}
        self._runs = runs
        self._pungs = pungs

    def __call__(self, lane: Lane) -> Costs:
        """The costs of a lane code."""
        found = self._known.get(lane)
        if found is None:
            if len(self._known) > _KEPT:
                self._known = {0: self._known[0]}
            found = self._known[lane] = self._work_out(lane)
        return found

    def _work_out(self, lane: Lane) -> Costs:
        """The best use of one tile of the lowest kind: none, in a pung, in a pair, in a run."""
        rest, rank = lane, 0
        while not rest % 5:
            rest //= 5
            rank += 1
        copies, unit = rest % 5, POWERS[rank]
        fewer = [self(lane - unit * used) for used in range(1, min(copies, 3) + 1)]
        options = [fewer[0], add_pair(fewer[0], 1)]
        if copies > 1:
            options.append(add_pair(fewer[1], 0))
        if self._pungs:
            options += [add_set(costs, 2 - used) for used, costs in enumerate(fewer)]
        if self._runs:
            options += self._run_options(lane, rest, rank)
        return _cheapest(options)

    def _run_options(self, lane: Lane, rest: Lane, rank: int) -> list[Costs]:
        unit = POWERS[rank]
        options = [add_set(self(lane - unit), 2)]
        has_next, has_third = rest // 5 % 5 > 0, rest // 25 % 5 > 0
        if has_next:
            options.append(add_set(self(lane - unit * 6), 1))
        if has_third:
            options.append(add_set(self(lane - unit * 26), 1))
        if has_next and has_third:
            options.append(add_set(self(lane - unit * 31), 0))
        return options


_SUITS: Final[dict[Shape, LaneCosts]] = {
    ANY: LaneCosts(NOTHING, runs=True, pungs=True),
    CHOWS: LaneCosts(NOTHING, runs=True, pungs=False),
    PUNGS: LaneCosts(NOTHING, runs=False, pungs=True),
}
_HONOURS: Final[dict[Shape, LaneCosts]] = {
    ANY: LaneCosts(NOTHING, runs=False, pungs=True),
    CHOWS: LaneCosts(PAIR_ONLY, runs=False, pungs=False),
    PUNGS: LaneCosts(NOTHING, runs=False, pungs=True),
}


def suit_costs(shape: Shape) -> Callable[[Lane], Costs]:
    """The costs of 万, 筒 and 索 lanes for hands of a shape."""
    return _SUITS[shape]


def honour_costs(shape: Shape) -> Callable[[Lane], Costs]:
    """The costs of the honours' lane for hands of a shape."""
    return _HONOURS[shape]


_merged: dict[int, Costs] = {}
_lacking: dict[int, int] = {}


def merge(left: Costs, right: Costs) -> Costs:
    """The costs of two lanes together."""
    key = left << _BITS | right
    found = _merged.get(key)
    if found is None:
        if len(_merged) > _KEPT:
            _merged.clear()
        found = _merged[key] = costs_of(_merge(_vectors[left], _vectors[right]))
    return found


def _merge(left: Vector, right: Vector) -> Vector:
    sets = range(5)
    without = [min([left[i] + right[n - i] for i in range(n + 1)]) for n in sets]
    with_pair = [
        min(
            [left[i] + right[5 + n - i] for i in range(n + 1)]
            + [left[5 + i] + right[n - i] for i in range(n + 1)]
        )
        for n in sets
    ]
    return (*without, *with_pair)


def lacking(left: Costs, right: Costs, sets: int) -> int:
    """How many tiles two merged halves of a hand lack for so many sets and a pair."""
    key = (left << _BITS | right) << 3 | sets
    found = _lacking.get(key)
    if found is None:
        if len(_lacking) > _KEPT:
            _lacking.clear()
        one, other = _vectors[left], _vectors[right]
        found = _lacking[key] = min(
            [one[i] + other[5 + sets - i] for i in range(sets + 1)]
            + [one[5 + i] + other[sets - i] for i in range(sets + 1)]
        )
    return found
