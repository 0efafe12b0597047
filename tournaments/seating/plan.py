"""A seating as others see it: names at numbered tables in order of winds, round by round.

Owns these shapes and the facts that follow from them. Must not know how they are made.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations

Four = tuple[str, str, str, str]
"""The players of a table, who start at East, South, West and North."""

Pair = tuple[str, str]
"""Two players in ascending order."""


@dataclass(frozen=True, slots=True)
class Seating:
    """One round 轮: table n is `tables[n - 1]`; `sitting_out` are those without a table."""

    tables: tuple[Four, ...]
    sitting_out: tuple[str, ...] = ()

    def players(self) -> tuple[str, ...]:
        """Everybody who has a seat, table by table."""
        return tuple(player for table in self.tables for player in table)


@dataclass(slots=True)
class Facts:
    """What has happened, or will, over a number of rounds: all counted from the seatings."""

    met_in: dict[Pair, list[int]] = field(default_factory=dict)
    """The rounds, from 1, in which two players share a table."""
    winds: dict[str, list[int]] = field(default_factory=dict)
    """How often a player starts at East, South, West, North."""
    tables_of: dict[str, dict[int, int]] = field(default_factory=dict)
    """A player's table number by round."""
    sat_out: dict[str, list[int]] = field(default_factory=dict)
    """The rounds a player sits out."""

    @classmethod
    def of(cls, seatings: Iterable[Seating]) -> Facts:
        """What these rounds come to; the first is round 1."""
        facts = cls()
        for round_, seating in enumerate(seatings, 1):
            facts._count(round_, seating)
        return facts

    def _count(self, round_: int, seating: Seating) -> None:
        for number, table in enumerate(seating.tables, 1):
            for pair in combinations(sorted(table), 2):
                self.met_in.setdefault(pair, []).append(round_)
            for wind, player in enumerate(table):
                self.winds.setdefault(player, [0, 0, 0, 0])[wind] += 1
                self.tables_of.setdefault(player, {})[round_] = number
        for player in seating.sitting_out:
            self.sat_out.setdefault(player, []).append(round_)

    def meetings(self, one: str, other: str) -> int:
        """How often two have sat at one table."""
        return len(self.met_in.get((min(one, other), max(one, other)), ()))

    def winds_of(self, players: Sequence[str]) -> list[list[int]]:
        """How often each of these sat E, S, W and N."""
        return [list(self.winds.get(player, (0, 0, 0, 0))) for player in players]

    def visits_of(self, players: Sequence[str]) -> list[Mapping[int, int]]:
        """How often each player sat at which table, numbers from 0."""
        visits: list[Mapping[int, int]] = []
        for player in players:
            been: dict[int, int] = {}
            for number in self.tables_of.get(player, {}).values():
                been[number - 1] = been.get(number - 1, 0) + 1
            visits.append(been)
        return visits


def as_seating(flat: Sequence[int], names: Sequence[str], sitting_out: Sequence[str]) -> Seating:
    """A round of numbers, four to a table, with names put in."""
    tables: list[Four] = []
    for at in range(0, len(flat), 4):
        east, south, west, north = (names[player] for player in flat[at : at + 4])
        tables.append((east, south, west, north))
    return Seating(tuple(tables), tuple(sitting_out))
