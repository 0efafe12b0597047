"""Matches opened and started, and commands that are refused."""

from __future__ import annotations

import pytest

from engine import wall
from engine.errors import IllegalAction
from engine.play import commands as c
from tests.strategies import Table

ENTROPY = [f"{place:02x}" * 32 for place in range(4)]


def fresh(**more: object) -> Table:
    table = Table(4)
    table.open(**more)
    return table


def started(ruleset: str = "bao", **more: object) -> Table:
    table = Table(4)
    table.start(ruleset, **more)
    return table


def refused(table: Table, command: c.Command) -> IllegalAction:
    with pytest.raises(IllegalAction) as error:
        table.do(command)
    return error.value


def commit(table: Table, *places: int) -> None:
    for place in places:
        table.do(c.CommitEntropy(place, wall.entropy_digest(ENTROPY[place])))
