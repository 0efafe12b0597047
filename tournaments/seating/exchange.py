"""The cheapest fours of one round: neighbours first, then exchanges as long as they gain.

Owns the local search for a single round. Must not know where prices come
from. Ends after a bounded number of kicks.
"""

from __future__ import annotations

from collections.abc import Sequence

from tournaments.draws import Draws

KICKS = 8000
"""Divided by the number of tables, how often a table that stays dear is disturbed."""

Prices = Sequence[Sequence[int]]
"""What each two players cost at one table; 0 on the diagonal."""


def mended(price: Prices, draws: Draws) -> list[list[int]]:
    """Fours of the players 0 … n-1, n a multiple of four, from the top down."""
    tables = [list(range(at, at + 4)) for at in range(0, len(price), 4)]
    _descend(tables, price, range(len(tables)))
    if len(tables) > 1:
        for _ in range(KICKS // len(tables)):
            dear = _dear(tables, price)
            if not dear:
                break
            tables = _kicked(tables, price, dear[draws.below(len(dear))], draws)
    return sorted(tables, key=sum)


def table_price(table: Sequence[int], price: Prices) -> int:
    """What the six pairs of a table cost together."""
    a, b, c, d = table
    return price[a][b] + price[a][c] + price[a][d] + price[b][c] + price[b][d] + price[c][d]


def _dear(tables: Sequence[Sequence[int]], price: Prices) -> list[int]:
    """Tables where some two cost more than their distance in rank."""
    return [
        at
        for at, table in enumerate(tables)
        if any(price[a][b] > abs(a - b) for a in table for b in table)
    ]


def _kicked(tables: list[list[int]], price: Prices, at: int, draws: Draws) -> list[list[int]]:
    """The tables after one to three drawn exchanges with table `at` and a new descent.

    If that came out dearer, the tables as they were.
    """
    tried = [table.copy() for table in tables]
    changed = [at]
    for _ in range(1 + draws.below(3)):
        other = (at + 1 + draws.below(len(tables) - 1)) % len(tables)
        i, j = draws.below(4), draws.below(4)
        tried[at][i], tried[other][j] = tried[other][j], tried[at][i]
        changed.append(other)
    _descend(tried, price, sorted(set(changed)))
    return tried if _total(tried, price) <= _total(tables, price) else tables


def _total(tables: Sequence[Sequence[int]], price: Prices) -> int:
    return sum(table_price(table, price) for table in tables)


def _descend(tables: list[list[int]], price: Prices, start: Sequence[int]) -> None:
    """Best exchanges until none gains; only tables that changed are looked at again.

    Tables are taken from both ends in turn, so that neither end of the
    standing has to take what the other leaves.
    """
    waiting = _from_both_ends(start)
    while waiting:
        at = waiting.pop()
        found = _best_exchange(tables, price, at)
        if found:
            i, other, j = found
            tables[at][i], tables[other][j] = tables[other][j], tables[at][i]
            waiting += [table for table in (other, at) if table not in waiting]


def _from_both_ends(start: Sequence[int]) -> list[int]:
    """A stack from which the first, the last, the second … come off in turn."""
    order: list[int] = []
    left = list(start)
    while left:
        order.append(left.pop(0))
        if left:
            order.append(left.pop())
    return order[::-1]


def _best_exchange(
    tables: Sequence[Sequence[int]], price: Prices, at: int
) -> tuple[int, int, int] | None:
    """The exchange of a player of table `at` with one elsewhere that gains most, if any does."""
    here = tables[at]
    rows = [price[player] for player in here]
    p, q, r, s = here
    stays = [row[p] + row[q] + row[r] + row[s] for row in rows]
    best, found = 0, None
    for other, there in enumerate(tables):
        if other == at:
            continue
        u, v, w, x = there
        for j, player in enumerate(there):
            joins = price[player]
            to_here = joins[p] + joins[q] + joins[r] + joins[s]
            to_here -= joins[u] + joins[v] + joins[w] + joins[x]
            for i, row in enumerate(rows):
                change = to_here + row[u] + row[v] + row[w] + row[x] - stays[i]
                change -= 2 * row[player]
                if change < best:
                    best, found = change, (i, other, j)
    return found
