"""The archive of an event of 400: made by a worker's code, proved, and taken in by an empty site.

Owns no ratio: seconds of the clock on the wall, seconds of its own, and the most memory of each
step, which is a process of its own.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import NamedTuple

from benchmarks.database import ROOT, site_database, use_site

PLAYERS = 400
ROUNDS = 4
HANDS = 4

MAKE = """
import sys, django
django.setup()
from django.utils import timezone
from tournaments.archive import orders
from tournaments.models import Tournament
orders.task_queue = lambda *_: None
order = orders.archive_ask(Tournament.objects.get(), texts=True, at=timezone.now())
orders.archive_work(order.pk)
with open(sys.argv[1], "wb") as file:
    file.writelines(map(orders.part_body, orders.part_numbers(order.__class__.objects.get())))
"""


class Step(NamedTuple):
    """What a process took: seconds of the clock, seconds of its own, and MB at its most."""

    name: str
    seconds: float
    own: float
    memory: float


def measured(players: int = PLAYERS, rounds: int = ROUNDS, hands: int = HANDS) -> int:
    """Print what the steps took; 1 if one of them failed."""
    os.environ |= {"MFA_REQUIRED": "0", "FOLLOW_UP": "0", "ALLOWED_HOSTS": "testserver"}
    with TemporaryDirectory(prefix="laozhuang-bench-") as folder:
        # The key that signs is that of the folder.
        os.environ["VAR_DIR"] = folder
        path = Path(folder) / "night.zja.zip"
        with site_database() as url:
            # A process is told to have used what whoever started it used: this one stays small.
            sizes = (str(players), str(rounds), str(hands))
            step("played", url, "-m", "benchmarks.archive_table", *sizes)
            before = os.getloadavg()[0]
            steps = [step("made by a worker", url, "-c", MAKE, str(path))]
        steps.append(step("proved", "", "-m", "engine", "verify", str(path)))
        with site_database() as url:
            owner = url.replace("//laozhuang_app@", "//laozhuang_owner@")
            steps.append(step("taken in", owner, "manage.py", "import_archive", str(path)))
        report(steps, path.stat().st_size, before)
    return 0


def play(players: int, rounds: int, hands: int) -> None:
    """The event, to its end."""
    use_site(os.environ["DATABASE_URL"])

    from django.db import connections

    from benchmarks import night_table as night
    from tables.models import Table as Match
    from tournaments.models import RoundTable
    from tournaments.play.keeping_up import keep_up

    event = night.begin(players, rounds, hands)
    for number in range(1, rounds + 1):
        night.steps(event)
        keep_up(event.tournament.pk)
        rows = RoundTable.objects.filter(tournament=event.tournament, round=number)
        night.play(event, list(Match.objects.filter(pk__in=rows.values("match"))))
    night.steps(event)
    assert event.state.phase == "finished"
    connections.close_all()


def step(name: str, url: str, *arguments: str) -> Step:
    """Run Python with these arguments at a database. Raises CalledProcessError."""
    settings = {"DATABASE_URL": url, "DJANGO_SETTINGS_MODULE": "config.settings"}
    began = perf_counter()
    process = subprocess.Popen(
        [sys.executable, *arguments], cwd=ROOT, env=os.environ | settings, stdout=subprocess.DEVNULL
    )
    _, status, used = os.wait4(process.pid, 0)
    if status:
        raise subprocess.CalledProcessError(os.waitstatus_to_exitcode(status), arguments)
    return Step(name, perf_counter() - began, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024)


def report(steps: list[Step], size: int, load: float) -> None:
    print(f"The archive of an event, {size / 1e6:.0f} MB; load before: {load:.1f}\n")
    print("| step | took | of its own | most memory |\n| --- | ---: | ---: | ---: |")
    for one in steps:
        print(f"| {one.name} | {one.seconds:.1f} s | {one.own:.1f} s | {one.memory:.0f} MB |")
    print(flush=True)


if __name__ == "__main__":
    play(*map(int, sys.argv[1:]))
