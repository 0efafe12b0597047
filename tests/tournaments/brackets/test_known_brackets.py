"""Brackets of which every seat is known."""

from __future__ import annotations

import pytest

from engine.errors import InvalidInput
from tests.tournaments.brackets.cup import DOUBLE, ONE, seats, shown
from tournaments.brackets.build import Choices, build
from tournaments.brackets.plan import Bracket


def final(bracket: Bracket) -> list[int | str]:
    return [shown(slot) for slot in bracket.tables[-1].slots]


def test_sixteen() -> None:
    bracket = build(16)
    assert len(bracket.tables) == 7
    assert seats(bracket, "M", 1) == [[1, 8, 9, 16], [2, 7, 10, 15], [3, 6, 11, 14], [4, 5, 12, 13]]
    assert seats(bracket, "M", 2) == [["W1", "W4", "R2", "R3"], ["W2", "W3", "R1", "R4"]]
    assert final(bracket) == ["W1", "W2", "R1", "R2"]


def test_seventeen() -> None:
    bracket = build(17)
    assert len(bracket.tables) == 8
    assert seats(bracket, "P", 1) == [[14, 15, 16, 17]]
    assert bracket.tables[0].advance == 3
    assert seats(bracket, "M", 1) == [
        [1, 8, 9, "T1"], [2, 7, 10, "R1"], [3, 6, 11, "W1"], [4, 5, 12, 13],
    ]  # fmt: skip
    assert seats(bracket, "M", 2) == seats(build(16), "M", 2)


def test_twenty_two() -> None:
    bracket = build(22)
    assert len(bracket.tables) == 10
    assert seats(bracket, "P", 1) == [[11, 16, 17, 22], [12, 15, 18, 21], [13, 14, 19, 20]]
    assert seats(bracket, "M", 1) == [
        [1, 8, 9, "R1"], [2, 7, 10, "R2"], [3, 6, "W1", "R3"], [4, 5, "W2", "W3"],
    ]  # fmt: skip


def test_nineteen_plays_one_table_more_rather_than_let_only_one_through() -> None:
    bracket = build(19)
    assert seats(bracket, "P", 1) == [[12, 15, 16, 19], [13, 14, 17, 18]]
    assert [table.advance for table in bracket.tables[:2]] == [3, 2]


def test_thirty() -> None:
    bracket = build(30)
    assert len(seats(bracket, "P", 1)) == 7
    assert seats(bracket, "P", 1)[0] == [3, 16, 17, 30]
    assert len(bracket.tables) == 14


def test_sixty_four() -> None:
    bracket = build(64)
    assert len(bracket.tables) == 31
    assert seats(bracket, "M", 1) == [[i, 33 - i, 32 + i, 65 - i] for i in range(1, 17)]
    assert seats(bracket, "M", 2) == [
        [f"W{j}", f"W{17 - j}", f"R{9 - j}", f"R{8 + j}"] for j in range(1, 9)
    ]
    assert seats(bracket, "M", 3) == [
        [f"W{j}", f"W{9 - j}", f"R{5 - j}", f"R{4 + j}"] for j in range(1, 5)
    ]


def test_thirty_one_has_too_few_for_a_table_where_three_advance() -> None:
    tables = [table for table in build(31).tables if table.part == "play_in"]
    assert [table.advance for table in tables] == [2, 2, 2, 2, 2, 2, 1]


def test_one_advances_from_sixteen() -> None:
    bracket = build(16, ONE)
    assert len(bracket.tables) == 5
    assert final(bracket) == ["W1", "W2", "W3", "W4"]


def test_one_advances_from_fifteen_in_two_rounds_before_the_final() -> None:
    bracket = build(15, ONE)
    assert [table.key for table in bracket.tables] == ["P1.1", "P2.1", "P2.2", "P2.3", "F"]
    assert seats(bracket, "P", 1) == [[12, 13, 14, 15]]
    assert final(bracket)[0] == 1


def test_double_elimination_of_sixteen() -> None:
    bracket = build(16, DOUBLE)
    assert len(bracket.tables) == 14
    assert seats(bracket, "L", 1) == [["T1", "T4", "F2", "F3"], ["T2", "T3", "F1", "F4"]]
    assert seats(bracket, "L", 2) == [["W1", "R2", "T2", "F1"], ["W2", "R1", "T1", "F2"]]
    assert seats(bracket, "L", 3) == [["W1", "W2", "R1", "R2"]]
    assert [table.key for table in bracket.tables if table.part == "lower"] == [
        "L1.1", "L1.2", "L2.1", "L2.2", "L3.1", "L4.1",
    ]  # fmt: skip
    assert [slot.table for slot in bracket.tables[-1].slots] == ["U3.1", "U3.1", "L4.1", "L4.1"]


def test_a_small_final_seats_those_who_lost_the_semi_finals() -> None:
    bracket = build(16, Choices(small_final=True))
    assert [shown(slot) for slot in bracket.table("S").slots] == ["T1", "T2", "F1", "F2"]
    one = build(16, Choices(advance=1, small_final=True))
    assert [shown(slot) for slot in one.table("S").slots] == ["R1", "R2", "R3", "R4"]


@pytest.mark.parametrize(
    ("field", "choices", "message"),
    [
        (3, Choices(), "takes 4"),
        (0, Choices(), "takes 4"),
        (10**9, Choices(), "takes 4"),
        (7, DOUBLE, "takes 8"),
        (12, Choices(advance=1, small_final=True), "takes 16"),
        (16, Choices(advance=3), "one or two"),
        (16, Choices(advance=1, kind="double"), "two advance"),
        (16, Choices(final_matches=0), "1 to 20"),
    ],
)
def test_brackets_that_cannot_be_are_refused(field: int, choices: Choices, message: str) -> None:
    with pytest.raises(InvalidInput, match=message):
        build(field, choices)
