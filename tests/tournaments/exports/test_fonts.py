"""Every letter finds a font, and those that nothing can draw do no harm."""

from __future__ import annotations

import io

import pytest
from fontTools.ttLib import TTFont

from tournaments.exports.fonts import MISSING, fonts_for, printable


def of_encoding(name: str) -> str:
    """All characters of an encoding of two bytes."""
    found = []
    for first in range(0x81, 0xFF):
        for second in range(0x40, 0xFF):
            try:
                found.append(bytes([first, second]).decode(name))
            except UnicodeDecodeError:
                continue
    return "".join(found)


@pytest.mark.parametrize("name", ["gb2312", "big5", "shift_jis", "euc_kr"])
def test_chinese_japanese_and_korean_can_be_printed(name: str) -> None:
    letters = "".join(filter(str.isalpha, of_encoding(name)))
    assert len(letters) > 6000
    assert MISSING not in printable(letters)


@pytest.mark.parametrize(
    "text", ["Šimić Łódź", "Ελένη", "Иван Ґ", "עומר", "محمد", "สมชาย", "नरेंद्र", "🀄👩‍👩‍👧😀", "½⅓⅔"]
)
def test_names_of_many_scripts_can_be_printed(text: str) -> None:
    assert printable(text) == text


def test_decomposed_letters_are_printed_composed() -> None:
    assert printable("O\u0301lafur") == "\u00d3lafur"


def test_letters_in_fancy_dress_are_printed_plainly() -> None:
    assert printable("𝒜𝓃𝓃𝒶") == "Anna"


def test_what_no_font_has_is_a_box_or_nothing() -> None:
    assert printable("a\U0001fbffb\U000e0001c\ufff0") == f"a{MISSING}bc{MISSING}"


def test_only_the_letters_needed_are_cut_out() -> None:
    latin, cjk = fonts_for(["渡辺 A"], ["B"], "ja")
    assert (latin.family, cjk.family) == ("notosans", "cjk")
    font = TTFont(io.BytesIO(cjk.files[""]))
    assert set(font.getBestCmap()) == set(map(ord, f"渡辺{MISSING}"))
    assert sum(map(len, latin.files.values())) < 30_000


def test_a_character_is_drawn_as_its_readers_know_it() -> None:
    files = {
        language: fonts_for(["骨"], [], language)[1].files[""]
        for language in ("zh-hans", "zh-hant", "ja")
    }
    assert len(set(files.values())) == 3


def test_bold_letters_are_bolder() -> None:
    cjk = fonts_for(["永"], ["永"], "zh-hans")[1]
    area = {}
    for style, body in cjk.files.items():
        font = TTFont(io.BytesIO(body))
        glyph = font["glyf"][font.getBestCmap()[ord("永")]]
        area[style] = glyph.xMax - glyph.xMin
    assert area["B"] > area[""]
