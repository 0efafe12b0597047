"""Followers hear of an append after its commit, never before, and once."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from typing import Any

import pytest
from django.db import transaction
from redis import Redis, RedisError

from accounts.models import User
from tables import services, signals
from tables.acting import Receipt
from tests.tables.conftest import Opener, choices, state_of

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def heard() -> Iterator[list[Receipt]]:
    receipts: list[Receipt] = []

    def listen(receipt: Receipt, **_rest: Any) -> None:
        receipts.append(receipt)

    signals.table_moved.connect(listen)
    yield receipts
    signals.table_moved.disconnect(listen)


def test_a_follower_gets_the_receipt_once_and_only_after_the_commit(
    open_table: Opener, players: list[User], heard: list[Receipt]
) -> None:
    table = open_table()
    place, action = choices(state_of(table))[0]
    act = {"table": table, "account": players[place], "action": action, "command_id": "x"}
    heard.clear()
    with transaction.atomic():
        services.table_act(**act)
        assert heard == []
    assert [r.version for r in heard] == [services.table_act(**act).version]


def test_a_rolled_back_append_wakes_nobody(
    open_table: Opener, players: list[User], heard: list[Receipt]
) -> None:
    table = open_table()
    place, action = choices(state_of(table))[0]
    heard.clear()
    with transaction.atomic():
        services.table_act(table=table, account=players[place], action=action, command_id="x")
        transaction.set_rollback(True)
    assert heard == []


def test_a_follower_that_fails_holds_nobody_up(
    open_table: Opener, players: list[User], heard: list[Receipt]
) -> None:
    def fail(**_rest: Any) -> None:
        raise RuntimeError

    signals.table_moved.connect(fail)
    try:
        open_table()
    finally:
        signals.table_moved.disconnect(fail)
    assert heard


@pytest.fixture
def redis_url() -> Iterator[str]:
    program = shutil.which("redis-server")
    if program is None:
        if os.environ.get("CI"):
            pytest.fail("no redis-server on this machine: CI must not skip this")
        pytest.skip("redis-server is not installed")
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    options = ["--port", str(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"]
    server = subprocess.Popen([program, *options], stdout=subprocess.DEVNULL)
    url = f"redis://127.0.0.1:{port}/0"
    _wait_for(url)
    yield url
    server.terminate()
    server.wait(10)


def _wait_for(url: str) -> None:
    for _ in range(200):
        try:
            Redis.from_url(url).ping()
        except RedisError:
            time.sleep(0.05)
        else:
            return
    raise AssertionError("redis-server did not start")


def test_other_processes_hear_the_table_and_its_version_over_redis(
    open_table: Opener, players: list[User], redis_url: str, settings: Any
) -> None:
    table = open_table()
    settings.REDIS_URL = redis_url
    channel = Redis.from_url(redis_url, decode_responses=True).pubsub()
    channel.subscribe(signals.CHANNEL)
    assert channel.get_message(timeout=5)["type"] == "subscribe"
    place, action = choices(state_of(table))[0]
    receipt = services.table_act(table=table, account=players[place], action=action, command_id="x")
    message = channel.get_message(timeout=5)
    assert message["data"] == f"page {table.pk}={receipt.version}"


def test_a_site_whose_redis_is_down_goes_on(
    open_table: Opener, players: list[User], settings: Any
) -> None:
    settings.REDIS_URL = "redis://127.0.0.1:1/0"
    table = open_table()
    assert state_of(table).phase == "hand"
