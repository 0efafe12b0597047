"""The honours lane 字牌: what its pungs are worth for every number of sets and pairs (E1-E3).

Profiles are kept per lane code, values and caps, never per hand.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final, TypeAlias

from engine.scoring.lanes import MAX_SETS, UNCAPPED
from engine.tiles import EAST, Kind

HONOURS: Final = 7


@dataclass(frozen=True, slots=True)
class HonourPart:
    """One way to read the honours: the tai of its pungs, which pungs, and the pair if it has it."""

    tai: int
    pungs: tuple[Kind, ...]
    pair: Kind | None


_Parts: TypeAlias = tuple[HonourPart | None, ...]
_Reached: TypeAlias = dict[tuple[int, int], HonourPart]


@dataclass(frozen=True, slots=True)
class HonourProfile:
    """The best part for k sets and p pairs at place k + 5·p, None where the tiles do not fit.

    `beside_chows` is the same for a hand of all chows: nothing, or a pair that is allowed there.
    """

    best: _Parts
    beside_chows: _Parts


@lru_cache(maxsize=1 << 14)
def honour_profile(
    code: int, values: tuple[int, ...], value_pair_breaks: bool, caps: int | None
) -> HonourProfile:
    """Profile of an honours lane; `values` is what a pung of each honour is worth to the seat."""
    counts = [code // 5**kind % 5 for kind in range(HONOURS)]
    most = [UNCAPPED if caps is None else caps // 5**kind % 5 for kind in range(HONOURS)]
    reached: _Reached = {(0, 0): HonourPart(0, (), None)}
    for kind in range(HONOURS):
        reached = _with_kind(reached, kind, counts[kind], most[kind], values[kind])
    best = tuple(reached.get((sets, pairs)) for pairs in range(2) for sets in range(MAX_SETS + 1))
    return HonourProfile(best, _beside_chows(counts, most, values, value_pair_breaks))


def _with_kind(reached: _Reached, kind: int, tiles: int, cap: int, value: int) -> _Reached:
    grown: _Reached = {}
    for (sets, pairs), part in reached.items():
        for pungs in range(MAX_SETS - sets + 1):
            for pair in range(2 - pairs):
                if tiles <= 3 * pungs + 2 * pair <= cap:
                    place = (sets + pungs, pairs + pair)
                    _keep_better(grown, place, _extended(part, kind, pungs, pair, value))
    return grown


def _extended(part: HonourPart, kind: int, pungs: int, pair: int, value: int) -> HonourPart:
    tile = EAST + kind
    return HonourPart(
        part.tai + pungs * value, part.pungs + (tile,) * pungs, tile if pair else part.pair
    )


def _keep_better(grown: _Reached, place: tuple[int, int], part: HonourPart) -> None:
    """More tai; among equal ones the lowest pungs, then the lowest pair (W4)."""
    held = grown.get(place)
    if held is None or _order(part) < _order(held):
        grown[place] = part


def _order(part: HonourPart) -> tuple[int, tuple[Kind, ...], Kind]:
    return -part.tai, part.pungs, part.pair or 0


def _beside_chows(
    counts: list[int], most: list[int], values: tuple[int, ...], value_pair_breaks: bool
) -> _Parts:
    """平胡 (E3): no pung, and a pair only of a kind that is worth nothing where that matters."""
    nothing = HonourPart(0, (), None) if not any(counts) else None
    pair = None
    for kind in range(HONOURS):
        fits = counts[kind] <= 2 <= most[kind] and counts[kind] == sum(counts)
        if fits and not (value_pair_breaks and values[kind]):
            pair = HonourPart(0, (), EAST + kind)
            break
    parts: list[HonourPart | None] = [None] * (2 * (MAX_SETS + 1))
    parts[0], parts[MAX_SETS + 1] = nothing, pair
    return tuple(parts)
