"""How long the way to each place is: measured by the server, bounded, told when a hand is over."""

from __future__ import annotations

import asyncio
import json
from types import SimpleNamespace
from typing import Any

import pytest

from accounts.models import User
from engine.play.match import ClockSettings
from engine.viewer import Viewer
from tables.live import members
from tables.live.lags import Lags
from tables.review.time_spent import time_of
from tests.tables.live.stage import Stage
from tests.tables.live.test_lag import Far

CLOCKS = ClockSettings(decision_ms=5_000, claim_ms=6_000, reserve_ms=30_000)


def test_one_slow_answer_does_not_change_what_the_rest_say() -> None:
    lags = Lags()
    for ms in (80, 90, 9_000):
        lags.note(1, ms)
    assert lags.take({1}) == (0, 90, 0, 0)


def test_no_measure_is_above_the_bound() -> None:
    lags = Lags()
    lags.note(2, 60_000)
    assert lags.take({2}) == (0, 0, 2_000, 0)


def test_a_hand_without_a_measure_has_the_last_one_of_who_is_still_there() -> None:
    lags = Lags()
    lags.note(0, 70)
    lags.note(3, 50)
    lags.take({0, 3})
    assert lags.take({0}) == (70, 0, 0, 0)


def test_whoever_sits_down_later_has_no_measure_yet() -> None:
    lags = Lags()
    lags.note(0, 70)
    lags.forget(0)
    assert lags.take({0}) == (0, 0, 0, 0)


@pytest.fixture
def far(monkeypatch: pytest.MonkeyPatch, players: list[User], settings: Any) -> Far:
    settings.BOT_MS, settings.BETWEEN_MS = 900, 0
    far = Far(monkeypatch, players)
    far.open("free", CLOCKS, 1)
    return far


def told(stage: Stage) -> list[tuple[str, Any]]:
    sql = "SELECT actor, data FROM tables_event WHERE stream = %s AND type = 'NetworkMeasured'"
    rows = stage.hub.link.execute(sql, [stage.row.pk]).fetchall()
    return [(actor, json.loads(data)) for actor, data in rows]


async def play_out(far: Far, clock: SimpleNamespace, pong_after: float) -> int:
    """Answer a ping of the server's, then let the hand run out by the clock."""
    place = await far.start(lag=None)
    member = far.members[Viewer("seat", place)]
    member.ping(100.0)
    clock.at = 100.0 + pong_after
    far.table.measure(member, 100_000)
    while far.table.fold.state.phase == "hand":
        assert told(far) == []
        far.hub.at = far.deadline() or far.hub.at
        await far.tick()
    for work in far.beside:
        await work
    return place


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> SimpleNamespace:
    """Lets a scenario say what time it is for the measure, and for nothing else."""
    watch = SimpleNamespace(at=0.0, monotonic=lambda: watch.at)
    monkeypatch.setattr(members, "time", watch)
    return watch


def test_the_log_tells_it_when_the_hand_is_over_and_the_account_counts_it(
    far: Far, clock: SimpleNamespace
) -> None:
    place = asyncio.run(play_out(far, clock, pong_after=0.24))
    expected = [240 if p == place else 0 for p in range(4)]
    assert told(far) == [("system", {"hand": 1, "ms": expected})]
    far.row.refresh_from_db()
    spent = time_of(far.row, 1, whole=True)["hand"]
    assert spent["players"][place].way == 240
    assert spent["players"][place].lost != "0:00.000"


def test_everybody_at_the_table_is_told_the_same(far: Far, clock: SimpleNamespace) -> None:
    asyncio.run(play_out(far, clock, pong_after=0.24))
    for viewer in (Viewer("seat", 0), Viewer("referee")):
        frames = [f for f in far.frames[viewer].sent if f["type"] == "events"]
        types = [event["type"] for frame in frames for event in frame["events"]]
        assert types.index("SecretOpened") < types.index("NetworkMeasured")
