"""Claim windows betray nothing: how long one lasts and what is told of it never depends on what
anybody holds. Time is the test's own here, so that every window of whole matches is looked at to
the millisecond."""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from datetime import datetime, timedelta
from typing import Any, NamedTuple

import pytest

from accounts.models import User
from engine.play.match import ClockSettings
from engine.viewer import Viewer
from tests.tables.live.stage import VIEWERS, Json, Stage

CLAIM_MS = 6_000
BOT_MS = 900
CLOCKS = ClockSettings(decision_ms=9_000, claim_ms=CLAIM_MS, reserve_ms=30_000)


class Window(NamedTuple):
    """A window as it was opened: the moment, the log's version, who is asked, the reserves."""

    opened: datetime
    version: int
    asked: tuple[int, ...]
    reserve: tuple[int, ...]

    def after(self, milliseconds: int) -> datetime:
        return self.opened + timedelta(milliseconds=milliseconds)

    def face(self, at: datetime) -> Json:
        """The clock that everybody is shown, whole."""
        left = (self.after(CLAIM_MS) - at) // timedelta(milliseconds=1)
        return {
            "kind": "claims",
            "running": list(self.asked),
            "deadline_ms": left,
            "total_ms": left,
            "reserve_ms": list(self.reserve),
            "paused": False,
        }


class Windows:
    """Plays a match and checks every window on the way.

    `could` counts the windows by which of the three asked could claim, `timed_out` those that
    the clock closed.
    """

    def __init__(self, stage: Stage, seed: int) -> None:
        self.stage = stage
        self.chance = random.Random(seed)
        self.could: Counter[tuple[bool, ...]] = Counter()
        self.timed_out = 0

    async def play(self) -> None:
        await self.stage.join_all()
        while self.stage.table.fold.state.phase != "ended":
            self.told()
            await self.next_decision()
            if self.stage.table.clock.kind == "claims":
                await self.window()

    async def next_decision(self) -> None:
        """Somebody acts in time, or the server does what is due."""
        stage = self.stage
        if people := stage.awaited():
            stage.wait(self.chance.randrange(1, 20_000))
            await stage.act(self.chance.choice(people), self.chance.choice)
            return
        await self.due(stage.deadline())

    async def due(self, moment: datetime | None) -> None:
        """Nothing happens a millisecond before it is due, and then it does."""
        assert moment is not None
        assert self.stage.deadline() == moment
        self.stage.hub.at = moment - timedelta(milliseconds=1)
        assert not await self.stage.tick()
        self.stage.hub.at = moment
        assert await self.stage.tick()

    async def window(self) -> None:
        stage, clock = self.stage, self.stage.table.clock
        window = Window(stage.now(), clock.version, clock.places, clock.reserve)
        self.could[tuple(len(stage.menu(place)) > 1 for place in window.asked)] += 1
        self.is_told_alike(window)
        if stage.level:
            await self.due(window.after(BOT_MS))
        await self.people_answer(window)
        if self.is_open(window):
            self.timed_out += 1
            await self.due(window.after(CLAIM_MS))
        assert not self.is_open(window)
        assert stage.table.clock.reserve == window.reserve
        self.all_learn_the_same()

    def is_open(self, window: Window) -> bool:
        return self.stage.table.clock.version == window.version

    def is_told_alike(self, window: Window) -> None:
        """Every viewer is told of the tile and the same clock, and those asked are asked."""
        first = BOT_MS if self.stage.level else CLAIM_MS
        assert self.stage.deadline() == window.after(first)
        for viewer, (*_, told) in self.told().items():
            assert told.keys() == {"type", "version", "events", "legal", "clock"}
            assert told["events"][-1]["type"] in ("TileDiscarded", "KongDeclared")
            assert told["clock"] == window.face(window.opened)
            assert bool(told["legal"]) == (viewer.role == "seat" and viewer.place in window.asked)

    async def people_answer(self, window: Window) -> None:
        """In any order, quick or slow; half of the time one of them never does."""
        people = self.stage.awaited() if self.is_open(window) else []
        answering = max(0, len(people) - self.chance.randrange(2))
        for place in self.chance.sample(people, answering):
            self.stage.wait(self.chance.randrange(1, 1_500))
            await self.stage.act(place, self.chance.choice)
            if self.is_open(window):
                self.only_who_answered_is_told(window, place)

    def only_who_answered_is_told(self, window: Window, place: int) -> None:
        """While others are awaited; the deadline stays where it was."""
        assert self.stage.deadline() == window.after(CLAIM_MS)
        for viewer, news in self.told().items():
            if viewer.role == "referee":
                continue
            assert viewer == Viewer("seat", place)
            assert [(told["events"], told["legal"]) for told in news] == [([], [])]
            assert news[0]["clock"] == window.face(self.stage.now())

    def all_learn_the_same(self) -> None:
        """That three have answered, at once, and not who or when."""
        for viewer, news in self.told().items():
            if viewer.role == "referee":
                continue
            events = [event for told in news for event in told["events"]]
            answers = [event for event in events if event["type"] == "ClaimAnswered"]
            assert len(answers) == 3
            assert all((e["actor"], e["at"], e["data"]) == (None, None, {}) for e in answers)

    def told(self) -> dict[Viewer, list[Json]]:
        """The frames of events that came since this was asked last, of viewers who got any."""
        frames = self.stage.frames
        news = {v: [f for f in frames[v].take() if f["type"] == "events"] for v in VIEWERS}
        return {viewer: told for viewer, told in news.items() if told}


def check_windows(stage: Stage, ruleset: str, seed: int, hands: int) -> Windows:
    stage.open(ruleset, CLOCKS, hands)
    windows = Windows(stage, seed)
    asyncio.run(windows.play())
    assert windows.timed_out > 20
    assert windows.could[False, False, False] > 5
    assert sum(any(could) for could in windows.could.elements()) > 5
    return windows


@pytest.fixture
def pace(settings: Any) -> None:
    settings.BOT_MS, settings.BETWEEN_MS = BOT_MS, 0


@pytest.mark.parametrize("ruleset", ["bao", "free"])
def test_every_window_among_people_lasts_the_same_and_is_told_alike(
    monkeypatch: pytest.MonkeyPatch, players: list[User], pace: None, ruleset: str
) -> None:
    windows = check_windows(Stage(monkeypatch, players), ruleset, seed=5, hands=4)
    assert len(windows.could) > 3


@pytest.mark.parametrize("ruleset", ["bao", "free"])
def test_every_window_with_built_in_players_lasts_the_same_and_is_told_alike(
    monkeypatch: pytest.MonkeyPatch, players: list[User], pace: None, ruleset: str
) -> None:
    stage = Stage(monkeypatch, players[:1], level="sensible")
    check_windows(stage, ruleset, seed=5, hands=3)
