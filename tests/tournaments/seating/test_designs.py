from __future__ import annotations

from collections import Counter

import pytest

from tournaments.seating.board import pairs_of
from tournaments.seating.designs import ALL_MEET, STARTERS, known_rounds


def meetings(rounds: list[list[int]]) -> Counter[tuple[int, int]]:
    return Counter((min(pair), max(pair)) for flat in rounds for pair in pairs_of(flat))


@pytest.mark.parametrize("players", [*STARTERS, 64])
def test_as_many_rounds_as_there_can_be_without_a_repeat(players: int) -> None:
    most = (players - 1) // 3
    rounds = known_rounds(players, most + 5)
    assert len(rounds) == most
    assert all(sorted(flat) == list(range(players)) for flat in rounds)
    assert max(meetings(rounds).values()) == 1


@pytest.mark.parametrize(("players", "rounds"), [(20, 5), (32, 9), (68, 17), (100, 25), (76, 13)])
def test_transversals_repeat_nobody(players: int, rounds: int) -> None:
    found = known_rounds(players, rounds)
    assert len(found) == rounds
    assert all(sorted(flat) == list(range(players)) for flat in found)
    assert max(meetings(found).values()) == 1


@pytest.mark.parametrize("players", range(72, 404, 4))
def test_eleven_rounds_are_known_for_every_large_field(players: int) -> None:
    found = known_rounds(players, 11)
    assert len(found) == 11
    assert max(meetings(found).values()) == 1


@pytest.mark.parametrize(("players", "rounds"), ALL_MEET)
def test_where_all_meet_they_do(players: int, rounds: int) -> None:
    found = known_rounds(players, rounds)
    assert all(sorted(flat) == list(range(players)) for flat in found)
    assert len(meetings(found)) == players * (players - 1) // 2


@pytest.mark.parametrize("players", [4, 8, 12])
def test_small_fields_have_at_least_a_round(players: int) -> None:
    assert max(meetings(known_rounds(players, 3)).values()) == 1
