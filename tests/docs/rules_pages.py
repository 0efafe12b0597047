"""The tables of docs/rules*.md, as the engine's own catalogue says they are.

`python -m tests.docs.rules_pages` writes them into the pages, between the marks.
"""

from __future__ import annotations

import re
from pathlib import Path

from engine.rules.element import ELEMENTS, Element
from engine.rules.option import Option, OptionValue
from engine.rules.options import BAO, FREE, OPTIONS

DOCS = Path(__file__).resolve().parents[2] / "docs"
PAGES = {"en": "rules.md", "zh-Hans": "rules.zh-Hans.md", "zh-Hant": "rules.zh-Hant.md"}

HEADS = {
    "en": {
        "elements": ("rule", "element", "bao", "free"),
        "options": ("option", "rule", "bao", "free", "what it decides"),
        "flat": "flat",
        "to": "to",
    },
    "zh-Hans": {
        "elements": ("规则", "台型", "包", "自由"),
        "options": ("选项", "规则", "包", "自由", "决定什么"),
        "flat": "定额",
        "to": "到",
    },
    "zh-Hant": {
        "elements": ("規則", "台型", "包", "自由"),
        "options": ("選項", "規則", "包", "自由", "決定什麼"),
        "flat": "定額",
        "to": "到",
    },
}
EAST_IN_BAO = {"en": "dealer 2, others 1", "zh-Hans": "庄家 2，其余 1", "zh-Hant": "莊家 2，其餘 1"}


def page(language: str) -> str:
    return (DOCS / PAGES[language]).read_text(encoding="utf-8")


def between(text: str, name: str) -> str:
    """What stands between the marks of this name."""
    found = re.search(rf"<!-- {name} -->\n(.*?)<!-- /{name} -->", text, re.DOTALL)
    assert found, f"no marks for {name}"
    return found.group(1)


def elements_table(language: str) -> str:
    return table(
        HEADS[language]["elements"], [element_row(element, language) for element in ELEMENTS]
    )


def element_row(element: Element, language: str) -> tuple[str, ...]:
    names = element.names.in_language("zh-Hans" if language == "en" else language)
    name = f"{element.names.en} {names}" if language == "en" else names
    rules = dict.fromkeys((element.rule_in(BAO), element.rule_in(FREE)))
    return (
        ", ".join(rules),
        f"{name} `{element.id}`",
        worth(element, BAO, language),
        worth(element, FREE, language),
    )


def worth(element: Element, game: str, language: str) -> str:
    if element.id == "seat_wind_pung" and game == FREE:
        return "–"
    if element.id == "east_pung" and game == BAO:
        return EAST_IN_BAO[language]
    tai = str(element.tai(game) or "–")
    if element.id == "all_honours" and game == FREE:
        tai = "8 / 7"
    return f"{tai} {HEADS[language]['flat']}" if game in element.flat else tai


def options_table(language: str) -> str:
    return table(HEADS[language]["options"], [option_row(option, language) for option in OPTIONS])


def option_row(option: Option, language: str) -> tuple[str, ...]:
    return (
        f"`{option.name}`",
        option.rule,
        values(option, BAO, language),
        values(option, FREE, language),
        option.text.in_language(language),
    )


def values(option: Option, game: str, language: str) -> str:
    """The default first, then the others; a dash where the game has no use for the option."""
    if game not in option.belongs_to:
        return "–"
    default = option.defaults[game]
    numbers = [value for value in option.allowed if type(value) is int]
    if len(numbers) > 2:
        span = f"{min(numbers)} {HEADS[language]['to']} {max(numbers)}"
        return f"**{default}** ({span})" if language == "en" else f"**{default}**（{span}）"
    others = [json_text(value) for value in option.allowed if value != default]
    return " / ".join([f"**{json_text(default)}**", *others])


def json_text(value: OptionValue) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def table(heads: tuple[str, ...] | str, rows: list[tuple[str, ...]]) -> str:
    lines = [heads, ["---"] * len(heads), *rows]
    return "".join("| " + " | ".join(cells) + " |\n" for cells in lines)


def write() -> None:
    for language, name in PAGES.items():
        text = page(language)
        text = text.replace(
            f"<!-- elements -->\n{between(text, 'elements')}",
            f"<!-- elements -->\n{elements_table(language)}",
        )
        text = text.replace(
            f"<!-- options -->\n{between(text, 'options')}",
            f"<!-- options -->\n{options_table(language)}",
        )
        (DOCS / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    write()
