"""Who may look on, and how much they are shown."""

from __future__ import annotations

import asyncio
import json

from engine.viewer import Viewer
from tables.models import RefereeAssignment
from tests.e2e.socket_client import SocketClient
from tests.tables.live.playing import clients_for, got, line, play_out, seen_by, until
from tests.tables.live.site import Server, Site


def test_a_spectator_is_one_hand_behind_and_is_told_everything_at_the_end(
    site: Site, server: Server
) -> None:
    people = [site.person() for _ in range(4)]
    table = site.table(people, hands=3)
    players = clients_for(site, server, table, people)
    watcher = SocketClient(server.url(table.pk), role="spectator")
    lead: list[tuple[int, int]] = []
    take = watcher.take

    async def note(message: dict) -> None:
        running = max((e["hand"] for p in players for e in p.events), default=0)
        await take(message)
        shown = max((e["hand"] for e in watcher.events if e["type"] == "HandDealt"), default=0)
        lead.append((running, shown))

    watcher.take = note
    play_out(players, watchers=[watcher])
    assert got(watcher) == seen_by(site, table, Viewer("spectator"))[-len(got(watcher)) :]
    assert all(frame["legal"] == [] for frame in watcher.received if "legal" in frame)
    deals = [e for e in players[0].events if e["type"] == "HandDealt"]
    assert len(deals) >= 3
    ends = {e["hand"]: e["seq"] for e in players[0].events if e["type"] == "SecretOpened"}
    frames = [m for m in watcher.received if m["type"] == "events"]
    for frame in frames[:-1]:
        assert frame["version"] <= max(ends.values())
        hands = {e["hand"] for e in frame["events"] if e["type"] == "HandDealt"}
        assert all(frame["version"] >= ends[hand] for hand in hands)


def test_the_second_account_of_a_player_sees_the_delayed_stream_only(
    site: Site, server: Server
) -> None:
    people = [site.person() for _ in range(4)]
    second = site.person("second")
    table = site.table(people)
    players = clients_for(site, server, table, people)
    watcher = SocketClient(server.url(table.pk), cookie=site.cookie(second), role="spectator")

    async def scenario() -> None:
        watching = asyncio.ensure_future(watcher.play())
        playing = [asyncio.ensure_future(player.play()) for player in players]
        await until(lambda: max(player.version or 0 for player in players) >= 25)
        for task in playing:
            task.cancel()
        await asyncio.sleep(0.3)
        watching.cancel()

    asyncio.run(asyncio.wait_for(scenario(), 20))
    dealt = next(e["seq"] for e in players[0].events if e["type"] == "HandDealt")
    assert watcher.version == dealt - 1
    told = json.dumps(watcher.received)
    for word in ("HandDealt", "TileDrawn", "TileDiscarded", "1m", "9s"):
        assert word not in told
    clocks = [m["clock"] for m in watcher.received if "clock" in m]
    assert all(c["kind"] is None and c["running"] == [] for c in clocks)


def test_a_player_may_not_watch_the_own_table_and_nobody_takes_anothers_seat(
    site: Site, server: Server
) -> None:
    people = [site.person() for _ in range(4)]
    stranger = site.person()
    table = site.table(people)

    async def refused(account, role: str) -> tuple[str, int | None]:
        cookie = site_cookies.get(account, "")
        async with line(server, table, cookie) as one:
            await one.say({"type": "hello", "protocol": 1, "since": None, "as": role})
            return (await one.hear("error"))["code"], await one.closed()

    site_cookies = {"player": site.cookie(people[0]), "stranger": site.cookie(stranger)}
    assert asyncio.run(refused("player", "spectator")) == ("not_allowed", 4403)
    assert asyncio.run(refused("stranger", "seat")) == ("not_allowed", 4403)
    assert asyncio.run(refused("stranger", "referee")) == ("not_allowed", 4403)
    assert asyncio.run(refused("nobody", "seat")) == ("sign_in", 4401)


def test_an_assigned_referee_sees_every_hand_at_once(site: Site, server: Server) -> None:
    people = [site.person() for _ in range(4)]
    referee = site.person("referee")
    table = site.table(people)
    RefereeAssignment.objects.create(table=table, account=referee)
    players = clients_for(site, server, table, people)
    watcher = SocketClient(server.url(table.pk), cookie=site.cookie(referee), role="referee")
    play_out(players, watchers=[watcher])
    dealt = next(e for e in watcher.events if e["type"] == "HandDealt")
    assert all(dealt["data"]["hand_tiles"].values())
    assert got(watcher) == seen_by(site, table, Viewer("referee"))[-len(got(watcher)) :]
