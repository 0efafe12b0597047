"""What the README shows works."""

from __future__ import annotations

import doctest
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize("name", ["README.md", "README.zh.md"])
def test_the_example_of_the_engine_runs_as_printed(name: str) -> None:
    result = doctest.testfile(str(ROOT / name), module_relative=False)
    assert result.attempted >= 10
    assert result.failed == 0
