"""Table points by place, ties shared to the twelfth."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import InvalidInput, InvalidNotation
from tournaments.points.match import points_of_match
from tournaments.points.scheme import CHINESE, PointsScheme, bonuses, by_place
from tournaments.points.twelfths import format_twelfths, parse_twelfths, twelfths_to_text

SCHEME = PointsScheme(table=CHINESE, bonus=bonuses((15, 5, -5, -15)))
HALF, THIRD, QUARTER = Fraction(1, 2), Fraction(1, 3), Fraction(1, 4)


def four_results(least: int = -200, most: int = 200) -> st.SearchStrategy[list[int]]:
    three = st.lists(st.integers(least, most), min_size=3, max_size=3)
    return three.map(lambda results: [*results, -sum(results)])


def table_points(game: list[int]) -> list[Fraction]:
    return [Fraction(each.table, 12) for each in points_of_match(SCHEME, game)]


@pytest.mark.parametrize(
    ("game", "expected"),
    [
        pytest.param([120, 35, -20, -135], [4, 2, 1, 0], id="four different places"),
        pytest.param([50, 50, -40, -60], [3, 3, 1, 0], id="two firsts"),
        pytest.param([60, 10, 10, -80], [4, 1 + HALF, 1 + HALF, 0], id="two seconds"),
        pytest.param([70, 30, -50, -50], [4, 2, HALF, HALF], id="two thirds"),
        pytest.param([40, 40, 40, -120], [7 * THIRD] * 3 + [0], id="three firsts"),
        pytest.param([90, -30, -30, -30], [4, 1, 1, 1], id="three seconds"),
        pytest.param([0, 0, 0, 0], [7 * QUARTER] * 4, id="all equal"),
    ],
)
def test_table_points_of_the_known_cases(game: list[int], expected: list[Fraction]) -> None:
    assert table_points(game) == expected
    assert table_points(game[::-1]) == expected[::-1]


def test_a_tie_shares_the_better_rank() -> None:
    ranks = [(each.rank, each.tied) for each in points_of_match(SCHEME, [60, 10, 10, -80])]
    assert ranks == [(1, 1), (2, 2), (2, 2), (4, 1)]


def test_bonuses_are_shared_like_table_points() -> None:
    assert [each.bonus for each in points_of_match(SCHEME, [9, 9, 0, -18])] == [120, 120, -60, -180]


def test_results_that_do_not_add_up_to_zero_are_refused() -> None:
    with pytest.raises(InvalidInput, match="add up to 1"):
        points_of_match(SCHEME, [1, 0, 0, 0])


def test_a_table_of_three_is_refused() -> None:
    with pytest.raises(InvalidInput, match="got 3"):
        points_of_match(SCHEME, [1, 0, -1])


def test_values_that_rise_with_a_worse_place_are_refused() -> None:
    with pytest.raises(InvalidInput, match="better place"):
        by_place((4, 1, 2, 0))


def test_bonuses_that_make_points_are_refused() -> None:
    with pytest.raises(InvalidInput, match="zero"):
        bonuses((15, 5, -5, -10))


@given(four_results(-3, 3), st.lists(st.integers(-20, 20), min_size=4, max_size=4))
def test_whatever_is_tied_a_table_gives_exactly_its_points(
    game: list[int], values: list[int]
) -> None:
    own = by_place(sorted(values, reverse=True))
    given_out = points_of_match(PointsScheme(table=own, bonus=SCHEME.bonus), game)
    assert sum(each.table for each in given_out) == sum(own)
    assert sum(each.bonus for each in given_out) == 0


@given(four_results(-3, 3))
def test_equal_results_get_equal_points_and_more_never_brings_less(game: list[int]) -> None:
    pairs = sorted((each.game, each.table) for each in points_of_match(SCHEME, game))
    assert len(set(pairs)) == len(set(game))
    assert [table for _, table in pairs] == sorted(table for _, table in pairs)


@pytest.mark.parametrize(
    ("amount", "shown", "written"),
    [(48, "4", "4"), (18, "1½", "3/2"), (28, "2⅓", "7/3"), (-6, "-½", "-1/2"), (0, "0", "0"),
     (21, "1¾", "7/4"), (29, "2 5/12", "29/12"), (-1, "-1/12", "-1/12")],
)  # fmt: skip
def test_twelfths_are_shown_and_written(amount: int, shown: str, written: str) -> None:
    assert format_twelfths(amount) == shown
    assert twelfths_to_text(amount) == written


@given(st.integers(-10_000, 10_000))
def test_what_was_written_is_read_back(amount: int) -> None:
    assert parse_twelfths(twelfths_to_text(amount)) == amount


@pytest.mark.parametrize("text", ["", "1.5", "1/7", "1/0", "½", "٣", "--1", "1/5"])
def test_what_is_no_number_of_twelfths_is_refused(text: str) -> None:
    with pytest.raises(InvalidNotation):
        parse_twelfths(text)
