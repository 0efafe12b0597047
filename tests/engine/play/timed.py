"""Matches with times: every command comes some while after the one before."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field

from engine.play import commands as c
from engine.play import events as e
from engine.play.match import ClockSettings
from engine.play.time_ledger import Timed
from tests.strategies import Table, mixed

CLOCKS = ClockSettings(decision_ms=3_000, claim_ms=5_000, reserve_ms=20_000)
Seen = Callable[["TimedTable", tuple[e.Event, ...]], None]


@dataclass
class TimedTable(Table):
    """A table whose log has times, from some moment on."""

    at: int = 1_700_000_000_000
    log: list[Timed] = field(default_factory=list)
    seen: Seen | None = None
    watch: random.Random = field(default_factory=lambda: random.Random(1))

    def do(self, command: c.Command, after: int | None = None) -> tuple[e.Event, ...]:
        passed = self.watch.choice((0, 1, 40, 700, 3_500, 9_000)) if after is None else after
        if isinstance(command, c.OpenMatch):
            command = c.OpenMatch(
                **{name: getattr(command, name) for name in command.__slots__} | {"clocks": CLOCKS}
            )
        if isinstance(command, c.ExcuseDowntime):
            passed += command.ms
        made = super().do(command)
        self.at += passed
        for event in made:
            self.log.append(Timed(len(self.log) + 1, self.at, event))
        if self.seen:
            self.seen(self, made)
        return made


def timed_match(seed: int, ruleset: str = "bao", seen: Seen | None = None) -> TimedTable:
    """A whole match with pauses, absences, downtime, hand-overs and time-outs."""
    table = TimedTable(seed, seen=seen, watch=random.Random(seed))
    table.start(ruleset)
    for _ in table.play_meddled(mixed(seed), seed):
        pass
    return table
