"""The examples in the docstrings of the exports are true."""

from __future__ import annotations

import doctest

import pytest

from tournaments.exports import cells, columns, points


@pytest.mark.parametrize("module", [cells, columns, points])
def test_examples_are_true(module: object) -> None:
    result = doctest.testmod(module)
    assert result.attempted
    assert not result.failed
