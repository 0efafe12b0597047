from __future__ import annotations

from itertools import permutations

from hypothesis import given
from hypothesis import strategies as st

from tournaments.seating.assignment import cheapest_columns
from tournaments.seating.field import uneven_choices
from tournaments.seating.numbers import spread_tables
from tournaments.seating.winds import best_order, imbalance, seat_winds


@st.composite
def rounds(draw: st.DrawFn) -> tuple[int, list[list[int]]]:
    players = draw(st.integers(4, 24))
    order = st.permutations(range(players)).map(lambda all_: list(all_[: players // 4 * 4]))
    return players, draw(st.lists(order, min_size=1, max_size=9))


@given(rounds())
def test_winds_are_exact_whoever_plays_with_whom(drawn: tuple[int, list[list[int]]]) -> None:
    players, flats = drawn
    seated = seat_winds(flats, players, [[0] * 4] * players)
    winds = [[0] * 4 for _ in range(players)]
    for flat, ordered in zip(flats, seated, strict=True):
        for at in range(0, len(flat), 4):
            assert sorted(flat[at : at + 4]) == sorted(ordered[at : at + 4])
        for at, player in enumerate(ordered):
            winds[player][at % 4] += 1
    assert all(max(counts) - min(counts) <= 1 for counts in winds)


def test_winds_make_up_for_what_was_played() -> None:
    """Everybody had one wind twice already; six more rounds bring all to two."""
    before = [[2 * (wind == player % 4) for wind in range(4)] for player in range(16)]
    flats = [list(range(16)) for _ in range(6)]
    winds = [list(counts) for counts in before]
    for flat in seat_winds(flats, 16, before):
        for at, player in enumerate(flat):
            winds[player][at % 4] += 1
    assert winds == [[2, 2, 2, 2]] * 16


def test_one_table_gets_the_winds_its_players_lack() -> None:
    had = [[1, 1, 1, 0], [0, 1, 1, 1], [1, 0, 1, 1], [1, 1, 0, 1]]
    assert best_order(range(4), had) == (1, 2, 3, 0)


def test_imbalance_is_what_more_than_one_apart() -> None:
    assert [imbalance(counts) for counts in ([2, 2, 2, 2], [1, 2, 1, 2], [0, 2, 1, 1])] == [0, 0, 1]


@given(
    st.integers(1, 5).flatmap(
        lambda size: st.lists(
            st.lists(st.integers(0, 9), min_size=size, max_size=size), min_size=size, max_size=size
        )
    )
)
def test_the_assignment_is_the_cheapest(costs: list[list[int]]) -> None:
    columns = cheapest_columns(costs)
    size = len(costs)
    paid = sum(costs[row][column] for row, column in enumerate(columns))
    assert sorted(columns) == list(range(size))
    assert paid == min(
        sum(costs[row][order[row]] for row in range(size)) for order in permutations(range(size))
    )


def test_fixed_tables_come_first_and_the_others_move_on() -> None:
    flats = [list(range(16)) for _ in range(4)]
    placed = spread_tables(flats, {0: 2}, [{} for _ in range(16)])
    assert all(0 in flat[8:12] for flat in placed)
    assert {flat.index(4) // 4 for flat in placed} == {0, 1, 3}


def test_an_uneven_field_shows_what_follows_from_each_choice() -> None:
    sitting, filled = uneven_choices(13, 4)
    assert (sitting.how, sitting.tables, sitting.sits_least, sitting.sits_most) == (
        "sit_out",
        3,
        0,
        1,
    )
    assert (filled.how, filled.tables, filled.stand_ins) == ("stand_ins", 4, 3)
    assert [choice.how for choice in uneven_choices(16, 4)] == ["even"]
