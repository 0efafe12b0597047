"""The bars of archives: drawn where somebody looks, and nowhere else."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.terminal import Ran, run_in_a_pipe, run_on_a_terminal
from tournaments.archive.exporting import Archive

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def command(archive: Archive, tmp_path: Path) -> list[str]:
    path = tmp_path / archive.name
    path.write_bytes(archive.body)
    return ["-m", "engine", "verify", str(path)]


def shares(ran: Ran) -> list[int]:
    """The percentages that were drawn, one after the other."""
    pieces = [piece for piece in ran.drawn.split("\r") if piece.startswith("[")]
    return [int(piece.partition("]")[2].partition("%")[0]) for piece in pieces]


def test_the_proof_of_an_archive_draws_a_bar_on_a_terminal_and_leaves_the_page(command: list[str]):
    ran = run_on_a_terminal(command)
    assert ran.code == 0
    drawn = shares(ran)
    assert drawn == sorted(drawn)
    assert len(set(drawn)) > 2
    assert drawn[-1] == 100
    assert not any("[" in line and "#" in line for line in ran.lines)
    assert any("Spring cup" in line for line in ran.lines)


def test_its_page_goes_into_a_pipe_without_the_bar(command: list[str]):
    ran = run_on_a_terminal(command, out=False)
    assert ran.code == 0
    assert shares(ran)[-1] == 100
    assert "Spring cup" in ran.piped
    assert "\r" not in ran.piped
    assert "#" not in ran.piped


def test_nothing_is_drawn_where_nobody_looks(command: list[str]):
    ran = run_in_a_pipe(command)
    assert ran.code == 0
    assert "Spring cup" in ran.piped
    assert "\r" not in ran.piped
    assert "[#" not in ran.piped
