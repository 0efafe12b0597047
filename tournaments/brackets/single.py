"""Single elimination: from a full field to the final, without a rematch before it.

Owns who meets whom next. Must not know how the field was filled.
"""

from __future__ import annotations

from tournaments.brackets.plan import From, Part, Slot, Table, snake, table_of

Rounds = list[list[Table]]


def main_rounds(entries: list[Slot], advance: int, part: Part) -> Rounds:
    """The rounds of a field of 4, 8, 16 …, or of 4, 16, 64 … with one advancing."""
    rounds = [_numbered(snake(entries), part, 1, advance)]
    while len(rounds[-1]) > 1:
        seats = next_seats(rounds[-1], advance)
        rounds.append(_numbered(seats, part, len(rounds) + 1, advance))
    return rounds


def _numbered(
    seats: list[list[Slot]], part: Part, number_of_round: int, advance: int
) -> list[Table]:
    return [
        table_of(part, number_of_round, number, slots, advance)
        for number, slots in enumerate(seats, start=1)
    ]


def next_seats(tables: list[Table], advance: int) -> list[list[Slot]]:
    """Who sits where after m tables.

    Two advance: table j has the winners of j and m+1-j and the runners-up of
    m/2+1-j and m/2+j. One advances: the winners in a snake.
    """
    if advance == 1:
        return snake([From(table.key, 1) for table in tables])
    return crossed([(table, 1) for table in tables], [(table, 2) for table in tables])


Ranked = list[tuple[Table, int]]
"""A rank at each of m tables."""


def crossed(better: Ranked, worse: Ranked) -> list[list[Slot]]:
    """Two ranks of each of m tables over m/2 tables, so that none of a table meet."""
    count = len(better)
    half = count // 2
    return [
        [
            _slot(better[j]),
            _slot(better[count - 1 - j]),
            _slot(worse[half - 1 - j]),
            _slot(worse[half + j]),
        ]
        for j in range(half)
    ]


def _slot(ranked: tuple[Table, int]) -> From:
    table, rank = ranked
    return From(table.key, rank)
