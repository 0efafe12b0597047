"""Whatever page shows a name: it is text, and its direction leaves its neighbours alone."""

from __future__ import annotations

from html.parser import HTMLParser

import pytest

from tests.site.asking import ask, rows_read
from tests.site.world import RIGHT_TO_LEFT, World

NO_MARKUP = {"title", "option", "textarea", "script", "style"}
"""Elements whose content is text alone, which the browser isolates."""
EMPTY = {"area", "base", "br", "col", "hr", "img", "input", "link", "meta", "source", "use", "wbr"}


class Reader(HTMLParser):
    """Collects the names on a page that stand in no <bdi>."""

    def __init__(self) -> None:
        super().__init__()
        self.within: list[str] = []
        self.bare: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in EMPTY:
            self.within.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag in self.within:
            while self.within.pop() != tag:
                pass

    def handle_data(self, data: str) -> None:
        if RIGHT_TO_LEFT in data and not {"bdi", *NO_MARKUP} & set(self.within):
            self.bare.append(data.strip())


@pytest.mark.django_db
@pytest.mark.parametrize("role", ["owner", "player"])
def test_names_are_text_and_stand_by_themselves(world: World, role: str) -> None:
    wrong, shown = [], 0
    rows = [row for row in rows_read() if row.cells[role] == "200"]
    for row in rows:
        page = ask(world, row, world.cast[role])
        if not page.headers["Content-Type"].startswith("text/html"):
            continue
        text = page.content.decode()
        shown += RIGHT_TO_LEFT.replace("<", "&lt;").replace(">", "&gt;") in text
        reader = Reader()
        reader.feed(text)
        wrong += [f"{row.name}: {bare}" for bare in reader.bare]
        # Inside JSON for a script the letter is written otherwise.
        wrong += [f"{row.name}: markup"] * (RIGHT_TO_LEFT in text)
    assert not wrong, "\n" + "\n".join(dict.fromkeys(wrong))
    assert shown > 20
