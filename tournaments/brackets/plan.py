"""A bracket as data: tables, and where the four seats of each come from.

Owns the types. Must not know players or results: seats come from a seed or
from a rank at an earlier table.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from engine.errors import InvalidInput

Part = Literal["play_in", "main", "upper", "lower", "small_final", "final"]
Kind = Literal["single", "double"]
Carry = Literal["none", "last", "all"]
"""Into the final: nothing, the points of the table before it, or of all but the play-in."""

LETTER: dict[Part, str] = {
    "play_in": "P", "main": "M", "upper": "U", "lower": "L", "small_final": "S", "final": "F",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Seed:
    """种子: place `number` of the entry list, from 1."""

    number: int


@dataclass(frozen=True, slots=True)
class From:
    """Whoever finished at `table` with this rank, 1 to 4."""

    table: str
    rank: int


Slot = Seed | From
Slots = tuple[Slot, Slot, Slot, Slot]


@dataclass(frozen=True, slots=True)
class Table:
    """One table of one round. `advance` is how many of it play on without having lost.

    `key` is the part's letter with round and number, such as M1.3; the final is F.
    """

    key: str
    part: Part
    round: int
    number: int
    slots: Slots
    advance: int
    matches: int = 1


@dataclass(frozen=True, slots=True)
class Bracket:
    """All tables, each after those it depends on; the last one is the final."""

    field: int
    advance: int
    kind: Kind
    carry: Carry
    tables: tuple[Table, ...]

    def table(self, key: str) -> Table:
        """Raises InvalidInput if there is none such."""
        for table in self.tables:
            if table.key == key:
                return table
        raise InvalidInput(f"no table {key} in this bracket", "table")

    def leads_to(self) -> dict[From, str]:
        """By rank at a table, the table it leads to. A rank that leads nowhere is out."""
        return {slot: table.key for table in self.tables for slot in feeders(table)}


def feeders(table: Table) -> Iterator[From]:
    """The seats that come from an earlier table."""
    return (slot for slot in table.slots if isinstance(slot, From))


def table_of(
    part: Part, number_of_round: int, number: int, slots: list[Slot], advance: int
) -> Table:
    """A table named by its part, round and number."""
    first, second, third, fourth = slots
    key = f"{LETTER[part]}{number_of_round}.{number}"
    return Table(key, part, number_of_round, number, (first, second, third, fourth), advance)


def snake(entries: list[Slot]) -> list[list[Slot]]:
    """Entries by strength over tables of four: down, up, down, up.

    With m tables, table i has entries i, 2m+1-i, 2m+i and 4m+1-i.
    """
    count = len(entries) // 4
    rows = [entries[row * count : (row + 1) * count] for row in range(4)]
    rows[1].reverse()
    rows[3].reverse()
    return [list(seats) for seats in zip(*rows, strict=True)]
