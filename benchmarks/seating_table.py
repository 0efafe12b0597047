"""How many pairs repeat in rotation schedules, and how long a schedule and a Swiss round take.

Numbers of pairs do not depend on the machine, so this table has no ratios;
the seconds are of one core.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from time import process_time

from tournaments.seating.plan import Seating
from tournaments.seating.quality import Quality
from tournaments.seating.rotation import rotation
from tournaments.seating.swiss import swiss_round

ROUNDS = range(4, 12)
SECONDS = 10.0
"""What a schedule may take."""
SWISS_SECONDS = 2.0
SEED = b"benchmarks"

REPEATS: dict[int, tuple[int, ...]] = {
    8: (20, 32, 44, 56, 68, 80, 92, 104),
    12: (18, 28, 42, 60, 78, 96, 114, 132),
    16: (0, 0, 24, 48, 72, 96, 120, 144),
    20: (0, 0, 6, 20, 50, 80, 110, 140),
    24: (0, 0, 0, 0, 18, 50, 84, 120),
    28: (0, 0, 0, 0, 0, 0, 42, 84),
    32: (0, 0, 0, 0, 0, 0, 16, 48),
    **dict.fromkeys((36, 40, 44, 48, 52, 56, 60, 64, 72, 100, 200, 400), (0,) * 8),
}
"""By players: the most repeated pairs wanted in 4, 5 … 11 rounds."""


def measured() -> int:
    """Print both tables; how many numbers are not what is to be reached."""
    print(f"| players | {' | '.join(f'{rounds} rounds' for rounds in ROUNDS)} | slowest |")
    print(f"| ---: |{' ---: |' * (len(ROUNDS) + 1)}", flush=True)
    missed = sum(_row(players) for players in REPEATS)
    print("\nRepeated pairs, in brackets what no schedule goes below; seconds of one core.\n")
    return missed + _swiss(400, 8)


def _row(players: int) -> int:
    """One line of the table; the number of its cells that miss."""
    cells, slowest, missed = [], 0.0, 0
    for rounds, wanted in zip(ROUNDS, REPEATS[players], strict=True):
        quality, seconds = _timed(players, rounds)
        good = quality.repeats <= wanted and not quality.wind_imbalance and seconds <= SECONDS
        cells.append(_cell(quality, good))
        slowest = max(slowest, seconds)
        missed += not good
    print(f"| {players} | {' | '.join(cells)} | {slowest:.1f} s |", flush=True)
    return missed


def _timed(players: int, rounds: int) -> tuple[Quality, float]:
    began = process_time()
    schedule = rotation(_names(players), rounds, SEED)
    return schedule.quality, process_time() - began


def _cell(quality: Quality, good: bool) -> str:
    bound = f" ({quality.repeats_bound})" if quality.repeats else ""
    return f"{quality.repeats}{bound}" if good else f"**{quality.repeats}**{bound}"


def _names(players: int) -> list[str]:
    return [f"player {number:03}" for number in range(players)]


def _swiss(players: int, rounds: int) -> int:
    """Rounds after made-up results; whether one took too long or repeated a pair."""
    repeats, slowest = 0, 0.0
    for found, seconds in _swiss_rounds(players, rounds):
        repeats += found
        slowest = max(slowest, seconds)
    print(f"Swiss, {players} players, {rounds} rounds: {repeats} repeated pairs, ", end="")
    print(f"slowest round {slowest:.2f} s, to reach 0 and {SWISS_SECONDS:.0f} s\n", flush=True)
    return int(repeats > 0 or slowest > SWISS_SECONDS)


def _swiss_rounds(players: int, rounds: int) -> Iterator[tuple[int, float]]:
    chance = Random(1)
    points = dict.fromkeys(_names(players), 0)
    played: list[Seating] = []
    for _ in range(rounds):
        standing = sorted(points, key=lambda player: (-points[player], player))
        began = process_time()
        pairing = swiss_round(standing, SEED, played=played)
        yield len(pairing.repeats), process_time() - began
        played.append(pairing.seating)
        for table in pairing.seating.tables:
            for player, won in zip(chance.sample(table, 4), (4, 2, 1, 0), strict=True):
                points[player] += won
