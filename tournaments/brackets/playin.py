"""The play-in 预赛: from any number of entries to a full main field.

Owns who has a bye and where the survivors of the play-in are seeded. Must not
know what follows. The strongest have byes; the rest sit in a snake.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from tournaments.brackets.choosing import cheapest
from tournaments.brackets.plan import From, Slot, Table, snake, table_of


@dataclass(frozen=True, slots=True)
class Cut:
    """So many tables; all let `advance` through but one, which lets `odd` through."""

    tables: int
    advance: int
    odd: int

    def through(self) -> Iterator[list[int]]:
        """How many each table lets through: rather the first is the easy one, the last the hard."""
        places = range(self.tables)
        for at in places if self.odd > self.advance else reversed(places):
            yield [self.odd if table == at else self.advance for table in places]


def main_field(field: int, advance: int) -> int:
    """The largest field that halves, or with one advancing quarters, down to a final of four."""
    size = 4
    while size * 4 // advance <= field:
        size = size * 4 // advance
    return size


def direct_cut(field: int, main: int, advance: int) -> Cut | None:
    """One round of tables that leaves `main`, or None where there are too few to fill them.

    What does not divide is met by one table: three of it advance rather than one.
    """
    excess = field - main
    for odd in dict.fromkeys((advance, 3, 2, 1)):
        tables, rest = divmod(excess - (4 - odd), 4 - advance)
        if rest == 0 and tables >= 0 and 4 * (tables + 1) <= field:
            return Cut(tables + 1, advance, odd)
    return None


def play_in(entries: list[Slot], main: int, advance: int) -> tuple[list[Table], list[Slot]]:
    """The tables of the play-in, and the main field by seed.

    Where one round cannot do it, the last four seeds meet before it at one table.
    """
    if len(entries) == main:
        return [], entries
    cut = direct_cut(len(entries), main, advance)
    if cut is not None:
        return _round(entries, cut, 1, main)
    through = next(k for k in (3, 2, 1) if direct_cut(len(entries) - 4 + k, main, advance))
    before, left = _round(entries, Cut(1, through, through), 1, main)
    cut = direct_cut(len(left), main, advance)
    assert cut is not None
    tables, left = _round(left, cut, 2, main)
    return before + tables, left


def _round(
    entries: list[Slot], cut: Cut, number_of_round: int, main: int
) -> tuple[list[Table], list[Slot]]:
    """Of all ways to seed the survivors, the first with the fewest rematches right after."""
    byes = entries[: len(entries) - 4 * cut.tables]
    seats = snake(entries[len(byes) :])
    ways = (
        (tables, byes + order)
        for through in cut.through()
        for tables in [_numbered(seats, through, number_of_round)]
        for order in _survivors(tables)
    )
    return cheapest(ways, lambda way: rematches(way[1], main))


def _numbered(seats: list[list[Slot]], through: list[int], number_of_round: int) -> list[Table]:
    return [
        table_of("play_in", number_of_round, number, slots, advance)
        for number, (slots, advance) in enumerate(zip(seats, through, strict=True), start=1)
    ]


def _survivors(tables: list[Table]) -> Iterator[list[Slot]]:
    """The winners in the order of their tables; then the others, in several orders."""
    winners = [From(table.key, 1) for table in tables]
    rest = [From(table.key, 2) for table in reversed(tables) if table.advance >= 2]
    rest += [From(table.key, 3) for table in tables if table.advance >= 3]
    return ([*winners, *order] for order in _orders(rest))


def _orders(rest: list[From]) -> Iterator[list[From]]:
    """Those who did not win: last table's first, then turned round until nobody meets again."""
    for order in (rest, rest[::-1]):
        for turn in range(len(order) or 1):
            yield [*order[turn:], *order[:turn]]


def rematches(seeds: list[Slot], main: int) -> int:
    """How often two from one table of the play-in would meet at their next table."""
    if len(seeds) != main:
        return 0
    count = 0
    for seats in snake(seeds):
        met = Counter(slot.table for slot in seats if isinstance(slot, From))
        count += sum(number - 1 for number in met.values())
    return count
