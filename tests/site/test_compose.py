"""docker-compose.yml: it fits the schema, and its commands run as they stand there.

There is no Docker here: the same commands are run on this machine, against a PostgreSQL and a
Redis of their own, and a match is played over both processes of the site.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from ruamel.yaml import YAML

from engine.play.match import Length
from tests.tables.live.conftest import site
from tests.tables.live.playing import play_out, proves_itself
from tests.tables.live.site import ROOT, Server, Site, free_port
from tests.tables.live.test_processes import split
from tests.tournaments.conftest import Event, club_make
from tests.tournaments.domain.desk import terms
from tests.tournaments.play.test_keeping_up import begin, matches
from tournaments import services
from tournaments.domain.terms import Details
from tournaments.models import RoundTable

__all__ = ["site"]

HANDS = Length("hands", 1)
COMPOSE = ROOT / "docker-compose.yml"
SERVICES = YAML(typ="safe").load(COMPOSE.read_text())["services"]


def test_the_file_fits_the_schema_of_compose():
    command = ["check-jsonschema", "--builtin-schema", "vendor.compose-spec", str(COMPOSE)]
    program = Path(sys.executable).parent / command[0]
    subprocess.run([str(program), *command[1:]], check=True, capture_output=True)


def test_every_service_that_stays_up_has_a_health_check():
    assert set(SERVICES) == {"db", "redis", "migrate", "web", "worker", "beat", "clock"}
    assert all("healthcheck" in SERVICES[name] for name in SERVICES if name != "migrate")


def test_every_variable_the_file_asks_for_is_in_the_example():
    example = (ROOT / ".env.example").read_text()
    text = COMPOSE.read_text()
    asked = {part.split("}")[0].split(":")[0] for part in text.split("${")[1:]}
    assert {name for name in asked if f"{name}=" not in example} == set()


def test_every_variable_given_to_the_site_is_one_it_reads():
    sources = "".join(path.read_text() for path in (ROOT / "config").glob("*.py"))
    given = SERVICES["web"]["environment"]
    assert {name for name in given if f'"{name}"' not in sources} == set()


Start = Callable[..., "subprocess.Popen[bytes]"]


@pytest.fixture(scope="module")
def redis_url() -> Iterator[str]:
    program = shutil.which("redis-server")
    if program is None:
        pytest.skip("redis-server is not installed")
    port = free_port()
    server = subprocess.Popen(
        [program, "--port", str(port), "--save", "", "--appendonly", "no"],
        stdout=subprocess.DEVNULL,
    )
    yield f"redis://127.0.0.1:{port}/0"
    server.terminate()
    server.wait(10)


@pytest.fixture(scope="module")
def start(site: Site, redis_url: str, tmp_path_factory: Any) -> Iterator[Start]:
    """Runs a service's command as the file has it, but for addresses and folders."""
    folder: Path = tmp_path_factory.mktemp("compose")
    running: list[subprocess.Popen[bytes]] = []
    programs = Path(sys.executable).parent

    def run(name: str, **instead: str) -> subprocess.Popen[bytes]:
        words = [str(word) for word in SERVICES[name]["command"]]
        words = [instead.get(word, word).replace("/tmp/", f"{folder}/") for word in words]
        words[0] = str(programs / words[0])
        env = {
            **os.environ, "DATABASE_URL": site.database_url, "REDIS_URL": redis_url,
            "SECRET_KEY": settings.SECRET_KEY, "C_FORCE_ROOT": "1", "BOT_MS": "0",
            "BETWEEN_MS": "0", "VAR_DIR": str(folder), "LIVE_BURST": "100000",
            "ALLOWED_HOSTS": "127.0.0.1,localhost",
        }  # fmt: skip
        with (folder / f"{name}-{len(running)}.log").open("wb") as out:
            process = subprocess.Popen(words, cwd=ROOT, env=env, stdout=out, stderr=out)
        running.append(process)
        return process

    yield run
    for process in running:
        process.send_signal(signal.SIGTERM)
    for process in running:
        try:
            process.wait(15)
        except subprocess.TimeoutExpired:
            process.kill()


def web(start: Start, site: Site) -> Server:
    port = free_port()
    process = start("web", **{"8000": str(port), "2": "1"})
    server = Server(port, process, site.folder / "unused")
    for _ in range(600):
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/health/", timeout=5) as answer:
                assert answer.status == 200
                return server
        except OSError:
            time.sleep(0.2)
    raise AssertionError("the site does not answer")


def test_a_match_and_an_event_are_played_over_two_processes_a_worker_beat_and_clock(
    site: Site, start: Start
):
    for name in ("worker", "beat", "clock"):
        start(name)
    servers = [web(start, site), web(start, site)]
    people = [site.person() for _ in range(4)]
    table = site.table(people, hands=1)
    clients = split(site, servers, table, people)
    play_out(clients, seconds=90)
    assert proves_itself(table)
    event = an_event(site)
    eventually(lambda: bool(matches(event)))
    done = RoundTable.objects.filter(tournament=event.tournament, has_result=True)
    eventually(lambda: done.count() == 1)


def an_event(site: Site) -> Event:
    club, cast = club_make()
    tournament = services.tournament_create(
        club=club, account=cast["owner"], details=Details("Cup"),
        terms=terms(length=HANDS),
    )  # fmt: skip
    return begin(Event(tournament, cast["owner"]), players=4)


def eventually(done: Callable[[], bool], seconds: float = 120) -> None:
    end = time.monotonic() + seconds
    while not done():
        assert time.monotonic() < end, "it did not happen"
        time.sleep(0.3)
