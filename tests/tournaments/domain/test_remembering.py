"""Answers are kept for the same facts, and for those alone."""

from __future__ import annotations

from tournaments.domain.remembering import Remembered


def test_the_same_objects_have_the_same_answer_and_equal_ones_do_not():
    kept, facts = Remembered[list](4), {"a": 1}
    first = kept.answer((facts, "main", 1), list)
    assert kept.answer((facts, "".join(("ma", "in")), 1), list) is first
    assert kept.answer(({"a": 1}, "main", 1), list) is not first
    assert kept.answer((facts, "main", 2), list) is not first
    assert kept.answer((facts, "main"), list) is not first
    assert kept.answer((facts, "main", None), list) is not first


def test_only_so_many_are_kept():
    kept = Remembered[list](2)
    first = kept.answer((1,), list)
    kept.answer((2,), list), kept.answer((3,), list)
    assert kept.answer((1,), list) is not first
