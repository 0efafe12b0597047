"""The archive of an event: whole, provable, and the same bytes each time."""

from __future__ import annotations

import pytest
from django.conf import settings

from engine.archive.checking import verify_archive
from engine.signing import public_key
from tables.models import Table as Match
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
    assert report.counts["looks"] == 2
    assert report.counts["sealed"] == 5
    assert report.fingerprint == archive.fingerprint


def test_it_is_signed_by_the_key_of_the_site(archive: Archive):
    ours = public_key(settings.CHECKPOINT_KEY)
    report = verify_archive(archive.body, key=ours)
    assert report.faults == []
    assert (report.signer, report.keys) == (ours, (ours,))


def test_after_the_key_was_changed_all_of_it_is_signed_by_the_new_one(
    event: Event, monkeypatch: pytest.MonkeyPatch
):
    before = archive_make(event.tournament)
    monkeypatch.setattr(settings, "CHECKPOINT_KEY", "cd" * 32)
    new = public_key("cd" * 32)
    report = verify_archive(archive_make(event.tournament).body, key=new)
    assert report.faults == []
    assert (report.keys, report.counts["sealed"]) == ((new,), 5)
    assert verify_archive(before.body).ok


def test_terms_of_disputes_are_those_of_the_log_whatever_a_row_says(event: Event):
    before = archive_make(event.tournament)
    Match.objects.update(dispute_terms={"appeal_ms": 1})
    assert archive_make(event.tournament).fingerprint == before.fingerprint


def test_the_same_event_gives_the_same_bytes(event: Event):
    first, second = archive_make(event.tournament), archive_make(event.tournament)
    assert first.body == second.body
    assert first.fingerprint == second.fingerprint
