"""The examples on the pages about standings and brackets are answered as printed."""

from __future__ import annotations

import doctest
from pathlib import Path

import pytest

DOCS = Path(__file__).resolve().parents[2] / "docs"


@pytest.mark.parametrize("page", ["standings.md", "brackets.md"])
def test_examples_are_answered_as_printed(page: str) -> None:
    failed, tried = doctest.testfile(str(DOCS / page), module_relative=False, encoding="utf-8")
    assert tried >= 3
    assert failed == 0
