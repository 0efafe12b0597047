"""One suit of a hand: how few tiles are missing for each number of sets and pairs.

As engine.scoring.lanes, but natural tiles may be left over. A lane ends in a vector of 10: at
place k + 5·p the least number of tiles to be added so that it holds k sets and p pairs.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final, TypeAlias

from engine.scoring.automaton import Automaton
from engine.scoring.lanes import MAX_SETS

Vector: TypeAlias = tuple[int, ...]

FAR: Final = 15
_WIDTH: Final = MAX_SETS + 1
_Open: TypeAlias = tuple[int, int, int]
_State: TypeAlias = frozenset[tuple[_Open, Vector]]


@dataclass(slots=True)
class MissingAutomaton(Automaton[_State]):
    """Walks a lane; a state maps (open chows two ago, at the last kind, pairs) to missing tiles."""

    def _start(self) -> _State:
        return frozenset({((0, 0, 0), (0, FAR, FAR, FAR, FAR))})

    def vector(self, state: int) -> Vector:
        """The lane's vector, once every kind is read."""
        ends = dict(self.state(state))
        nothing = (FAR,) * _WIDTH
        return ends.get((0, 0, 0), nothing) + ends.get((0, 0, 1), nothing)

    def _next(self, state: _State, tiles: int, cap: int) -> _State:
        reached: dict[_Open, Vector] = {}
        for (two_ago, last, pairs), missing in state:
            for chows in range(self.max_chows + 1):
                for pungs in range(self.max_pungs + 1):
                    for pair in range(2 - pairs):
                        used = two_ago + last + chows + 3 * pungs + 2 * pair
                        if used <= cap:
                            place = (last, chows, pairs + pair)
                            grown = _shift(missing, chows + pungs, max(0, used - tiles))
                            reached[place] = _least(reached.get(place), grown)
        return frozenset(item for item in reached.items() if min(item[1]) < FAR)


def _shift(missing: Vector, sets: int, more: int) -> Vector:
    kept = missing[: _WIDTH - sets]
    return (FAR,) * (_WIDTH - len(kept)) + tuple([min(FAR, value + more) for value in kept])


def _least(first: Vector | None, second: Vector) -> Vector:
    return second if first is None else tuple(map(min, first, second))


NUMBERS: Final = MissingAutomaton(max_chows=2, max_pungs=1)
HONOURS: Final = MissingAutomaton(max_chows=0, max_pungs=2)


@lru_cache(maxsize=1 << 16)
def missing_vector(code: int, honours: bool, caps: int | None = None) -> Vector:
    """Vector of a lane; `caps` is a code of how many of each kind a reading may hold."""
    automaton = HONOURS if honours else NUMBERS
    return automaton.vector(automaton.walk(code, caps, 7 if honours else 9))


def merge(first: Vector, second: Vector) -> Vector:
    """Least missing of two lanes together; at most one of them holds the pair."""
    plain = _sum(first[:_WIDTH], second[:_WIDTH])
    pair = _least(_sum(first[:_WIDTH], second[_WIDTH:]), _sum(first[_WIDTH:], second[:_WIDTH]))
    return plain + pair


def _sum(first: Vector, second: Vector) -> Vector:
    return tuple(
        min(FAR, min([first[own] + second[sets - own] for own in range(sets + 1)]))
        for sets in range(_WIDTH)
    )
