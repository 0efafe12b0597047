"""The page about permissions says what the code does."""

from __future__ import annotations

import rules.permissions

from tests.docs.permissions_page import PAGE, with_tables


def test_tables_are_as_the_code_says() -> None:
    text = PAGE.read_text(encoding="utf-8")
    assert with_tables(text) == text


def test_every_permission_is_on_the_page() -> None:
    text = PAGE.read_text(encoding="utf-8")
    known = list(rules.permissions.permissions)
    assert len(known) > 15
    assert [name for name in known if f"`{name}`" not in text] == []
