"""A seat changes hands while sockets are open: who gets what from that moment on."""

from __future__ import annotations

import asyncio
import json
from typing import Any

from asgiref.sync import sync_to_async

from accounts.models import User
from engine.play.match import ClockSettings
from tables import services
from tables.models import Table
from tables.services import Sitter
from tests.tables.live.playing import clients_for, line, play_out, proves_itself, until
from tests.tables.live.site import Server, Site

SLOW = ClockSettings(decision_ms=600_000, claim_ms=600_000, entropy_ms=1_000, away_ms=600_000)


@sync_to_async
def hand_over(table: Table, place: int, who: Sitter) -> int:
    """Hand a seat over from another process than the servers'; the event's number."""
    receipt = services.seat_hand_over(
        table=table, place=place, sitter=who, actor="organiser:1", reason="test"
    )
    return receipt.first


def sitter(account: User) -> Sitter:
    return Sitter(account.public_name, account)


def told(messages: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [event for message in messages for event in message.get("events", [])]


def test_who_has_left_is_sent_away_before_anything_more_is_told(site: Site, server: Server) -> None:
    ann, eva = site.person("ann"), site.person("eva")
    # A delay, so that what a spectator is told of the running hand is nothing.
    table = site.table([ann], clocks=SLOW, hands=3, spectator_delay=1)
    cookies = {who: site.cookie(who) for who in (ann, eva)}

    async def scenario() -> None:
        async with line(server, table, cookies[ann]) as old:
            welcome = await old.hello()
            while not any(event["type"] == "HandDealt" for event in told(old.read)):
                await old.hear("events")
            handed = await hand_over(table, 0, sitter(eva))
            assert await old.closed() == 4410
            assert max((e["seq"] for e in told(old.read)), default=welcome["version"]) < handed
        async with line(server, table, cookies[eva]) as new:
            welcome = await new.hello()
            assert (welcome["you"]["role"], welcome["you"]["place"]) == ("seat", 0)
            seat = welcome["you"]["seat"]
            assert welcome["view"]["seats"][seat]["concealed"]
            assert welcome["view"]["players"][0]["name"] == "Eva"
        async with line(server, table, cookies[ann]) as former:
            welcome = await former.hello("spectator")
            assert welcome["you"] == {"role": "spectator", "place": None, "seat": None}
            assert welcome["view"]["seats"] == {}
        async with line(server, table, cookies[ann]) as former:
            await former.say({"type": "hello", "protocol": 1, "since": None, "as": "seat"})
            assert (await former.hear("error"))["code"] == "not_allowed"
            assert await former.closed() == 4403

    asyncio.run(asyncio.wait_for(scenario(), 30))


def test_who_watches_and_is_given_the_seat_comes_back_as_a_player(
    site: Site, server: Server
) -> None:
    ann, eva = site.person("ann"), site.person("eva")
    table = site.table([ann], clocks=SLOW, hands=3)
    cookies = {who: site.cookie(who) for who in (ann, eva)}

    async def scenario() -> None:
        async with line(server, table, cookies[eva]) as watching:
            await watching.hello("spectator")
            await hand_over(table, 0, sitter(eva))
            assert await watching.closed() == 4410
        async with line(server, table, cookies[eva]) as playing:
            assert (await playing.hello())["you"]["place"] == 0

    asyncio.run(asyncio.wait_for(scenario(), 30))


def test_others_are_told_who_sits_there_now(site: Site, server: Server) -> None:
    ann, bo, eva = site.person("ann"), site.person("bo"), site.person("eva")
    table = site.table([ann, bo], clocks=SLOW, hands=3)
    cookies = {who: site.cookie(who) for who in (ann, bo, eva)}

    async def scenario() -> None:
        async with line(server, table, cookies[bo]) as other:
            await other.hello()
            handed = await hand_over(table, 0, sitter(eva))
            while handed not in [event["seq"] for event in told(other.read)]:
                await other.hear("events")
            (event,) = [e for e in told(other.read) if e["seq"] == handed]
            assert event["type"] == "SeatHandedOver"
            assert event["data"]["player"]["name"] == "Eva"
            assert event["actor"] == "organiser:1"

    asyncio.run(asyncio.wait_for(scenario(), 30))


def test_two_servers_send_the_same_people_away(site: Site, server: Server) -> None:
    second = site.serve()
    ann, eva = site.person("ann"), site.person("eva")
    table = site.table([ann], clocks=SLOW, hands=3)
    cookies = {who: site.cookie(who) for who in (ann, eva)}

    async def scenario() -> None:
        async with (
            line(server, table, cookies[ann]) as one,
            line(second, table, cookies[ann]) as two,
        ):
            await one.hello()
            await two.hello()
            handed = await hand_over(table, 0, sitter(eva))
            assert [await one.closed(), await two.closed()] == [4410, 4410]
            for line_ in (one, two):
                assert all(event["seq"] < handed for event in told(line_.read))

    asyncio.run(asyncio.wait_for(scenario(), 30))


def test_a_match_goes_on_to_its_end_with_a_built_in_player_and_a_substitute(
    site: Site, server: Server
) -> None:
    people = [site.person() for _ in range(4)]
    eva = site.person("eva")
    table = site.table(people, hands=3)
    clients = clients_for(site, server, table, [*people, eva])
    leaving, coming = clients[3], clients.pop()

    async def change() -> None:
        await until(lambda: any(event["type"] == "HandDealt" for event in clients[0].events))
        await hand_over(table, 3, Sitter("Built-in", level="random"))
        await asyncio.sleep(0.3)
        await hand_over(table, 3, sitter(eva))
        await coming.play()

    async def leave() -> None:
        await until(lambda: leaving.closed_with == 4403)
        leaving.over, leaving.pending = True, {}

    play_out(clients, change(), leave(), seconds=60)
    assert proves_itself(table)
    log = site.log(table)
    assert [row[1] for row in log].count("SeatHandedOver") == 2
    handed = next(row[0] for row in log if row[1] == "SeatHandedOver")
    assert all(event["seq"] < handed for event in leaving.events)
    hidden = json.dumps([m for m in leaving.received if m.get("version", 0) >= handed])
    assert hidden == "[]"
