"""Whole matches over real sockets, by a client written from the protocol's page alone."""

from __future__ import annotations

import asyncio
import random

import pytest

from engine.viewer import Viewer
from tests.e2e.socket_client import SocketClient
from tests.tables.live.playing import clients_for, got, play_out, proves_itself, seen_by
from tests.tables.live.site import Server, Site


@pytest.mark.parametrize("ruleset", ["bao", "free"])
def test_four_clients_play_a_whole_match(site: Site, server: Server, ruleset: str) -> None:
    people = [site.person(name) for name in ("ann", "bo", "cai", "dan")]
    table = site.table(people, ruleset=ruleset, hands=2)
    clients = clients_for(site, server, table, people)
    play_out(clients)
    assert proves_itself(table)
    for place, client in enumerate(clients):
        whole = seen_by(site, table, Viewer("seat", place))
        assert got(client) == whole[client.events[0]["seq"] - 1 :]
        assert client.errors == []
        assert client.pending == {}


def test_after_every_frame_all_players_are_shown_the_same_points(
    site: Site, server: Server
) -> None:
    people = [site.person() for _ in range(4)]
    table = site.table(people, hands=2)
    clients = clients_for(site, server, table, people)
    shown: dict[int, set[tuple[int, ...]]] = {}
    for client in clients:
        asks_for_views(client, shown)
    play_out(clients)
    assert len(shown) > 50
    assert all(len(points) == 1 and sum(*points) == 0 for points in shown.values())


def asks_for_views(client: SocketClient, shown: dict[int, set[tuple[int, ...]]]) -> None:
    """Have a client ask for the view after every frame, and note the points by version."""
    take = client.take

    async def note(message: dict) -> None:
        await take(message)
        if message["type"] == "events" and not client.done:
            await client.send({"type": "view"})
        if "view" in message:
            shown.setdefault(message["version"], set()).add(tuple(message["view"]["points"]))

    client.take = note


def test_one_client_plays_against_three_built_in_players(site: Site, server: Server) -> None:
    person = site.person("ann")
    table = site.table([person], hands=2, level="sensible")
    (client,) = clients_for(site, server, table, [person])
    play_out([client])
    assert client.events[-1]["type"] == "MatchEnded"
    assert client.errors == []


def test_a_table_of_built_in_players_plays_by_itself(site: Site, server: Server) -> None:
    table = site.table([], hands=2)
    watcher = SocketClient(server.url(table.pk), role="spectator")
    play_out([watcher])
    assert site.log(table)[-1][1] == "MatchEnded"


def test_every_action_that_is_sent_three_times_at_once_acts_once(
    site: Site, server: Server
) -> None:
    people = [site.person() for _ in range(4)]
    table = site.table(people)
    clients = clients_for(site, server, table, people, copies=3)
    play_out(clients)
    commands = [row[4] for row in site.log(table) if row[2].startswith("place:")]
    own = [command for command in commands if "#" not in command]
    assert len(set(own)) == len(own)
    for client in clients:
        assert client.errors == []
        sent = {command.split(":")[2] for command in own if command.split(":")[2] in client.acked}
        finished = [id_ for id_ in sent if client.acked.count(id_) == 3]
        assert len(finished) >= len(sent) - 1


def test_nothing_is_missed_and_nothing_comes_twice_when_connections_are_lost(
    site: Site, server: Server
) -> None:
    people = [site.person() for _ in range(4)]
    table = site.table(people, hands=2)
    clients = clients_for(site, server, table, people, copies=2)
    chance = random.Random(5)

    async def break_lines() -> None:
        while True:
            await asyncio.sleep(chance.random() * 0.06)
            await chance.choice(clients).drop()

    play_out(clients, break_lines())
    answers = [welcome["answer"] for client in clients for welcome in client.welcomes]
    assert answers.count("events") > 10
    assert answers.count("start_over") == 4
    for place, client in enumerate(clients):
        whole = seen_by(site, table, Viewer("seat", place))
        assert got(client) == whole[client.events[0]["seq"] - 1 :]
