"""One suit of a hand: which numbers of sets and pairs its tiles fit into, wilds filling the gaps.

A lane is a base-5 code, one digit a kind (engine.hands). Taken through an automaton digit by digit
it ends in a mask of 10 bits: bit k + 5·p says that k sets and p pairs (p 0 or 1) can hold all of
its natural tiles. How many wilds that takes is no question: always 3k + 2p - tiles.

Knows nothing of elements, melds or players.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final, TypeAlias

from engine.scoring.automaton import Automaton

Mask: TypeAlias = int
LaneClass: TypeAlias = tuple[Mask, Mask, Mask]
"""Masks for sets of any sort, chows only, pungs only."""

MAX_SETS: Final = 4
_SETS_MASK: Final = (1 << (MAX_SETS + 1)) - 1
_Open: TypeAlias = tuple[int, int, int]
_State: TypeAlias = frozenset[tuple[_Open, int]]


@dataclass(slots=True)
class SetAutomaton(Automaton[_State]):
    """Walks a lane for one sort of sets.

    A state maps (chows begun two kinds ago, chows begun at the last kind, pairs) to the mask of
    set counts reached.
    """

    def _start(self) -> _State:
        return frozenset({((0, 0, 0), 1)})

    def mask(self, state: int) -> Mask:
        """The lane's mask, once every kind is read: no chow may be left open."""
        low = high = 0
        for (two_ago, last, pairs), sets in self.state(state):
            if not two_ago and not last:
                low, high = (low | sets, high) if not pairs else (low, high | sets)
        return low | high << (MAX_SETS + 1)

    def _next(self, state: _State, tiles: int, cap: int) -> _State:
        reached: dict[_Open, int] = {}
        for (two_ago, last, pairs), sets in state:
            for chows in range(self.max_chows + 1):
                for pungs in range(self.max_pungs + 1):
                    grown = sets << (chows + pungs) & _SETS_MASK
                    for pair in range(2 - pairs):
                        used = two_ago + last + chows + 3 * pungs + 2 * pair
                        if grown and tiles <= used <= cap:
                            place = (last, chows, pairs + pair)
                            reached[place] = reached.get(place, 0) | grown
        return frozenset(reached.items())


# Three equal chows are three pungs of the same tiles, and a second pung of a kind can be a chow
# through it, so readings of any sort need no more than two and one.
_ANY: Final = SetAutomaton(max_chows=2, max_pungs=1)
_CHOWS: Final = SetAutomaton(max_chows=4, max_pungs=0)
_PUNGS: Final = SetAutomaton(max_chows=0, max_pungs=2)
AUTOMATA: Final = (_ANY, _CHOWS, _PUNGS)


def _walk(automaton: SetAutomaton, code: int, caps: int | None, kinds: int) -> Mask:
    return automaton.mask(automaton.walk(code, caps, kinds))


@lru_cache(maxsize=1 << 17)
def lane_class(code: int, caps: int | None = None) -> LaneClass:
    """Masks of a number lane; `caps` is a code of how many of each kind a reading may hold (C8)."""
    any_sort, chows, pungs = (_walk(automaton, code, caps, 9) for automaton in AUTOMATA)
    return any_sort, chows, pungs


@lru_cache(maxsize=1 << 16)
def honour_mask(code: int, caps: int | None = None) -> Mask:
    """Mask of the honours lane, where only pungs and a pair exist."""
    return _walk(_PUNGS, code, caps, 7)


def convolve(first: Mask, second: Mask) -> Mask:
    """What two lanes reach together: set counts add, and at most one of them holds the pair."""
    plain_first, pair_first = first & _SETS_MASK, first >> 5
    plain_second, pair_second = second & _SETS_MASK, second >> 5
    plain = _add(plain_first, plain_second)
    pair = _add(plain_first, pair_second) | _add(pair_first, plain_second)
    return plain | pair << 5


def _add(first: int, second: int) -> int:
    total = 0
    for sets in range(MAX_SETS + 1):
        if second >> sets & 1:
            total |= first << sets
    return total & _SETS_MASK
