"""The rounds being arranged, as numbers that a search can change quickly.

Owns who sits together in each open round and what each pair's meetings cost.
Must not know names, winds or table numbers: players are numbers from 0.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

Flat = list[int]
"""One round: the players of table 0, then of table 1 and so on, four each."""

Price = tuple[int, ...]
"""What a pair costs that meets 0, 1, 2 … times."""


def pairs_of(flat: Sequence[int]) -> Iterator[tuple[int, int]]:
    """The six pairs of each table of a round."""
    for start in range(0, len(flat), 4):
        yield from combinations(flat[start : start + 4], 2)


def repeats_price(longest: int) -> Price:
    """C(m, 2) for m meetings: the second costs 1, the third 2 more, so repeats are spread."""
    return tuple(m * (m - 1) // 2 for m in range(longest + 1))


class Board:
    """Open rounds, how often each pair met in all, and what one meeting more or less changes.

    `more[a][b]` is the price of another meeting, `less[a][b]` what one fewer
    saves. Both are 0 on the diagonal, which lets sums run over whole tables.
    """

    __slots__ = ("cost", "less", "met", "more", "prices", "rounds")

    def __init__(
        self, players: int, longest: int, prices: dict[tuple[int, int], Price] | None = None
    ) -> None:
        """`longest` bounds the meetings of any pair; `prices` by (a, b) with a < b."""
        usual = repeats_price(longest + 1)
        self.prices = [[usual] * players for _ in range(players)]
        for (a, b), price in (prices or {}).items():
            self.prices[a][b] = self.prices[b][a] = price
        self.met = [[0] * players for _ in range(players)]
        self.more = [[price[1] - price[0] for price in row] for row in self.prices]
        self.less = [[0] * players for _ in range(players)]
        for player in range(players):
            self.more[player][player] = 0
        self.rounds: list[Flat] = []
        self.cost = sum(self.prices[a][b][0] for a in range(players) for b in range(a))

    def change(self, a: int, b: int, by: int) -> None:
        """The pair meets `by` times more, or fewer."""
        price = self.prices[a][b]
        before = self.met[a][b]
        now = before + by
        self.met[a][b] = self.met[b][a] = now
        self.cost += price[now] - price[before]
        self.more[a][b] = self.more[b][a] = price[now + 1] - price[now]
        self.less[a][b] = self.less[b][a] = price[now] - price[now - 1] if now else 0

    def count(self, flat: Sequence[int], by: int = 1) -> None:
        """Take a round's meetings into account, or out of it, without opening it."""
        for a, b in pairs_of(flat):
            self.change(a, b, by)

    def open(self, flat: Sequence[int]) -> None:
        """Add a round that may still be changed."""
        self.rounds.append(list(flat))
        self.count(flat)

    def replace(self, rounds: Sequence[Sequence[int]]) -> None:
        """Put these in the place of all open rounds."""
        for old in self.rounds:
            self.count(old, -1)
        self.rounds = []
        for new in rounds:
            self.open(new)

    def snapshot(self) -> list[Flat]:
        """A copy of the rounds, to go back to."""
        return [flat.copy() for flat in self.rounds]

    def swap(self, flat: Flat, i: int, j: int) -> None:
        """Two places of a round, at different tables, change players."""
        a, b = flat[i], flat[j]
        for at in range(i & ~3, (i & ~3) + 4):
            if at != i:
                self.change(a, flat[at], -1)
                self.change(b, flat[at], 1)
        for at in range(j & ~3, (j & ~3) + 4):
            if at != j:
                self.change(b, flat[at], -1)
                self.change(a, flat[at], 1)
        flat[i], flat[j] = b, a

    def swap_costs(self, flat: Flat, i: int, j: int) -> int:
        """By how much the cost would change with `swap`."""
        a, b = flat[i], flat[j]
        more_a, more_b, less_a, less_b = self.more[a], self.more[b], self.less[a], self.less[b]
        change = -more_b[a] - more_a[b]
        for x in flat[i & ~3 : (i & ~3) + 4]:
            change += more_b[x] - less_a[x]
        for x in flat[j & ~3 : (j & ~3) + 4]:
            change += more_a[x] - less_b[x]
        return change
