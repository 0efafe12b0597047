"""Changing seats after each dealer round."""

from __future__ import annotations

import pytest

from engine.errors import InvalidInput
from tournaments.seatplan import given_plan, seat_plan, seated


def test_fixed_means_that_nobody_moves() -> None:
    assert set(seat_plan("fixed", 4)) == {(0, 1, 2, 3)}


def test_clockwise_everybody_has_sat_everywhere_after_four_rounds() -> None:
    plan = seat_plan("clockwise", 4)
    assert plan[1] == (3, 0, 1, 2)
    assert all({places[player] for places in plan} == {0, 1, 2, 3} for player in range(4))


def test_drawn_plans_follow_from_seed_and_match() -> None:
    plan = seat_plan("drawn", 16, seed=b"s", match="m1")
    assert plan == seat_plan("drawn", 16, seed=b"s", match="m1")
    assert plan != seat_plan("drawn", 16, seed=b"s", match="m2")
    assert plan[0] == (0, 1, 2, 3)
    assert all(sorted(places) == [0, 1, 2, 3] for places in plan)


def test_a_longer_drawn_plan_begins_like_a_shorter_one() -> None:
    assert seat_plan("drawn", 8, seed=b"s")[:4] == seat_plan("drawn", 4, seed=b"s")


def test_seated_turns_the_plan_round() -> None:
    assert seated(seat_plan("clockwise", 4), 2) == (1, 2, 3, 0)
    assert seated(seat_plan("clockwise", 2), 9) == (1, 2, 3, 0)


@pytest.mark.parametrize("rounds", [[], [[0, 1, 2, 2]], [[1, 0, 2, 3]], [[0, 1, 2, 3], [0, 1, 2]]])
def test_a_plan_that_seats_nobody_or_somebody_twice_is_refused(rounds: list[list[int]]) -> None:
    with pytest.raises(InvalidInput):
        given_plan(rounds)


def test_a_drawn_plan_without_a_seed_is_refused() -> None:
    with pytest.raises(InvalidInput, match="seed"):
        seat_plan("drawn", 4)


def test_no_dealer_round_at_all_is_refused() -> None:
    with pytest.raises(InvalidInput, match="at least one"):
        seat_plan("fixed", 0)
