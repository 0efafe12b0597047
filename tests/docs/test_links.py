"""What the pages link to is there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")])


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_link_to_a_file_leads_somewhere(page: Path) -> None:
    targets = re.findall(r"\]\(([^)#\s]+)[^)]*\)", page.read_text(encoding="utf-8"))
    files = [target for target in targets if not target.startswith(("http:", "https:"))]
    assert [target for target in files if not (page.parent / target).exists()] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_link_inside_a_page_has_its_anchor(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    places = set(re.findall(r'<a id="([^"]+)">', text))
    places |= {
        re.sub(r"[^\w\- ]", "", title.lower()).strip().replace(" ", "-")
        for title in re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    }
    wanted = set(re.findall(r"\]\(#([^)]+)\)", text))
    assert wanted - places == set()


@pytest.mark.parametrize("name", ["architecture.md", "contributing.md"])
def test_every_file_that_is_named_exists(name: str) -> None:
    text = (ROOT / "docs" / name).read_text(encoding="utf-8")
    named = re.findall(r"`([\w./]+/[\w.]*)`", text)

    assert len(named) >= 2
    assert [path for path in named if not (ROOT / path).exists()] == []
