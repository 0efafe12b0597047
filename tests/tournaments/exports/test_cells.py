"""Cells: nothing a spreadsheet would run, and everything comes back as it was."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tournaments.exports.cells import guard, join_marks, split_marks, unguard, written

TEXTS = st.text(st.sampled_from("'=+-@\t\r\n ;\\aＡ＝渡1"), max_size=8) | st.text(max_size=20)


@pytest.mark.parametrize(
    "first", ["=", "+", "-", "@", "\t", "\r", "\n", " ", "＝", "＋", "－", "＠"]
)
def test_what_could_begin_a_formula_does_not_stand_first(first: str) -> None:
    assert written(f"{first}1+1")[0] == "'"


@given(TEXTS)
@example("''=x")
@example("'t Hooft")
def test_text_comes_back_as_it_was(text: str) -> None:
    assert unguard(guard(text)) == text


def test_an_apostrophe_that_guards_nothing_is_part_of_the_name() -> None:
    assert written("'t Hooft") == unguard("'t Hooft") == "'t Hooft"


def test_numbers_stay_numbers() -> None:
    assert [written(cell) for cell in (-80, 1.5, True, False, None)] == [
        "-80",
        "1.5",
        "true",
        "false",
        "",
    ]


@given(st.lists(TEXTS.map(str.strip).filter(bool), max_size=4).map(tuple))
def test_marks_in_one_cell_come_back_one_by_one(marks: tuple[str, ...]) -> None:
    assert split_marks(join_marks(marks)) == marks
