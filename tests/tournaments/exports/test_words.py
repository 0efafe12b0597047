"""What is wrong with a list, and what stands on paper, in the reader's language."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.utils import translation

import tournaments.exports
from tournaments.exports.preview import Problem
from tournaments.exports.words import (
    PROBLEMS,
    SHEET_PROBLEMS,
    paper_words,
    printing_now,
    problem_text,
)
from tournaments.refusals import TEXTS

SOURCES = [path.read_text() for path in Path(tournaments.exports.__file__).parent.glob("*.py")]


def test_every_problem_has_a_sentence_and_no_sentence_is_idle() -> None:
    raised = {
        code
        for source in SOURCES
        for code in re.findall(r'(?:Problem|Refused|\.problem)\(\s*"([a-z_]+)"', source)
    }
    told = PROBLEMS.keys() | SHEET_PROBLEMS
    assert raised | {"control_character", "too_long", "empty_name"} == told


def test_every_refusal_has_a_sentence() -> None:
    raised = {code for source in SOURCES for code in re.findall(r'refuse\(\s*"([a-z_]+)"', source)}
    assert raised <= set(TEXTS)


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", "The same name stands in line 3. Are these two different people?"),
        ("zh-hans", "第 3 行有相同的姓名。这是两个不同的人吗？"),
        ("zh-hant", "第 3 行有相同的姓名。這是兩個不同的人嗎？"),
    ],
)
def test_a_problem_is_told_in_the_readers_language(language: str, told: str) -> None:
    with translation.override(language):
        assert problem_text(Problem("duplicate_in_file", 5, 1, "name", "Anna", "3")) == told


def test_a_name_in_a_sentence_is_not_taken_for_a_format() -> None:
    assert "100%s" in problem_text(Problem("duplicate_entry", 1, 1, "name", "x", "100%s"))


@pytest.mark.parametrize("language", ["en", "zh-hans", "zh-hant"])
def test_texts_with_gaps_have_the_same_gaps_in_every_language(language: str) -> None:
    with translation.override(language):
        words = paper_words()
    assert words.round.format(number=3) != words.round
    assert words.byes.format(names="A, B").endswith("A, B")
    assert {"A", "B"} <= set(words.for_player.format(player="A", person="B"))
    assert all(words.texts())


def test_the_moment_is_written_as_the_reader_writes_it() -> None:
    with translation.override("zh-hans"):
        assert "2026年11月30日" in printing_now(1_796_040_000_000).made_at_text
