"""Two workloads timed in turns in one process, and the ratio of their rates."""

from __future__ import annotations

import gc
from collections.abc import Callable
from dataclasses import dataclass
from statistics import median
from time import process_time

Clock = Callable[[], float]
Work = Callable[[], "int | tuple[int, float]"]
"""Returns how many units it did, and the seconds they took where not all its time counts."""

ROUNDS = 9


@dataclass(frozen=True, slots=True)
class Rates:
    """Medians over the rounds: units a second of each side, and of the paired ratios."""

    ours: float
    peer: float
    ratio: float


def rate(work: Work, clock: Clock) -> float:
    """Units a second."""
    start = clock()
    done = work()
    if isinstance(done, tuple):
        return done[0] / done[1]
    return done / (clock() - start)


def alternate(ours: Work, peer: Work, rounds: int = ROUNDS, clock: Clock = process_time) -> Rates:
    """Both workloads once to warm up, then in turns, the one that goes first changing.

    Computing is timed in seconds of the processor, which others on the machine do not use up;
    whatever waits for a disk or another process needs `perf_counter`.
    """
    ours()
    peer()
    gc.collect()
    pairs = []
    for number in range(rounds):
        if number % 2:
            theirs, mine = rate(peer, clock), rate(ours, clock)
        else:
            mine, theirs = rate(ours, clock), rate(peer, clock)
        pairs.append((mine, theirs))
    return Rates(
        ours=median(mine for mine, _ in pairs),
        peer=median(theirs for _, theirs in pairs),
        ratio=median(mine / theirs for mine, theirs in pairs),
    )
