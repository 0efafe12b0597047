"""Lines of text are broken where they get too long, and nothing gets lost."""

from __future__ import annotations

import unicodedata

from hypothesis import given
from hypothesis import strategies as st

from tournaments.exports.lines import broken

TEXTS = st.text(st.sampled_from("ab 渡\u0301\u200d👩ע"), max_size=30)


@given(TEXTS, st.integers(1, 8))
def test_no_letter_gets_lost_and_no_line_is_too_wide(text: str, room: int) -> None:
    lines = broken(text, len, room)
    assert "".join(lines).replace(" ", "") == text.replace(" ", "")
    joined = ("\u200d", "\u0301")
    assert all(len(line) <= room or set(line) & set(joined) for line in lines)


LETTERS = st.lists(st.sampled_from(["a", "渡", "o\u0301", "👩\u200d👧"]), max_size=20).map("".join)


@given(LETTERS, st.integers(3, 8))
def test_no_letter_is_parted_from_its_marks(text: str, room: int) -> None:
    for line in broken(text, len, room):
        assert line == "" or unicodedata.category(line[0])[0] not in "MC"
        assert not line.endswith("\u200d")


def test_words_stay_whole_where_they_can() -> None:
    assert broken("Anna Bo Cy", len, 7) == ["Anna Bo", "Cy"]
    assert broken("Annabella Bo", len, 4) == ["Anna", "bell", "a Bo"]


def test_a_decomposed_letter_stays_whole() -> None:
    assert broken("aaO\u0301", len, 3) == ["aa", "O\u0301"]
