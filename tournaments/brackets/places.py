"""Final places of a bracket: the final's ranks, then how far the others came.

Owns places. Must not know how a table was decided. Those who went out in the
same round with the same rank share a place.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from tournaments.brackets.plan import Bracket, From, Part, Table
from tournaments.brackets.results import Filled
from tournaments.people import Player

LEVEL: dict[Part, int] = {
    "play_in": 0, "main": 1, "upper": 1, "lower": 1, "small_final": 2, "final": 3,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class BracketPlace:
    """A place that is certain, `sharing` by so many, and the table that decided it."""

    place: int
    sharing: int
    player: Player
    table: str


Exit = tuple[int, int, int]
"""Part, round and, negative, rank: the larger, the further."""


def exit_of(table: Table, rank: int) -> Exit:
    """How far whoever is out at that rank of a table has come; greater is further."""
    return (LEVEL[table.part], table.round, -rank)


def places(bracket: Bracket, filled: Filled) -> tuple[BracketPlace, ...]:
    """Everybody whose place is certain by now, best first; their number grows to the field's."""
    onward = bracket.leads_to()
    exits = [
        (exit_of(table, rank), table, rank)
        for table in bracket.tables
        for rank in range(1, 5)
        if From(table.key, rank) not in onward
    ]
    sizes = Counter(way for way, _, _ in exits)
    found = [
        BracketPlace(
            place=1 + sum(size for other, size in sizes.items() if other > way),
            sharing=sizes[way],
            player=filled[table.key].ways[rank - 1],
            table=table.key,
        )
        for way, table, rank in exits
        if filled[table.key].status == "finished"
    ]
    return tuple(sorted(found, key=lambda each: (each.place, each.table)))
