"""The archive of an event: whole, provable, and the same bytes each time."""

from __future__ import annotations

import pytest

from engine.archive.checking import verify_archive
from tests.tournaments.conftest import Event
from tournaments.archive.exporting import Archive, archive_make

pytestmark = pytest.mark.django_db(transaction=True)


def test_an_archive_is_proved_with_the_engine_alone(archive: Archive):
    report = verify_archive(archive.body)
    assert report.faults == []
    assert report.counts["matches"] == 2
    assert report.counts["hands"] == 2
    assert report.counts["results"] == 2
    assert report.counts["editions"] == 2
    assert report.counts["sealed"] == 3
    assert report.fingerprint == archive.fingerprint


def test_the_same_event_gives_the_same_bytes(event: Event):
    assert archive_make(event.tournament) == archive_make(event.tournament)
