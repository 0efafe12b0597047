"""The rules page, read from docs/rules*.md: one text for people who read files and for the site.

Knows just as much Markdown as those pages use for a rule: an anchor, a paragraph, code and bold.
"""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path
from typing import Final, NamedTuple

from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

DOCS: Final = Path(__file__).resolve().parent.parent / "docs"
_BOOKS: Final = {
    "en": "rules.md",
    "zh-hans": "rules.zh-Hans.md",
    "zh-hant": "rules.zh-Hant.md",
}
_RULE: Final = re.compile(r'<a id="([A-Z]\d+)"></a>\*\*\1\*\*\s+(.+?)(?=\n\n|\Z)', re.S)
_SECTION: Final = re.compile(r"^## ([A-Z]) · (.+)$", re.M)
_INLINE: Final = (
    (re.compile(r"`([^`]+)`"), r"<code>\1</code>"),
    (re.compile(r"\*\*([^*]+)\*\*"), r"<b>\1</b>"),
    (re.compile(r"\*([^*\n]+)\*"), r"<em>\1</em>"),
    (re.compile(r"\[([^\]]+)\]\([^)]*\)"), r"\1"),
)


class Book(NamedTuple):
    """Headings of the sections by letter, and each rule's text as HTML by its id."""

    sections: dict[str, str]
    rules: dict[str, SafeString]


@lru_cache(maxsize=3)
def book(language: str) -> Book:
    """The book in a language; English where there is none."""
    text = (DOCS / _BOOKS.get(language, _BOOKS["en"])).read_text(encoding="utf-8")
    sections = dict(_SECTION.findall(text))
    return Book(sections, {rule: _html(words) for rule, words in _RULE.findall(text)})


def _html(words: str) -> SafeString:
    html = str(escape(" ".join(words.split("\n"))))
    for pattern, shown in _INLINE:
        html = pattern.sub(shown, html)
    # Escaped above; what was added since is ours.
    return mark_safe(html)
