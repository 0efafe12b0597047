"""The socket of an event: what changed is told once, to those who may know, after a loss too."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any

import pytest
import websockets
from asgiref.sync import sync_to_async
from django.contrib.sessions.models import Session

from accounts.models import User
from tables.live.standing import CLOSE_STANDING
from tests.tables.live.site import Server, Site
from tests.tournaments.conftest import Event, club_make
from tests.tournaments.domain.desk import terms
from tournaments import services
from tournaments.clubs.models import Membership
from tournaments.domain import commands as c
from tournaments.domain.events import EVENT_TYPES
from tournaments.domain.parts import Person
from tournaments.domain.terms import Details
from tournaments.live.areas import ALL, AREAS, areas_of
from tournaments.models import Participation


@pytest.fixture
def event(site: Site) -> Event:
    club, cast = club_make()
    details = Details("Spring cup")
    tournament = services.tournament_create(
        club=club, account=cast["owner"], details=details, terms=terms()
    )
    return Event(tournament, cast["owner"]).do(c.OpenRegistration())


class Line:
    def __init__(self, socket: Any) -> None:
        self.socket = socket

    async def say(self, **message: object) -> None:
        await self.socket.send(json.dumps(message))

    async def hear(self) -> dict[str, Any]:
        async with asyncio.timeout(10):
            message: dict[str, Any] = json.loads(await self.socket.recv())
        return message


@asynccontextmanager
async def line(server: Server, event: Event, cookie: str = "") -> AsyncIterator[Line]:
    url = f"ws://127.0.0.1:{server.port}/ws/event/{event.tournament.pk}/"
    headers = {"Cookie": cookie} if cookie else {}
    async with websockets.connect(url, additional_headers=headers) as socket:
        yield Line(socket)


async def hear_until_closed(one: Line) -> None:
    while True:
        await one.hear()


def do(event: Event, *commands: c.Command) -> Any:
    return sync_to_async(event.do)(*commands)


def add(name: str) -> c.AddEntry:
    return c.AddEntry(name, Person(name))


def test_a_follower_hears_what_changed_though_another_process_wrote_it(
    event: Event, server: Server
):
    async def scenario() -> None:
        async with line(server, event) as one:
            await one.say(type="hello", protocol=1)
            welcome = await one.hear()
            assert (welcome["type"], welcome["answer"]) == ("welcome", "start_over")
            assert welcome["areas"] == list(ALL)
            assert welcome["version"] == 2
            await do(event, add("a"))
            assert await one.hear() == {"type": "news", "version": 3, "areas": ["entries"]}

    asyncio.run(scenario())


def test_whoever_comes_back_hears_what_was_missed_and_nothing_twice(event: Event, server: Server):
    async def scenario() -> None:
        await do(event, add("a"), add("b"), c.CloseRegistration())
        async with line(server, event) as one:
            await one.say(type="hello", protocol=1, since=2)
            welcome = await one.hear()
            assert (welcome["answer"], welcome["version"]) == ("news", 5)
            assert set(welcome["areas"]) == set(ALL)
        async with line(server, event) as one:
            await one.say(type="hello", protocol=1, since=3)
            await one.hear()
        async with line(server, event) as one:
            await one.say(type="hello", protocol=1, since=5)
            assert (await one.hear())["answer"] == "up_to_date"
            await one.say(type="ping", t=7)
            pong = await one.hear()
            assert (pong["type"], pong["t"]) == ("pong", 7)
        async with line(server, event) as one:
            await one.say(type="hello", protocol=1, since=99)
            assert (await one.hear())["answer"] == "ahead"

    asyncio.run(scenario())


@pytest.mark.parametrize(
    ("message", "code"),
    [
        ({"type": "ping"}, "hello_first"),
        ({"type": "hello", "protocol": 2}, "protocol"),
        ({"type": "shout"}, "bad_message"),
        ({"type": "hello", "protocol": 1, "since": "x"}, "bad_message"),
    ],
)
def test_a_greeting_that_is_none_is_refused(event: Event, server: Server, message: dict, code: str):
    async def scenario() -> None:
        async with line(server, event) as one:
            await one.say(**message)
            assert (await one.hear())["code"] == code

    asyncio.run(scenario())


def test_a_draft_and_a_clubs_own_event_are_not_for_everybody(site: Site, server: Server):
    club, cast = club_make()
    draft = services.tournament_create(
        club=club, account=cast["owner"], details=Details("Draft"), terms=terms(visibility="club")
    )
    event = Event(draft, cast["owner"])

    async def greeting(account: User | None) -> str:
        cookie = await sync_to_async(site.cookie)(account) if account else ""
        async with line(server, event, cookie) as one:
            await one.say(type="hello", protocol=1)
            answer = await one.hear()
            return answer.get("code", answer["type"])

    people = (None, cast["visitor"], cast["player"], cast["owner"])
    assert [asyncio.run(greeting(one)) for one in people] == [
        "sign_in", "not_allowed", "not_allowed", "welcome",
    ]  # fmt: skip
    event.do(c.OpenRegistration())
    assert [asyncio.run(greeting(one)) for one in people] == [
        "sign_in", "not_allowed", "welcome", "welcome",
    ]  # fmt: skip


@pytest.mark.parametrize("how", ["membership", "session", "entry", "visibility"])
def test_whoever_may_not_follow_any_more_is_sent_away_within_seconds(
    site: Site, server: Server, how: str
):
    """By the club, by logging out, with the last entry, or because the event is hidden."""
    club, cast = club_make()
    chosen = terms(visibility="public" if how == "visibility" else "club")
    made = services.tournament_create(
        club=club, account=cast["owner"], details=Details("Ours"), terms=chosen
    )
    event = Event(made, cast["owner"]).do(c.OpenRegistration())
    who = cast["visitor"] if how in ("entry", "visibility") else cast["player"]
    if how == "entry":
        event.do(c.AddEntry("v", Person("V", account=str(who.pk))))
    cookies = {"stays": site.cookie(cast["owner"]), "goes": site.cookie(who)}

    def remove() -> None:
        match how:
            case "membership":
                Membership.objects.filter(account=who).delete()
            case "session":
                key = cookies["goes"].partition("=")[2]
                Session.objects.filter(session_key=key).delete()
            case "entry":
                Participation.objects.filter(account=who).delete()
            case _:
                event.do(c.ChangeTerms(replace(chosen, visibility="club")))

    async def scenario() -> None:
        async with (
            line(server, event, cookies["stays"]) as one,
            line(server, event, cookies["goes"]) as other,
        ):
            for each in (one, other):
                await each.say(type="hello", protocol=1)
                assert (await each.hear())["type"] == "welcome"
            await asyncio.sleep(3)
            await sync_to_async(remove)()
            with pytest.raises(websockets.ConnectionClosed) as closed:
                await hear_until_closed(other)
            assert closed.value.rcvd.code == CLOSE_STANDING
            await do(event, add("late"))
            while "entries" not in (await one.hear())["areas"]:
                pass

    asyncio.run(scenario())


def test_every_type_of_event_touches_some_part_of_the_pages():
    assert set(AREAS) <= set(EVENT_TYPES)
    for name in EVENT_TYPES:
        touched = areas_of([name])
        assert touched
        assert set(touched) <= set(ALL)
