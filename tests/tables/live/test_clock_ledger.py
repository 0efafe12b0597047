"""The account of a match's time and the clocks of its table come to the same reserves."""

from __future__ import annotations

from functools import reduce

import pytest

from engine.play import events as e
from engine.play.evolve import evolve
from engine.play.state import MatchState
from engine.play.time_ledger import time_ledger
from tables.clocks import Clock, Tick, from_ms, next_clock
from tables.pace import Pace
from tests.engine.play.timed import TimedTable, timed_match


class Beside:
    """The table's own clock, told of every command as the write path does."""

    def __init__(self) -> None:
        self.state = MatchState.empty()
        self.tick = Tick(Clock(), None)
        self.version = 0

    def __call__(self, table: TimedTable, made: tuple[e.Event, ...]) -> None:
        after = reduce(evolve, made, self.state)
        self.version += len(made)
        self.tick = next_clock(
            self.tick.clock, before=self.state, after=after, events=made,
            version=self.version, at=from_ms(table.at), pace=Pace(500, 4_000),
        )  # fmt: skip
        self.state = after


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("ruleset", ["bao", "free"])
def test_the_reserves_are_the_same(ruleset: str, seed: int) -> None:
    clock = Beside()
    table = timed_match(seed, ruleset, clock)
    assert time_ledger(table.log).reserve == clock.tick.clock.reserve
