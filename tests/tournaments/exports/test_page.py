"""The page about exports names every column and code there is, and its examples are true."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

from tournaments.domain.state import TournamentState
from tournaments.exports.files import PUBLIC_SHEETS, SHEETS
from tournaments.exports.words import PROBLEMS, SHEET_PROBLEMS

PAGE = Path(__file__).resolve().parents[3] / "docs" / "exports.md"
TEXT = PAGE.read_text(encoding="utf-8")


def first_cells(part: str) -> list[str]:
    """What is quoted in the first cells of a part's table."""
    rows = [line for line in part.splitlines() if line.startswith("| `")]
    return [name for row in rows for name in re.findall(r"`([a-z_]+)`", row.split("|")[1])]


@pytest.mark.parametrize("kind", SHEETS)
def test_every_column_stands_on_the_page_in_its_order(kind: str) -> None:
    (part,) = re.findall(rf"^### {kind}\n(.*?)^##", TEXT, re.DOTALL | re.MULTILINE)
    assert first_cells(part) == list(SHEETS[kind](TournamentState.empty()).columns)


def test_the_page_says_who_may_have_which_sheet() -> None:
    rows = re.findall(r"^\| `(\w+)` \| [^|]+ \| (\w+)", TEXT, re.MULTILINE)
    assert {name for name, whose in rows if whose == "everybody"} == set(PUBLIC_SHEETS)
    assert [name for name, _ in rows] == list(SHEETS)


def test_every_problem_of_a_list_stands_on_the_page() -> None:
    part = TEXT.split("## Lists of players")[1].split("## Results and")[0]
    assert set(first_cells(part)) == set(PROBLEMS)


def test_every_problem_of_a_sheet_stands_on_the_page() -> None:
    part = TEXT.split("## Results and seatings")[1].split("## Papers")[0]
    assert set(SHEET_PROBLEMS) <= set(first_cells(part)) <= {*SHEET_PROBLEMS, *PROBLEMS}


def test_examples_are_answered_as_printed() -> None:
    failed, tried = doctest.testfile(str(PAGE), module_relative=False, encoding="utf-8")
    assert tried >= 5
    assert failed == 0
