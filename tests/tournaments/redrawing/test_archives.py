"""The draws of an event that is over are run again from its archive, as they are from its file."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.tournaments.archive.conftest import event
from tests.tournaments.conftest import Event
from tournaments.archive.exporting import archive_make
from tournaments.redrawing.__main__ import main

__all__ = ["event"]
pytestmark = pytest.mark.django_db(transaction=True)


def test_an_archive_says_what_its_log_says(event: Event, tmp_path: Path, capsys):
    file = tmp_path / "event.zip"
    file.write_bytes(archive_make(event.tournament).body)
    assert main([str(file)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert "equal    round 1, edition 1: who sits where" in lines
    assert "equal    stage main, standings after round 1, edition 2" in lines
    assert lines[-1] == "4 equal, 0 not, 0 made by hand"
