"""A call at a live table, over real sockets: the clocks stop at once and go on by themselves."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.db import connections
from django.test import Client
from django.urls import reverse
from websockets.asyncio.client import connect

from accounts.models import User
from engine.errors import IllegalAction
from engine.play.match import ClockSettings, Length
from tables import services as tables
from tables.cases import services
from tables.cases.terms import DisputeTerms
from tables.models import Case, RefereeAssignment, Table
from tests.tables.live.conftest import _no_faults as _no_faults
from tests.tables.live.conftest import server as server
from tests.tables.live.conftest import site as site
from tests.tables.live.playing import Line, line
from tests.tables.live.site import Server, Site

HELLO = {"type": "hello", "protocol": 1}


def table_of(site: Site, person: User, referee: User, **terms: Any) -> Table:
    """Three built-in players and a person who is given time; a referee."""
    bots = [tables.Sitter(f"Bot {number}", level="random") for number in range(3)]
    table = tables.table_open(
        terms=tables.Terms(
            "free",
            length=Length("hands", 3),
            clocks=ClockSettings(decision_ms=60_000, entropy_ms=100),
            disputes=DisputeTerms(**terms),
        ),
        sitters=[tables.Sitter(person.public_name, account=person), *bots],
    )
    tables.referee_assign(table=table, account=referee)
    return table


async def until_dealt(one: Line) -> None:
    welcome = await one.hello()
    if welcome["view"]["hand"]:
        return
    while True:
        news = await one.hear("events", 20)
        if any(event["type"] == "HandDealt" for event in news["events"]):
            return


def call(table: Table, person: User, **more: Any) -> Any:
    return sync_to_async(services.referee_call)(
        table=table, account=person, reason="time_out", **more
    )


WAITING: dict[Line, list[tuple[dict[str, Any], dict[str, Any]]]] = {}


async def hear_of(one: Line, type_: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """The message that brings an event of this type, and the event; those after it wait."""
    waiting = WAITING.setdefault(one, [])
    while True:
        while waiting:
            news, event = waiting.pop(0)
            if event["type"] == type_:
                return news, event
        news = await one.hear("events", 20)
        waiting += [(news, event) for event in news["events"]]


async def hear_clocks(one: Line, *, paused: bool) -> dict[str, Any]:
    """The first clock that stands still, or that runs again. It is told at once, also while a
    claim window keeps the events back."""
    waiting = WAITING.setdefault(one, [])
    while True:
        news = await one.hear("events", 20)
        waiting += [(news, event) for event in news["events"]]
        if news["clock"]["paused"] is paused:
            return news


def test_pause_of_a_call_ends_by_itself_by_the_clock_once(site: Site, server: Server) -> None:
    site.serve()
    person, referee = site.person("ann"), site.person("ref")
    table = table_of(site, person, referee, pause_limit_ms=8_000)

    cookie = site.cookie(person)

    async def scenario() -> None:
        async with line(server, table, cookie) as one:
            await until_dealt(one)
            await call(table, person)
            stopped = await hear_clocks(one, paused=True)
            assert 0 < stopped["clock"]["resumes_ms"] <= 8_000
            assert stopped["legal"] == []
            went_on = await hear_clocks(one, paused=False)
            assert "resumes_ms" not in went_on["clock"]

    asyncio.run(scenario())
    resumed = [row for row in site.log(table) if row[1] == "MatchResumed"]
    assert [row[2] for row in resumed] == ["clock"]


def test_referee_who_stops_the_table_stops_it_for_as_long_as_they_like(
    site: Site, server: Server
) -> None:
    person, referee = site.person("ann"), site.person("ref")
    table = table_of(site, person, referee, pause_limit_ms=8_000)

    cookie = site.cookie(person)

    async def scenario() -> None:
        async with line(server, table, cookie) as one:
            await until_dealt(one)
            await call(table, person)
            await hear_clocks(one, paused=True)
            fresh = await sync_to_async(Table.objects.get)(pk=table.pk)
            await sync_to_async(tables.table_resume)(table=fresh, account=referee)
            await hear_clocks(one, paused=False)
            await sync_to_async(tables.table_pause)(table=fresh, account=referee)
            stopped = await hear_clocks(one, paused=True)
            assert "resumes_ms" not in stopped["clock"]
            await asyncio.sleep(8.5)

    asyncio.run(scenario())
    assert Table.objects.get(pk=table.pk).paused


def test_points_of_a_ruling_reach_the_players_at_once(site: Site, server: Server) -> None:
    person, referee = site.person("ann"), site.person("ref")
    table = table_of(site, person, referee)

    cookie = site.cookie(person)

    async def scenario() -> None:
        async with line(server, table, cookie) as one:
            await until_dealt(one)
            called = await call(table, person)
            draft = services.Draft("score_stands", 1, ("P1",), text="Right", case=called.case)
            await sync_to_async(services.case_take)(table=table, account=referee, case=called.case)
            await sync_to_async(services.ruling_make)(table=table, account=referee, draft=draft)
            _news, event = await hear_of(one, "RulingMade")
            assert event["data"]["points"] == [0, 0, 0, 0]
            await hear_of(one, "MatchResumed")

    asyncio.run(scenario())


@asynccontextmanager
async def queue(server: Server, cookie: str) -> AsyncIterator[Any]:
    headers = {"Cookie": cookie} if cookie else {}
    url = f"ws://127.0.0.1:{server.port}/ws/cases/"
    async with connect(url, additional_headers=headers) as socket:
        yield socket


async def hear(socket: Any) -> dict[str, Any]:
    async with asyncio.timeout(10):
        message: dict[str, Any] = json.loads(await socket.recv())
    return message


def test_queue_hears_of_a_call_and_catches_up_after_a_loss(site: Site, server: Server) -> None:
    person, referee = site.person("ann"), site.person("ref")
    table = table_of(site, person, referee, pause_on_call=False)

    cookie = site.cookie(referee)

    async def scenario() -> None:
        async with queue(server, cookie) as socket:
            await socket.send(json.dumps(HELLO))
            welcome = await hear(socket)
            assert (welcome["type"], welcome["answer"]) == ("welcome", "start_over")
            called = await call(table, person, hand=0)
            news = await hear(socket)
            assert (news["type"], news["areas"]) == ("news", ["cases"])
            assert news["version"] > welcome["version"]
            seen = news["version"]
        await sync_to_async(services.case_take)(table=table, account=referee, case=called.case)
        for since, answer in ((seen, "news"), (seen + 1, "up_to_date"), (seen + 99, "ahead")):
            async with queue(server, cookie) as socket:
                await socket.send(json.dumps(HELLO | {"since": since}))
                welcome = await hear(socket)
                assert welcome["answer"] == answer
                assert welcome["version"] == seen + 1

    asyncio.run(scenario())


def test_queue_is_for_those_who_are_logged_in(site: Site, server: Server) -> None:
    async def scenario() -> None:
        async with queue(server, "") as socket:
            await socket.send(json.dumps(HELLO))
            assert (await hear(socket))["code"] == "sign_in"

    asyncio.run(scenario())


def closing(socket: Any) -> Any:
    async def closed() -> int | None:
        async with asyncio.timeout(12):
            await socket.wait_closed()
        code: int | None = socket.close_code
        return code

    return closed()


@pytest.mark.parametrize("called_first", [True, False])
def test_referee_who_is_taken_off_is_sent_away_from_the_queue(
    site: Site, server: Server, called_first: bool
) -> None:
    person, referee, other = site.person("ann"), site.person("ref"), site.person("bo")
    table = table_of(site, person, referee, pause_on_call=False)
    cookie, others = site.cookie(referee), site.cookie(other)

    async def scenario() -> int | None:
        if called_first:
            await call(table, person, hand=0)
        async with queue(server, cookie) as socket, queue(server, others) as bystander:
            for one in (socket, bystander):
                await one.send(json.dumps(HELLO))
                await hear(one)
            if not called_first:
                await call(table, person, hand=0)
                await hear(socket)
            assigned = RefereeAssignment.objects.filter(table=table)
            await sync_to_async(assigned.delete)()
            code = await closing(socket)
            await bystander.send(json.dumps({"type": "ping", "t": 1}))
            answers = [await hear(bystander) for _ in range(1 if called_first else 2)]
            assert answers[-1]["type"] == "pong"
        async with queue(server, cookie) as socket:
            await socket.send(json.dumps(HELLO))
            assert (await hear(socket))["type"] == "welcome"
            await asyncio.sleep(5)
            await socket.send(json.dumps({"type": "ping", "t": 1}))
            assert (await hear(socket))["type"] == "pong"
        return code

    assert asyncio.run(scenario()) == 4410


def test_who_logs_out_follows_disputes_no_more(site: Site, server: Server) -> None:
    client = Client()
    client.force_login(site.person("ann"))
    cookie = f"sessionid={client.cookies['sessionid'].value}"

    async def scenario() -> int | None:
        async with queue(server, cookie) as socket:
            await socket.send(json.dumps(HELLO))
            await hear(socket)
            await sync_to_async(client.post)(reverse("logout"))
            return await closing(socket)

    assert asyncio.run(scenario()) == 4410


@pytest.mark.parametrize("attempt", range(3))
def test_of_two_referees_at_the_same_moment_one_gets_the_case(site: Site, attempt: int) -> None:
    person = site.person("ann")
    referees = [site.person("ref"), site.person("ref")]
    table = table_of(site, person, referees[0])
    tables.referee_assign(table=table, account=referees[1])
    case = services.referee_call(table=table, account=person, reason="other").case
    start, answers = threading.Barrier(2), []

    def take(referee: User) -> None:
        start.wait()
        try:
            services.case_take(table=table, account=referee, case=case)
            answers.append(("got it", referee.pk))
        except IllegalAction as refusal:
            answers.append((refusal.code, referee.pk))
        finally:
            connections.close_all()

    threads = [threading.Thread(target=take, args=(one,)) for one in referees]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(said for said, _who in answers) == ["case_taken", "got it"]
    winner = next(who for said, who in answers if said == "got it")
    assert Case.objects.get(case=case).referee_id == winner
