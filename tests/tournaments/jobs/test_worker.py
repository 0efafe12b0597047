"""Real workers: what is due happens without anybody clicking, once, also after a kill."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from django.utils import timezone

from engine.play.match import Length
from tables.demo import play_out
from tables.models import Table as Match
from tests.tables.live.site import ROOT, Site
from tests.tournaments.conftest import Event, club_make
from tests.tournaments.domain.desk import terms
from tests.tournaments.play.test_keeping_up import begin, matches, ms
from tournaments import services
from tournaments.domain import commands as c
from tournaments.domain.parts import Seating
from tournaments.domain.terms import Details
from tournaments.models import RoundTable

Worker = Callable[..., "subprocess.Popen[bytes]"]


@pytest.fixture
def worker(site: Site, tmp_path: Path) -> Iterator[Worker]:
    """Starts workers, each with a beat of its own, on one queue; with more in their environment."""
    running: list[subprocess.Popen[bytes]] = []

    def start(**more: str) -> subprocess.Popen[bytes]:
        env = {
            **os.environ, "DATABASE_URL": site.database_url, "VAR_DIR": str(tmp_path),
            "C_FORCE_ROOT": "1", **more,
        }  # fmt: skip
        command = [
            sys.executable, "-m", "celery", "-A", "config", "worker", "--beat", "--pool",
            "threads", "--concurrency", "2", "--without-gossip", "--without-mingle",
            "--loglevel", "warning", "--hostname", f"w{len(running)}@test",
            "--schedule", str(tmp_path / f"beat{len(running)}"),
        ]  # fmt: skip
        with (tmp_path / f"worker{len(running)}.log").open("wb") as out:
            process = subprocess.Popen(
                command,
                cwd=ROOT,
                env=env,
                stdout=out,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
        running.append(process)
        return process

    yield start
    for process in running:
        kill(process)
    for number in range(len(running)):
        text = (tmp_path / f"worker{number}.log").read_text()
        assert "Traceback" not in text, text


def kill(worker: subprocess.Popen[bytes]) -> None:
    """Pull the plug: of the worker, and of the beat that is its child."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(worker.pid, signal.SIGKILL)
    worker.wait()


def event_of(site: Site, **changes: object) -> Event:
    _club, cast = club_make()
    details = Details("Cup", registration_closes_at=ms(timezone.now()) + 3_000)
    tournament = services.tournament_create(
        club=_club, account=cast["owner"], details=details,
        terms=terms(length=Length("hands", 1), **changes),
    )  # fmt: skip
    return Event(tournament, cast["owner"])


def eventually(done: Callable[[], bool], seconds: float = 60) -> None:
    end = time.monotonic() + seconds
    while not done():
        assert time.monotonic() < end, "it did not happen"
        time.sleep(0.2)


def test_tables_open_and_results_come_in_though_a_worker_is_killed_and_two_run(
    site: Site, worker: Worker
):
    event = begin(event_of(site))
    first = worker()
    eventually(lambda: len(matches(event)) == 2)
    kill(first)
    for match in matches(event):
        play_out(match)
    worker()
    worker()
    eventually(
        lambda: RoundTable.objects.filter(tournament=event.tournament, has_result=True).count() == 2
    )
    assert Match.objects.filter(context__tournament=str(event.tournament.pk)).count() == 2
    event.do(c.ConfirmRound(1))


def test_registration_closes_and_a_round_starts_when_their_time_has_come(
    site: Site, worker: Worker
):
    event = event_of(site, play="points").do(c.OpenRegistration())
    worker()
    eventually(lambda: not event.state.is_registration_open)
    event.enter(*"abcd").do(c.StartTournament())
    plan = c.RoundPlan(1, "main", (Seating(1, tuple("abcd")),))
    event.do(c.PlanRounds((plan,), seed=event.seed))
    edition = event.state.rounds[1].plan.edition
    event.do(c.PublishPairings(1, edition), c.ScheduleRound(1, ms(timezone.now()) + 1_000))
    eventually(lambda: event.state.rounds[1].status == "started")
