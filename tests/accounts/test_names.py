"""Names in any script: seen, and sorted as readers expect."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from accounts.names import name_key, plain, seen, sorted_by_name


def test_chinese_is_sorted_by_pinyin_among_other_scripts() -> None:
    names = ["张三", "Zoe", "李四", "anna", "渡辺", "Ólafur", "王五", "Bo"]
    assert sorted_by_name(names) == ["anna", "Bo", "渡辺", "李四", "Ólafur", "王五", "张三", "Zoe"]


def test_simplified_and_traditional_stand_together() -> None:
    assert sorted_by_name(["劉備", "李四", "刘备", "龙五"]) == ["李四", "刘备", "劉備", "龙五"]


def test_tones_decide_between_equal_syllables() -> None:
    assert sorted_by_name(["马一", "妈一", "骂一", "麻一"]) == ["妈一", "麻一", "马一", "骂一"]


@pytest.mark.parametrize(
    ("name", "before", "after"),
    [("单田芳", "沙一", "沈一"), ("曾国藩", "袁一", "赵一"), ("解缙", "夏一", "徐一"),
     ("仇英", "钱一", "任一"), ("尉迟恭", "薛一", "喻一")],
)  # fmt: skip
def test_surnames_are_read_as_surnames(name: str, before: str, after: str) -> None:
    assert sorted_by_name([after, name, before]) == [before, name, after]


def test_composed_and_decomposed_forms_stand_together() -> None:
    composed, apart = "Ólafur", unicodedata.normalize("NFD", "Ólafur")
    assert composed != apart
    order = sorted_by_name(["Oleg", apart, "Olaf", composed, "Olga"])
    assert order[0] == "Olaf"
    assert set(order[1:3]) == {composed, apart}


def test_numbers_are_sorted_by_value_and_widths_do_not_count() -> None:
    assert sorted_by_name(["T10", "T9", "Ｔ１１", "t1"]) == ["t1", "T9", "T10", "Ｔ１１"]


def test_other_scripts_and_emoji_have_a_place() -> None:
    names = ["🀄 Bo", "שלום", "مرحبا", "Жук", "한글", "かな", "abc"]
    assert sorted_by_name(sorted_by_name(names, lambda name: name[::-1])) == sorted_by_name(names)
    assert sorted_by_name(names)[0] == "abc"


def test_things_are_sorted_by_what_names_them() -> None:
    assert sorted_by_name([("b", 1), ("a", 2)], lambda one: one[0]) == [("a", 2), ("b", 1)]


@pytest.mark.parametrize(
    ("given_", "kept"),
    [
        ("  a\t b\n", "a b"),
        ("\u202eevil\u202c", "evil"),
        ("\u2066a\u2069", "a"),
        ("zero\u200bwidth\ufeff", "zerowidth"),
        ("nul\x00l", "null"),
        ("\u200d", ""),
        ("\u3000", ""),
        ("👨\u200d👩\u200d👧", "👨\u200d👩\u200d👧"),
        ("🏴\U000e0067\U000e0062\U000e007f", "🏴\U000e0067\U000e0062\U000e007f"),
        ("می\u200cخواهم", "می\u200cخواهم"),
        ("渡辺", "渡辺"),
        ("O\u0301lafur", "O\u0301lafur"),
        ("ＷＩＤＥ", "ＷＩＤＥ"),
    ],
)
def test_what_cannot_be_seen_is_left_out_and_the_rest_kept(given_: str, kept: str) -> None:
    assert seen(given_) == kept


@given(st.text(max_size=40))
def test_any_text_has_a_key_and_cleaning_twice_changes_nothing(text: str) -> None:
    assert name_key(text) == name_key(text)
    assert seen(seen(text)) == seen(text)
    assert plain(plain(text)) == plain(text)


@given(st.lists(st.text(max_size=8), max_size=8))
def test_order_does_not_depend_on_where_it_began(names: list[str]) -> None:
    assert sorted_by_name(names) == sorted_by_name(reversed(names))
