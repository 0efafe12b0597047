"""Double elimination 双败淘汰: who loses once goes on below, who loses twice is out.

Owns the lower half. Must not know how the upper half is seeded. At every table
the first two win and the last two lose.
"""

from __future__ import annotations

from tournaments.brackets.plan import From, Slot, Table, table_of
from tournaments.brackets.single import Rounds, crossed, next_seats


def lower_rounds(upper: Rounds) -> Rounds:
    """The lower rounds: the losers of the first upper round among themselves, then in turn
    the survivors against those who come down, and the survivors among themselves.
    """
    first = upper[0]
    seats = crossed([(table, 3) for table in first], [(table, 4) for table in first])
    rounds = [_lower(seats, 1)]
    for down in upper[1:]:
        if len(rounds[-1]) > len(down):
            rounds.append(_lower(next_seats(rounds[-1], 2), len(rounds) + 1))
        rounds.append(_lower(merged(rounds[-1], down), len(rounds) + 1))
    return rounds


def merged(survivors: list[Table], down: list[Table]) -> list[list[Slot]]:
    """As many lower tables as upper ones: winner and runner-up of two lower tables with the
    third and the fourth of two upper ones, those in opposite order so that paths cross.
    """
    count = len(down)
    return [
        [
            From(survivors[j].key, 1),
            From(survivors[(j + 1) % count].key, 2),
            From(down[count - 1 - j].key, 3),
            From(down[(count // 2 + count - 1 - j) % count].key, 4),
        ]
        for j in range(count)
    ]


def _lower(seats: list[list[Slot]], number_of_round: int) -> list[Table]:
    return [
        table_of("lower", number_of_round, number, slots, 2)
        for number, slots in enumerate(seats, start=1)
    ]


def grand_final(upper: Rounds, lower: Rounds) -> list[Slot]:
    """The two who never lost and the two who came back."""
    up, low = upper[-1][0].key, lower[-1][0].key
    return [From(up, 1), From(up, 2), From(low, 1), From(low, 2)]
