"""Which table number each four get: fixed tables first, then everybody around the room.

Owns the numbers of tables. Must not change who sits together, nor at which wind.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tournaments.seating.assignment import cheapest_columns
from tournaments.seating.board import Flat

FIXED = 1_000_000
"""The price of moving a player away from a fixed table."""


def spread_tables(
    rounds: Sequence[Flat], pinned: Mapping[int, int], visits: Sequence[Mapping[int, int]]
) -> list[Flat]:
    """The rounds with their tables in order of numbers.

    `pinned` gives players' fixed tables and `visits[p]` how often p sat at
    which table before, both counted from 0. A visit costs as many as came before it,
    squared, so nobody stays in one corner; each round is the cheapest
    possible after those before it.
    """
    been = [dict(counts) for counts in visits]
    placed: list[Flat] = []
    for flat in rounds:
        tables = [flat[at : at + 4] for at in range(0, len(flat), 4)]
        costs = [_costs(table, len(tables), pinned, been) for table in tables]
        order: list[list[int]] = [[] for _ in tables]
        for table, number in zip(tables, cheapest_columns(costs), strict=True):
            order[number] = table
            for player in table:
                been[player][number] = been[player].get(number, 0) + 1
        placed.append([player for table in order for player in table])
    return placed


def _costs(
    table: Sequence[int],
    numbers: int,
    pinned: Mapping[int, int],
    been: Sequence[Mapping[int, int]],
) -> list[int]:
    costs = [0] * numbers
    for player in table:
        for number, times in been[player].items():
            if number < numbers:
                costs[number] += times * times
        if player in pinned:
            costs = [
                cost + (FIXED if number != pinned[player] else 0)
                for number, cost in enumerate(costs)
            ]
    return costs
