"""What holds for every seating, whatever was asked."""

from __future__ import annotations

from collections.abc import Sequence

from tournaments.seating.plan import Facts, Seating

QUICK = 40_000
"""Tries that are enough where a test is not about how good a schedule is."""


def names(count: int) -> list[str]:
    return [f"player {number:03}" for number in range(count)]


def assert_seated(seating: Seating, players: Sequence[str]) -> None:
    """Four at each table, everybody at one table or sitting out, nobody twice."""
    assert all(len(table) == 4 for table in seating.tables)
    assert sorted(seating.players() + seating.sitting_out) == sorted(players)
    assert len(seating.sitting_out) == len(players) % 4


def assert_winds_exact(seatings: Sequence[Seating]) -> None:
    """Each player starts at each wind ⌊k/4⌋ or ⌈k/4⌉ times in k rounds."""
    for player, winds in Facts.of(seatings).winds.items():
        assert max(winds) - min(winds) <= 1, (player, winds)
