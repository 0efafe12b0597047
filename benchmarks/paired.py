"""Two workloads timed in turns in one process, and the ratio of their rates."""

from __future__ import annotations

import gc
from collections.abc import Callable
from dataclasses import dataclass
from statistics import median
from time import perf_counter

Work = Callable[[], "int | tuple[int, float]"]
"""Returns how many units it did, and the seconds they took where not all its time counts."""

ROUNDS = 9


@dataclass(frozen=True, slots=True)
class Rates:
    """Medians over the rounds: units a second of each side, and of the paired ratios."""

    ours: float
    peer: float
    ratio: float


def rate(work: Work) -> float:
    """Units a second."""
    start = perf_counter()
    done = work()
    if isinstance(done, tuple):
        return done[0] / done[1]
    return done / (perf_counter() - start)


def alternate(ours: Work, peer: Work, rounds: int = ROUNDS) -> Rates:
    """Both workloads once to warm up, then in turns, the one that goes first changing."""
    ours()
    peer()
    gc.collect()
    pairs = []
    for number in range(rounds):
        if number % 2:
            theirs, mine = rate(peer), rate(ours)
        else:
            mine, theirs = rate(ours), rate(peer)
        pairs.append((mine, theirs))
    return Rates(
        ours=median(mine for mine, _ in pairs),
        peer=median(theirs for _, theirs in pairs),
        ratio=median(mine / theirs for mine, theirs in pairs),
    )
