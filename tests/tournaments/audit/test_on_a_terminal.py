"""The bars of `manage.py verify_log` and `export_archive`, at a terminal and in a pipe."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.archive.checking import verify_archive
from tests.tables.live.conftest import site as site
from tests.tables.live.site import Site
from tests.terminal import run_in_a_pipe, run_on_a_terminal
from tests.tournaments.archive.conftest import played_through
from tests.tournaments.archive.test_on_a_terminal import shares
from tests.tournaments.conftest import Event
from tests.tournaments.jobs.test_worker import event_of
from tournaments.models import Tournament

COMMAND = ["manage.py", "verify_log"]


@pytest.fixture(scope="module")
def event(site: Site) -> Event:
    """An event that is over, at a site of its own."""
    return played_through(event_of(site))


@pytest.fixture
def env(site: Site, event: Event) -> dict[str, str]:
    return {"DATABASE_URL": site.database_url}


def test_a_bar_is_drawn_on_a_terminal_and_the_answer_stands_in_a_line_of_its_own(
    env: dict[str, str],
):
    ran = run_on_a_terminal(COMMAND, env=env)
    assert ran.code == 0, ran.drawn
    assert shares(ran) == [0, 33, 67, 100]
    assert any(line.startswith("ok: 3 logs") for line in ran.lines)


def test_the_answer_goes_into_a_pipe_without_the_bar(env: dict[str, str]):
    ran = run_on_a_terminal(COMMAND, out=False, env=env)
    assert ran.code == 0, ran.drawn
    assert shares(ran)[-1] == 100
    assert ran.piped.startswith("ok: 3 logs")


def test_nothing_is_drawn_where_nobody_looks(env: dict[str, str]):
    ran = run_in_a_pipe(COMMAND, env=env)
    assert ran.piped.startswith("ok: 3 logs")
    assert "\r" not in ran.piped


def test_a_fault_is_told_in_a_line_of_its_own(env: dict[str, str], event: Event):
    rows = Tournament.objects.filter(pk=event.tournament.pk)
    players = rows.get().players
    rows.update(players=99)
    ran = run_on_a_terminal(COMMAND, env=env)
    rows.update(players=players)
    assert ran.code == 1
    assert any(line.startswith(f"{event.tournament.pk}") for line in ran.lines), ran.lines
    assert any("3 logs" in line and "1 faults" in line for line in ran.lines), ran.lines


def test_an_export_draws_a_bar_on_a_terminal_alone(
    env: dict[str, str], event: Event, tmp_path: Path
):
    path = tmp_path / "cup.zja.zip"
    command = ["manage.py", "export_archive", str(event.tournament.pk), str(path)]
    ran = run_on_a_terminal(command, env=env)
    assert ran.code == 0, ran.drawn
    drawn = shares(ran)
    made = drawn.index(100) + 1
    assert drawn[:made] == [33, 67, 100]
    assert (drawn[made], drawn[-1]) == (0, 100), "then it is proved"
    assert drawn[made:] == sorted(drawn[made:])
    assert any(line.startswith(f"{path}: ") and "fingerprint" in line for line in ran.lines)
    assert verify_archive(path.read_bytes()).ok
    assert "\r" not in run_in_a_pipe(command, env=env).piped
