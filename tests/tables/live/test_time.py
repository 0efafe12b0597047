"""Clocks at a live table: time-outs, windows that betray nothing, pauses, players who are away."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Callable
from datetime import datetime

from accounts.models import User
from engine.play.match import ClockSettings
from tables import services
from tables.models import RefereeAssignment, Table
from tests.e2e.socket_client import SocketClient
from tests.tables.live.playing import line, until
from tests.tables.live.site import Server, Site


def contributes(also: Callable[[list], bool] = lambda legal: False) -> type[SocketClient]:
    """A client that contributes its entropy, and acts where `also` says so."""

    class Quiet(SocketClient):
        async def _move(self) -> None:
            if self.legal and ("entropy" in self.legal[0]["type"] or also(self.legal)):
                await super()._move()

    return Quiet


def person_and_table(site: Site, **clocks: int) -> tuple[User, Table]:
    person = site.person()
    settings = {"decision_ms": 60_000, "claim_ms": 60_000, "reserve_ms": 0, "away_ms": 600_000}
    table = site.table([person], clocks=ClockSettings(**{**settings, **clocks}), hands=5)
    return person, table


def follow(client: SocketClient, done: Callable[[], bool], seconds: float = 15) -> None:
    """Let one client go on until something is so."""

    async def scenario() -> None:
        async with asyncio.timeout(seconds):
            playing = asyncio.ensure_future(client.play())
            await until(done)
            playing.cancel()

    asyncio.run(scenario())


def test_at_zero_the_default_action_happens_with_the_clock_as_actor(
    site: Site, server: Server
) -> None:
    person, table = person_and_table(site, decision_ms=150, claim_ms=100, reserve_ms=100)
    client = contributes()(server.url(table.pk), cookie=site.cookie(person))

    def discards() -> int:
        own = [e for e in client.events if e["actor"] == "clock" and e["type"] == "TileDiscarded"]
        return len(own)

    follow(client, lambda: discards() >= 2)
    log = site.log(table)
    by_clock = [row for row in log if row[2] == "clock" and "#" not in row[4]]
    assert {row[1] for row in by_clock} == {"BidPassed", "ClaimPassed", "TileDiscarded"}
    drawn = None
    for row in log:
        if row[1] == "TileDrawn":
            drawn = json.loads(row[3])
        if row[1] == "TileDiscarded" and row[2] == "clock" and drawn:
            assert json.loads(row[3])["tile"] == drawn["tile"]


def test_the_server_keeps_a_window_open_for_its_whole_time(site: Site, server: Server) -> None:
    """Every window to the millisecond: tests/tables/live/test_windows.py."""
    person, table = person_and_table(site, decision_ms=60, claim_ms=200)
    client = contributes()(server.url(table.pk), cookie=site.cookie(person))

    def windows() -> list[dict]:
        return [
            m
            for m in client.received
            if m["type"] == "events" and m["legal"] and m["legal"][-1]["type"] == "pass"
        ]

    follow(client, lambda: len(windows()) > 6)
    shown = {e["seq"]: e for e in client.events}
    for window in windows()[:-1]:
        opened = window["events"][-1]
        closed = shown[opened["seq"] + 4]
        lasted = datetime.fromisoformat(closed["at"]) - datetime.fromisoformat(opened["at"])
        assert lasted.total_seconds() >= 0.2
        assert window["clock"]["deadline_ms"] == window["clock"]["total_ms"] <= 200
        assert len(window["clock"]["running"]) == 3


def test_other_answers_are_not_told_before_the_window_closes(site: Site, server: Server) -> None:
    person, table = person_and_table(site, claim_ms=700)
    client = contributes(lambda legal: legal[0]["type"] != "pass" and legal[-1]["type"] != "pass")(
        server.url(table.pk), cookie=site.cookie(person)
    )
    follow(client, lambda: any(e["type"] == "ClaimAnswered" for e in client.events))
    for message in client.received:
        kinds = [e["type"] for e in message.get("events", [])]
        assert kinds.count("ClaimAnswered") in (0, 3)
        for event in message.get("events", []):
            if event["type"] == "ClaimAnswered":
                assert (event["actor"], event["at"], event["data"]) == (None, None, {})


def test_a_players_second_window_learns_of_the_answer_and_nobody_else_does(
    site: Site, server: Server
) -> None:
    ann, bo = site.person("ann"), site.person("bo")
    clocks = ClockSettings(claim_ms=500, decision_ms=500, away_ms=600_000)
    table = site.table([ann, bo], clocks=clocks)
    url = server.url(table.pk)
    acting = SocketClient(url, cookie=site.cookie(ann))
    second = contributes()(url, cookie=site.cookie(ann))
    other = contributes(lambda legal: legal[-1]["type"] != "pass")(url, cookie=site.cookie(bo))

    def told_of_answers(client: SocketClient) -> list[dict]:
        return [
            m
            for m in client.received
            if m["type"] == "events" and m["events"] == [] and m["legal"] == []
        ]

    async def scenario() -> None:
        async with asyncio.timeout(20):
            clients = (acting, second, other)
            playing = [asyncio.ensure_future(client.play()) for client in clients]
            await until(lambda: len(told_of_answers(second)) >= 2)
            for task in playing:
                task.cancel()

    asyncio.run(scenario())
    assert told_of_answers(other) == []


def test_an_answer_to_a_decision_that_is_over_is_refused_and_its_id_stays_free(
    site: Site, server: Server
) -> None:
    person, table = person_and_table(site)
    cookie = site.cookie(person)
    client = contributes(lambda legal: legal[-1]["type"] != "pass")(
        server.url(table.pk), cookie=cookie
    )
    follow(client, lambda: bool(client.legal) and client.legal[-1]["type"] == "pass")

    async def answer() -> list[str]:
        async with line(server, table, cookie) as one:
            version = (await one.hello())["version"]
            late = await one.act({"type": "pass"}, "x", version=version - 1)
            now = await one.act({"type": "pass"}, "x", version=version)
            again = await one.act({"type": "pass"}, "x", version=version - 1)
            return [late.get("code", "ack"), now.get("code", "ack"), again.get("code", "ack")]

    assert asyncio.run(answer()) == ["stale", "ack", "ack"]


def test_a_pause_stops_play_and_clocks_and_a_resumption_starts_them(
    site: Site, server: Server
) -> None:
    person, table = person_and_table(site, decision_ms=4_000)
    referee = site.person("referee")
    RefereeAssignment.objects.create(table=table, account=referee)
    cookie = site.cookie(person)
    client = contributes()(server.url(table.pk), cookie=cookie)
    follow(client, lambda: bool(client.legal) and "entropy" not in client.legal[0]["type"])
    action = client.legal[0]
    services.table_pause(table=table, account=referee, reason="tea")

    async def act(id_: str) -> tuple[dict, dict]:
        async with line(server, table, cookie) as one:
            welcome = await one.hello()
            return welcome, await one.act(action, id_)

    welcome, answer = asyncio.run(act("while-paused"))
    assert welcome["clock"]["paused"]
    assert welcome["legal"] == []
    assert answer["code"] == "paused"
    left = welcome["clock"]["deadline_ms"]
    services.table_resume(table=table, account=referee)
    welcome, answer = asyncio.run(act("after-it"))
    assert not welcome["clock"]["paused"]
    assert abs(welcome["clock"]["deadline_ms"] - left) < 1_000
    assert answer["type"] == "ack"


def test_who_is_gone_is_played_for_until_they_return(site: Site, server: Server) -> None:
    person, table = person_and_table(site, away_ms=300)
    cookie = site.cookie(person)
    client = contributes()(server.url(table.pk), cookie=cookie)
    follow(client, lambda: bool(client.legal) and "entropy" not in client.legal[0]["type"])
    waiting = len(site.log(table))
    gone = wait_for(site, table, "BotTookOver")

    async def come_back() -> dict:
        async with line(server, table, cookie) as one:
            return await one.hello(since=client.version)

    welcome = asyncio.run(come_back())
    assert welcome["answer"] in ("events", "start_over")
    types = wait_for(site, table, "PlayerReturned")
    assert gone.index("BotTookOver") >= waiting
    assert types.count("BotTookOver") == types.count("PlayerReturned") == 1
    after = types.index("PlayerReturned")
    played = [row[0] for row in site.log(table) if row[2] == "bot:0" and "#" not in row[4]]
    assert played
    assert all(seq <= after for seq in played)


def wait_for(site: Site, table: Table, type_: str) -> list[str]:
    """The types of the log's events once there is one of these."""
    for _ in range(150):
        types = [row[1] for row in site.log(table)]
        if type_ in types:
            return types
        time.sleep(0.1)
    raise AssertionError(f"no {type_} came")


def test_waits_are_told_where_the_aid_is_on(site: Site, server: Server) -> None:
    person, table = person_and_table(site)
    cookie = site.cookie(person)
    client = contributes()(server.url(table.pk), cookie=cookie)
    follow(client, lambda: bool(client.legal) and "entropy" not in client.legal[0]["type"])

    async def ask(role: str, cookie: str) -> dict:
        async with line(server, table, cookie) as one:
            await one.hello(role)
            await one.say({"type": "waits"})
            while True:
                message = json.loads(await one.socket.recv())
                if message["type"] in ("waits", "error"):
                    return message

    answer = asyncio.run(ask("seat", cookie))
    assert answer["type"] == "waits"
    assert answer["distance"] >= 0
    assert all({"tile", "tai", "left"} == wait.keys() for wait in answer["waits"])
    assert asyncio.run(ask("spectator", ""))["code"] == "not_seated"
