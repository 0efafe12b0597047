"""Servers that die, come back, and work side by side on one table."""

from __future__ import annotations

import asyncio
import random
import shutil
import subprocess
import time
from collections.abc import Iterator

import psycopg
import pytest

from engine.play.match import ClockSettings
from engine.viewer import Viewer
from tables.models import Table
from tests.e2e.socket_client import SocketClient, win_or_pass
from tests.tables.live.playing import (
    clients_for,
    got,
    line,
    play_out,
    proves_itself,
    seen_by,
    until,
)
from tests.tables.live.site import SERVER_LINKS, Site, free_port

pytestmark = pytest.mark.expects_faults


@pytest.fixture(autouse=True)
def _no_server_is_left(site: Site) -> Iterator[None]:
    """A server that a failed test left running would keep the site up for the next one."""
    yield
    site.stop()


def test_a_killed_server_comes_back_and_the_match_goes_on(site: Site) -> None:
    server = site.serve()
    people = [site.person() for _ in range(4)]
    table = site.table(people, hands=4)
    clients = clients_for(site, server, table, people)
    killed: list[int] = []

    async def pull_the_plug() -> None:
        for seen in (60, 240):
            await until(lambda seen=seen: len(clients[0].events) >= seen)
            killed.append(seen)
            server.kill()
            await asyncio.to_thread(site.serve, port=server.port)
            server.process = site.servers[-1].process

    play_out(clients, pull_the_plug())
    assert killed == [60, 240]
    log = site.log(table)
    assert proves_itself(table)
    kept = {row[4] for row in log}
    for place, client in enumerate(clients):
        assert all(f"place:{place}:{id_}" in kept for id_ in client.acked)
        whole = seen_by(site, table, Viewer("seat", place))
        assert got(client)[-1] == whole[-1]
    server.stop()


def test_a_match_goes_on_when_the_database_drops_every_connection(site: Site) -> None:
    server = site.serve()
    people = [site.person() for _ in range(4)]
    table = site.table(people, hands=8)
    clients = clients_for(site, server, table, people)
    drops: list[int] = []

    async def drop_connections() -> None:
        async with await psycopg.AsyncConnection.connect(
            site.database_url, autocommit=True
        ) as link:
            for seen in range(40, 10_000, 40):
                await until(lambda seen=seen: len(clients[0].events) >= seen)
                cursor = await link.execute(
                    "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity "
                    "WHERE datname = current_database() AND application_name = %s",
                    [SERVER_LINKS],
                )
                drops.append((await cursor.fetchone() or (0,))[0])

    play_out(clients, drop_connections())
    assert sum(drops) >= 3
    assert proves_itself(table)
    for place, client in enumerate(clients):
        whole = seen_by(site, table, Viewer("seat", place))
        assert got(client) == whole[client.events[0]["seq"] - 1 :]
    server.stop()


def test_nobody_is_charged_for_the_time_the_server_was_down(site: Site) -> None:
    server = site.serve()
    people = [site.person() for _ in range(4)]
    clocks = ClockSettings(decision_ms=4_000, reserve_ms=10_000, claim_ms=4_000)
    table = site.table(people, clocks=clocks)
    clients = clients_for(site, server, table, people)
    for client in clients:
        client.choose = contribute_only
    with pytest.raises(InTurn):
        play_out(clients)
    time.sleep(0.3)
    server.kill()
    time.sleep(4.5)
    again = site.serve()
    cookie = site.cookie(people[0])

    async def look() -> dict:
        async with line(again, table, cookie) as one:
            return await one.hello()

    clock = asyncio.run(look())["clock"]
    assert [row[1] for row in site.log(table)].count("DowntimeExcused") == 1
    assert clock["kind"] == "turn"
    assert clock["reserve_ms"] == [10_000] * 4
    assert clock["deadline_ms"] > 0
    again.stop()


class InTurn(Exception):
    """The hand has begun and somebody has to play."""


def contribute_only(legal: list) -> dict:
    if "entropy" not in legal[0]["type"]:
        raise InTurn
    return legal[0]


def split(site: Site, servers: list, table: Table, people: list) -> list[SocketClient]:
    """The players of one table, two at each server."""
    return [
        SocketClient(
            servers[place % 2].url(table.pk),
            cookie=site.cookie(person),
            choose=win_or_pass(random.Random(place)),
        )
        for place, person in enumerate(people)
    ]


def test_two_processes_serve_one_table_without_redis(site: Site) -> None:
    servers = [site.serve(REDIS_URL=""), site.serve(REDIS_URL="")]
    people = [site.person() for _ in range(4)]
    table = site.table(people)
    clients = split(site, servers, table, people)

    async def scenario() -> None:
        tasks = [asyncio.ensure_future(client.play()) for client in clients]
        await until(lambda: max(client.version or 0 for client in clients) >= 16)
        for task in tasks:
            task.cancel()

    asyncio.run(asyncio.wait_for(scenario(), 40))
    commands = [row[4] for row in site.log(table)]
    assert len(set(commands)) == len(commands)
    for server in servers:
        server.stop()


@pytest.fixture
def redis_url() -> Iterator[str]:
    program = shutil.which("redis-server")
    if program is None:
        pytest.skip("redis-server is not installed")
    port = free_port()
    process = subprocess.Popen(
        [program, "--port", str(port), "--save", "", "--bind", "127.0.0.1"],
        stdout=subprocess.DEVNULL,
    )
    try:
        yield f"redis://127.0.0.1:{port}/0"
    finally:
        process.terminate()
        process.wait()


def test_two_processes_serve_one_table_with_redis(site: Site, redis_url: str) -> None:
    servers = [site.serve(REDIS_URL=redis_url), site.serve(REDIS_URL=redis_url)]
    people = [site.person() for _ in range(3)]
    table = site.table(people)
    clients = split(site, servers, table, people)
    play_out(clients)
    for place, client in enumerate(clients):
        whole = seen_by(site, table, Viewer("seat", place))
        assert got(client) == whole[client.events[0]["seq"] - 1 :]
    for server in servers:
        server.stop()


def test_another_process_takes_over_the_clocks_of_one_that_died(site: Site) -> None:
    first, second = site.serve(), site.serve()
    person = site.person()
    clocks = ClockSettings(decision_ms=300, claim_ms=300, reserve_ms=0, away_ms=600_000)
    table = site.table([person], clocks=clocks)
    (client,) = clients_for(site, first, table, [person])
    client.choose = contribute_only
    with pytest.raises(InTurn):
        play_out([client])
    first.kill()
    before = len(site.log(table))

    for _ in range(100):
        if len(site.log(table)) >= before + 10:
            break
        time.sleep(0.1)
    late = site.log(table)[before:]
    assert any(row[2] == "clock" for row in late)
    assert not any(row[1] == "DowntimeExcused" for row in late)
    second.stop()
