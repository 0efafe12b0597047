"""Who comes and goes is noted by the process that sees it, beside the log."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from accounts.models import User
from engine.play.match import ClockSettings
from engine.viewer import Viewer
from tables.live.comings import Comings
from tables.live.members import Member
from tables.live.messages import Hello
from tests.tables.live.stage import Frames, Stage

Noted = list[tuple[int, bool]]


def comings() -> tuple[Comings, Noted]:
    noted: Noted = []
    return Comings(lambda place, there: noted.append((place, there))), noted


def test_who_goes_everywhere_is_lost() -> None:
    one, noted = comings()
    one.came(2)
    one.came(2)
    one.went(2, set())
    assert noted == [(2, True), (2, False)]


def test_who_is_still_connected_to_another_process_is_not() -> None:
    one, noted = comings()
    one.came(2)
    one.went(2, {2})
    one.look({2})
    assert noted == [(2, True)]


def test_who_then_goes_there_too_is() -> None:
    one, noted = comings()
    one.came(2)
    one.went(2, {2})
    one.look(set())
    one.look(set())
    assert noted == [(2, True), (2, False)]


def test_who_comes_back_meanwhile_is_not() -> None:
    one, noted = comings()
    one.came(2)
    one.went(2, {2})
    one.came(2)
    one.look(set())
    assert noted == [(2, True), (2, True)]


@pytest.fixture
def stage(monkeypatch: pytest.MonkeyPatch, players: list[User]) -> Stage:
    one = Stage(monkeypatch, players)
    one.open("free", ClockSettings(), 1)
    return one


def rows(stage: Stage) -> Noted:
    sql = "SELECT place, connected FROM tables_seatconnection WHERE table_id = %s ORDER BY id"
    return stage.hub.link.execute(sql, [stage.row.pk]).fetchall()


def noting(stage: Stage) -> list[Any]:
    """What is done beside, to be waited for."""
    beside: list[Any] = []
    stage.hub.spawn = beside.append
    return beside


async def done(beside: list[Any]) -> None:
    for work in beside:
        await work
    beside.clear()


def test_a_socket_that_joins_and_leaves_is_noted(stage: Stage) -> None:
    async def scenario() -> None:
        beside = noting(stage)
        await stage.join_all()
        stage.table.leave(stage.members[Viewer("seat", 1)])
        stage.table.leave(stage.members[Viewer("referee")])
        await done(beside)
        assert rows(stage) == [(p, True) for p in range(4)] + [(1, False)]

    asyncio.run(scenario())


def test_one_of_two_sockets_of_a_player_is_no_loss(stage: Stage) -> None:
    async def scenario() -> None:
        beside = noting(stage)
        await stage.join_all()
        first = stage.members[Viewer("seat", 1)]
        outbox: Any = Frames()
        second = Member(first.table, first.viewer, first.account, outbox)
        await stage.table.join(second, Hello(1))
        stage.table.leave(first)
        await done(beside)
        assert (1, False) not in rows(stage)

    asyncio.run(scenario())


def test_a_process_that_stops_is_nobodys_loss(stage: Stage) -> None:
    async def scenario() -> None:
        beside = noting(stage)
        await stage.join_all()
        stage.table.stop(1012)
        for place in range(4):
            stage.table.leave(stage.members[Viewer("seat", place)])
        await done(beside)
        assert rows(stage) == [(p, True) for p in range(4)]

    asyncio.run(scenario())
