"""The whole site in one process: a hundred tables of four players and a spectator each.

The players are in a process of their own (benchmarks.load). Site, players and PostgreSQL share
the machine, as do the raw inserts and the echo that they are held against.
"""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from statistics import median, quantiles
from time import perf_counter, sleep
from typing import IO, Any
from uuid import uuid4

from benchmarks.database import RAW_INSERT, ROOT, site_database, use_site
from benchmarks.paired import Rates, alternate
from benchmarks.row import Row
from benchmarks.store_rows import CLAIM_PASSED, DIGEST

TABLES = 100
CONNECTIONS = 16
RUSH_SECONDS = 4
RAW_SECONDS = 2
PACE_SECONDS = 10
HANDS = 1_000
ENVIRONMENT = {"BOT_MS": "0", "BETWEEN_MS": "0", "LIVE_BURST": "1000000"}


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def serving(application: str, **environment: str) -> Iterator[int]:
    """One uvicorn process with the application; its port."""
    port = free_port()
    command = [sys.executable, "-m", "uvicorn", application, "--port", str(port)]
    quiet = ["--log-level", "error", "--no-access-log", "--ws-per-message-deflate", "false"]
    process = subprocess.Popen([*command, *quiet], cwd=ROOT, env=os.environ | environment)
    try:
        while True:
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", port)) == 0:
                    break
            assert process.poll() is None, f"{application} did not start"
            sleep(0.05)
        yield port
    finally:
        process.terminate()
        process.wait(20)


class Players:
    """The process that plays; `do` has it act for a while."""

    def __init__(self, told: dict[str, Any]) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "benchmarks.load"],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self._tell(told)
        ready = self._out.readline().strip()
        assert ready == "ready", ready

    @property
    def _out(self) -> IO[str]:
        assert self.process.stdout is not None
        return self.process.stdout

    def _tell(self, message: dict[str, Any]) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(json.dumps(message) + "\n")
        self.process.stdin.flush()

    def do(self, what: str, seconds: int) -> dict[str, Any]:
        self._tell({"do": what, "seconds": seconds})
        answer: dict[str, Any] = json.loads(self._out.readline())
        assert not answer["errors"], answer["errors"]
        return answer

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(10)


@contextmanager
def site_with_players(url: str, echo_port: int = 0) -> Iterator[Players]:
    """The site on this database, its tables, and everybody at them with the first hand dealt."""
    use_site(url)
    tables = [make_table(number) for number in range(TABLES)]
    with serving("config.asgi:application", DATABASE_URL=url, **ENVIRONMENT) as port:
        told = {"port": port, "tables": tables, "echo_port": echo_port}
        players = Players(told | {"echoes": 5 * TABLES if echo_port else 0})
        try:
            players.do("rush", 2)
            yield players
        finally:
            players.stop()


def make_table(number: int) -> dict[str, Any]:
    """Four people with sessions at a table that a visitor may watch without delay."""
    from accounts.models import User
    from engine.play.match import ClockSettings, Length
    from tables.services import Sitter, Terms, table_open

    people = [User.objects.create_user(f"load{number}-{place}") for place in range(4)]
    table = table_open(
        terms=Terms(
            ruleset="bao",
            length=Length("hands", HANDS),
            clocks=ClockSettings(600_000, 600_000, 600_000, 600_000, 600_000),
            spectator_delay=0,
        ),
        sitters=[Sitter(name=person.username, account=person) for person in people],
    )
    return {"path": f"/ws/table/{table.pk}/", "cookies": [session(person) for person in people]}


def session(account: Any) -> str:
    """The cookie of a signed-in browser."""
    from django.test import Client

    client = Client()
    client.force_login(account)
    return f"sessionid={client.cookies['sessionid'].value}"


def raw_inserts(url: str) -> int:
    """Rows that sixteen connections insert and commit one by one in a while."""
    import psycopg

    done = [0] * CONNECTIONS
    end = perf_counter() + RAW_SECONDS

    def insert(lane: int) -> None:
        with psycopg.connect(url, autocommit=True) as connection:
            stream, numbers = uuid4(), count(1)
            while perf_counter() < end:
                number = next(numbers)
                row = (stream, number, "ClaimPassed", 1, 1, CLAIM_PASSED, "place:2")
                connection.execute(RAW_INSERT, (*row, f"c{number}", DIGEST, DIGEST), prepare=True)
                done[lane] += 1

    threads = [threading.Thread(target=insert, args=(lane,)) for lane in range(CONNECTIONS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return sum(done)


def rush_against_inserts(rounds: int) -> Rates:
    with site_database() as url, site_with_players(url) as players:

        def ours() -> tuple[int, float]:
            return round(players.do("rush", RUSH_SECONDS)["rate"] * 1000), 1000.0

        return alternate(ours, lambda: (raw_inserts(url), float(RAW_SECONDS)), rounds)


def pace_against_echo(rounds: int) -> Rates:
    with (
        site_database() as url,
        serving("benchmarks.echo:application") as echo_port,
        site_with_players(url, echo_port) as players,
    ):
        pairs = []
        for _ in range(rounds):
            theirs = p99(players.do("echo", PACE_SECONDS))
            pairs.append((p99(players.do("pace", PACE_SECONDS)), theirs))
        return Rates(
            ours=median(ours for ours, _ in pairs),
            peer=median(theirs for _, theirs in pairs),
            ratio=median(ours / theirs for ours, theirs in pairs),
        )


def p99(answer: dict[str, Any]) -> float:
    """Milliseconds within which 99 of 100 arrived."""
    delays = answer["delays"]
    assert answer["missing"] <= len(delays) / 100, f"{answer['missing']} never arrived"
    return quantiles(delays, n=100)[98] * 1000


ROWS = (
    Row(
        "rush",
        "site, one process, 100 tables × (4 players + 1 spectator) flat out"
        " ÷ raw inserts on 16 connections",
        0.1,
        "committed a second",
        rush_against_inserts,
    ),
    Row(
        "pace",
        "the same at one move a second and table: p99 from action to last viewer"
        " ÷ p99 of a bare Channels echo",
        12,
        "ms",
        pace_against_echo,
        at_most=True,
    ),
)
