"""What the scripts, the templates and the sprite rely on is there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.utils import translation

from engine.rules.contract import FORMS
from tables.words import tile_names, words
from tools import draw_tiles

ROOT = Path(__file__).resolve().parents[3]
SCRIPTS = sorted((ROOT / "static" / "js").glob("*.js"))
TEMPLATES = sorted((ROOT / "templates").rglob("*.html"))
KEY = re.compile(r"""\bt\(\s*(?:[\w.!?& =>"<>|()]+ \? )?"([^"]+)"(?:\s*:\s*"([^"]+)")?""")
MADE = re.compile(r"\bt\(`([^`]+)`")


def keys_used() -> set[str]:
    """Keys that the scripts name outright."""
    found: set[str] = set()
    for script in SCRIPTS:
        for first, second in KEY.findall(script.read_text(encoding="utf-8")):
            found |= {first, second} - {""}
    return found


def test_every_word_that_a_script_names_exists() -> None:
    assert len(keys_used()) > 90
    assert keys_used() - words().keys() == set()


def test_words_whose_key_is_put_together_have_at_least_one_of_their_kind() -> None:
    stems = {m.split("${")[0] for s in SCRIPTS for m in MADE.findall(s.read_text("utf-8"))}
    lonely = [stem for stem in stems if not any(key.startswith(stem) for key in words())]
    assert lonely == []
    assert {f"bid.{form}" for form in FORMS} <= words().keys()


@pytest.mark.parametrize("language", ["zh-hans", "zh-hant", "en"])
def test_every_kind_has_a_name_of_its_own_in_every_language(language: str) -> None:
    with translation.override(language):
        names = tile_names()
        held = words()
    assert len({names[kind] for kind in names}) == 36
    assert all(held.values())


def test_chinese_speaks_to_people_politely_and_in_one_word_for_a_win() -> None:
    for language in ("zh_Hans", "zh_Hant"):
        texts = (ROOT / f"locale/{language}/LC_MESSAGES/django.po").read_text("utf-8")
        assert not re.search("你|和牌", texts)


def test_chinese_terms_are_the_players_own() -> None:
    with translation.override("zh-hans"):
        held = words()
    terms = {key: held[f"act.{key}"] for key in ("chow", "pung", "kong", "win", "self_draw")}
    assert terms == {"chow": "吃", "pung": "碰", "kong": "杠", "win": "胡", "self_draw": "自摸"}
    assert (held["bid.one_wild"], held["bid.no_wild"]) == ("独{n}台", "无财{n}台")


def test_sprite_is_what_the_drawing_tool_draws() -> None:
    assert draw_tiles.SPRITE.read_text(encoding="utf-8") == draw_tiles.sprite()
    assert len(draw_tiles.faces()) == 35


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: path.name)
def test_template_has_no_inline_script_style_or_foreign_address(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert not re.search(r"<style|\sstyle=|\son\w+=|javascript:", text)
    assert not re.search(r"<script(?![^>]*\bsrc=)", text)
    assert not re.search(r"(src|href)=\"(https?:)?//", text)


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.name)
def test_script_loads_only_its_neighbours(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    imported = re.findall(r"from \"([^\"]+)\"|import\(\"([^\"]+)\"", text)
    assert all((a or b).startswith("./") for a, b in imported)
    assert not re.search(
        r"https?://|innerHTML|eval\(|setAttribute\(\"style\"",
        text.replace("http://www.w3.org/2000/svg", ""),
    )
