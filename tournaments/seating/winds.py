"""Who starts at which wind 门风: the four seats of each table, fair over all rounds.

Owns the order of the players at each table. Must not change who sits together.
For rounds planned together the balance is exact; with rounds already played
it is brought as near as exchanging seats can bring it.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from itertools import permutations

from tournaments.seating.board import Flat

WINDS = 4

Tables = list[list[int]]
"""Tables of all open rounds in a row; the order of a table is East, South, West, North."""


def seat_winds(rounds: Sequence[Flat], players: int, before: Sequence[Sequence[int]]) -> list[Flat]:
    """The rounds with every table in order of winds.

    `before[p]` counts the winds player p had in rounds already played. Where
    nobody has played yet, each player gets each wind ⌊k/4⌋ or ⌈k/4⌉ times in
    k rounds; this is always possible and always reached.
    """
    tables = [flat[at : at + WINDS] for flat in rounds for at in range(0, len(flat), WINDS)]
    placed = _split_twice(tables, players)
    if any(map(any, before)):
        _even_out(placed, before)
    found = iter(placed)
    return [[p for _ in range(0, len(flat), WINDS) for p in next(found)] for flat in rounds]


def _split_twice(tables: Tables, players: int) -> Tables:
    """Halve players × tables, then each half: every split leaves nobody more than one apart."""
    placed: Tables = [[] for _ in tables]
    for half in _split(tables, players):
        for quarter in _split(half, players):
            for table, (player,) in zip(placed, quarter, strict=True):
                table.append(player)
    return placed


def _split(tables: Tables, players: int) -> tuple[Tables, Tables]:
    """Two halves of an Euler split 欧拉分割: of each table, and of each player's tables, half.

    Players with an odd number of tables are joined to one more, of no
    account, so that the whole falls into closed trails. A trail goes from
    player to table to player, so its steps can be given to the halves in
    turn; at every player and every table the turns are even.
    """
    ends = [list(table) for table in tables]
    at: list[list[int]] = [[] for _ in range(players)]
    for number, table in enumerate(tables):
        for player in table:
            at[player].append(number)
    odd = [player for player in range(players) if len(at[player]) % 2]
    for player in odd:
        at[player].append(len(tables))
    ends.append(odd)
    halves: tuple[Tables, Tables] = ([[] for _ in ends], [[] for _ in ends])
    for player in range(players):
        while at[player]:
            _walk(player, at, ends, halves)
    return halves[0][:-1], halves[1][:-1]


def _walk(start: int, at: list[list[int]], ends: Tables, halves: tuple[Tables, Tables]) -> None:
    """One closed trail: into a table goes to the first half, out of it to the second."""
    player = start
    while at[player]:
        table = at[player].pop()
        ends[table].remove(player)
        halves[0][table].append(player)
        player = ends[table].pop()
        at[player].remove(table)
        halves[1][table].append(player)


def _even_out(tables: Tables, before: Sequence[Sequence[int]]) -> None:
    """Exchange two winds along chains of tables as long as that makes somebody's share fairer."""
    had = [list(counts) for counts in before]
    at: list[list[int]] = [[] for _ in before]
    for number, table in enumerate(tables):
        for wind, player in enumerate(table):
            had[player][wind] += 1
            at[player].append(number)
    improving = True
    while improving:
        improving = False
        for wind, other in permutations(range(WINDS), 2):
            for player in range(len(had)):
                while _relieve(player, wind, other, tables, had, at):
                    improving = True


def _relieve(
    player: int, wind: int, other: int, tables: Tables, had: list[list[int]], at: list[list[int]]
) -> bool:
    """Give the player, who has too much of `wind`, `other` instead, if a chain allows it.

    At a table where two players exchange the winds, the second now has one
    more of `wind`. Where he had too few the chain ends; else he exchanges at
    another table in turn. The squares of the shares fall by four at least.
    """
    if had[player][wind] - had[player][other] < 2:
        return False
    came_by: dict[int, int] = {}
    waiting = deque([player])
    while waiting:
        current = waiting.popleft()
        for number in at[current]:
            table = tables[number]
            if table[wind] != current or table[other] == player or table[other] in came_by:
                continue
            partner = table[other]
            came_by[partner] = number
            if had[partner][wind] < had[partner][other]:
                for flipped in _chain(partner, player, wind, tables, came_by):
                    _flip(tables[flipped], wind, other, had)
                return True
            waiting.append(partner)
    return False


def _chain(last: int, first: int, wind: int, tables: Tables, came_by: dict[int, int]) -> list[int]:
    chain: list[int] = []
    while last != first:
        number = came_by[last]
        chain.append(number)
        last = tables[number][wind]
    return chain


def _flip(table: list[int], wind: int, other: int, had: list[list[int]]) -> None:
    losing, gaining = table[wind], table[other]
    table[wind], table[other] = gaining, losing
    for player, gives, gets in ((losing, wind, other), (gaining, other, wind)):
        had[player][gives] -= 1
        had[player][gets] += 1


def best_order(table: Sequence[int], had: Sequence[Sequence[int]]) -> tuple[int, ...]:
    """The fairest winds at one table after what its players had: for a round drawn by itself.

    Rarest winds first: a wind had m times counts 4^m, so nobody runs ahead.
    """
    return min(_orders(table), key=lambda order: _unfairness(order, had))


def _orders(table: Sequence[int]) -> Iterator[tuple[int, ...]]:
    return permutations(table)


def _unfairness(order: Sequence[int], had: Sequence[Sequence[int]]) -> int:
    return sum(4 ** (had[player][wind] - min(had[player])) for wind, player in enumerate(order))


def imbalance(counts: Sequence[int]) -> int:
    """How far a player's winds are from as equal as they can be: 0 if most - least ≤ 1."""
    return max(0, max(counts) - min(counts) - 1)
