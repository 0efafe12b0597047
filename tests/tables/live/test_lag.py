"""What the way to a player and back takes of the reserve is given back, bounded, on the log."""

from __future__ import annotations

import asyncio
import json
import random
from typing import Any

import pytest

from accounts.models import User
from engine.play.match import ClockSettings
from engine.play.matches import NETWORK_MOST_MS
from engine.viewer import Viewer
from tables.live.refusals import Refused
from tests.tables.live.stage import Stage

CLOCKS = ClockSettings(decision_ms=5_000, claim_ms=6_000, reserve_ms=30_000)


class Far(Stage):
    """A stage on which the first player has lag."""

    def __init__(self, monkeypatch: Any, people: list[User]) -> None:
        super().__init__(monkeypatch, people)
        self.beside: list[Any] = []
        self.hub.spawn = self.beside.append
        self.chance = random.Random(3)

    async def start(self, lag: int | None) -> int:
        """Up to somebody's first turn; the place. Everybody has the same lag."""
        await self.join_all()
        while self.table.clock.kind != "turn":
            if people := self.awaited():
                await self.act(people[0], self.chance.choice)
            else:
                self.hub.at = self.deadline() or self.hub.at
                await self.tick()
        for member in self.members.values():
            member.lag_ms = lag
        await self.finish()
        return self.awaited()[0]

    async def turn(self, after: int) -> None:
        """The player in turn acts, and what was begun beside is done."""
        self.wait(after)
        await self.act(self.awaited()[0], lambda menu: menu[0])
        await self.finish()

    async def finish(self) -> None:
        """Do what was begun beside."""
        begun, self.beside[:] = self.beside[:], []
        for work in begun:
            await work

    @property
    def reserve(self) -> tuple[int, ...]:
        return self.table.clock.reserve

    def log(self) -> list[tuple[Any, ...]]:
        sql = "SELECT type, actor, data FROM tables_event WHERE stream = %s ORDER BY version"
        return self.hub.link.execute(sql, [self.row.pk]).fetchall()


@pytest.fixture
def far(monkeypatch: pytest.MonkeyPatch, players: list[User], settings: Any) -> Far:
    settings.BOT_MS, settings.BETWEEN_MS = 900, 0
    far = Far(monkeypatch, players)
    far.open("free", CLOCKS, 1)
    return far


def excused(far: Far) -> list[tuple[str, str]]:
    return [(actor, data) for type_, actor, data in far.log() if type_ == "NetworkExcused"]


def test_no_more_than_the_lag_is_given_back(far: Far) -> None:
    async def scenario() -> None:
        place = await far.start(lag=250)
        await far.turn(CLOCKS.decision_ms + 1_000)
        assert far.reserve[place] == CLOCKS.reserve_ms - 1_000 + 250
        ((actor, data),) = excused(far)
        assert (actor, json.loads(data)) == ("system", {"ms": 250, "place": place})

    asyncio.run(scenario())


def test_no_more_than_the_turn_took_of_the_reserve(far: Far) -> None:
    async def scenario() -> None:
        place = await far.start(lag=250)
        await far.turn(CLOCKS.decision_ms + 100)
        assert far.reserve[place] == CLOCKS.reserve_ms

    asyncio.run(scenario())


def test_no_more_than_the_bound(far: Far) -> None:
    async def scenario() -> None:
        place = await far.start(lag=9_000)
        await far.turn(CLOCKS.decision_ms + 8_000)
        assert far.reserve[place] == CLOCKS.reserve_ms - 8_000 + NETWORK_MOST_MS

    asyncio.run(scenario())


@pytest.mark.parametrize("lag", [None, 0, 250])
def test_a_turn_in_time_is_nothing_to_write_about(far: Far, lag: int | None) -> None:
    async def scenario() -> None:
        await far.start(lag)
        await far.turn(CLOCKS.decision_ms)
        assert excused(far) == []

    asyncio.run(scenario())


def test_a_lag_that_nobody_measured_is_none(far: Far) -> None:
    async def scenario() -> None:
        place = await far.start(lag=None)
        await far.turn(CLOCKS.decision_ms + 700)
        assert far.reserve[place] == CLOCKS.reserve_ms - 700

    asyncio.run(scenario())


def test_an_action_that_is_refused_is_no_reason(far: Far) -> None:
    async def scenario() -> None:
        place = await far.start(lag=250)
        other = far.members[Viewer("seat", (place + 1) % 4)]
        with pytest.raises(Refused):
            await far.act(other.place, lambda _: {"type": "discard", "tile": "1m"})
        assert far.beside == []

    asyncio.run(scenario())
