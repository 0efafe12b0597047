"""The cheapest way to give each row a column of its own (Hungarian method 匈牙利算法).

Owns the method alone; must not know tables or players.
"""

from __future__ import annotations

from collections.abc import Sequence


def cheapest_columns(costs: Sequence[Sequence[int]]) -> list[int]:
    """For a square matrix, the column of each row such that the sum is least.

    Shortest augmenting paths with potentials, O(n³) at worst; close to n²
    where cheap columns are plenty, because a path ends at the first free one.
    """
    size = len(costs)
    row_of = [-1] * size
    row_price, column_price = [0] * size, [0] * size
    for row in range(size):
        path = _Path(costs, row_price, column_price, row)
        column = path.to_free_column(row_of)
        path.settle(row_of)
        while column >= 0:
            before = path.came_from[column]
            row_of[column] = row if before < 0 else row_of[before]
            column = before
    columns = [0] * size
    for column, row in enumerate(row_of):
        columns[row] = column
    return columns


class _Path:
    """A shortest path from a new row to a column that no row has."""

    def __init__(
        self,
        costs: Sequence[Sequence[int]],
        row_price: list[int],
        column_price: list[int],
        row: int,
    ) -> None:
        self.costs, self.row_price, self.column_price = costs, row_price, column_price
        self.start = row
        self.came_from = [-1] * len(costs)
        self.visited: list[tuple[int, int]] = []
        self.length = 0

    def to_free_column(self, row_of: Sequence[int]) -> int:
        size = len(self.costs)
        reach: list[int | None] = [None] * size
        open_columns = list(range(size))
        row, via = self.start, -1
        while True:
            prices, base = self.costs[row], self.length - self.row_price[row]
            nearest = -1
            least: int | None = None
            for column in open_columns:
                length = base + prices[column] - self.column_price[column]
                known = reach[column]
                if known is None or length < known:
                    reach[column] = known = length
                    self.came_from[column] = via
                if least is None or known < least:
                    nearest, least = column, known
            assert least is not None
            self.length = least
            if row_of[nearest] < 0:
                return nearest
            open_columns.remove(nearest)
            self.visited.append((nearest, least))
            row, via = row_of[nearest], nearest

    def settle(self, row_of: Sequence[int]) -> None:
        """Raise prices so that the path's steps cost nothing and all others nothing less."""
        self.row_price[self.start] += self.length
        for column, reached in self.visited:
            self.column_price[column] -= self.length - reached
            self.row_price[row_of[column]] += self.length - reached
