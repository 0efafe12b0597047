"""A round that is confirmed gets signed, and its sheet says where."""

from __future__ import annotations

from typing import Any

import pytest
from django.utils import timezone

from engine.checkpoints import parse_checkpoint
from engine.play.match import Length
from engine.verify import verify
from tables.checkpoints.models import CheckpointRow
from tables.checkpoints.selectors import checkpoint_last, record_signed
from tables.demo import play_out
from tests.tournaments.conftest import Event, EventMaker
from tests.tournaments.exports.test_papers import codes, pages
from tests.tournaments.pages.test_desk import Browser
from tests.tournaments.play.test_keeping_up import begin, matches
from tournaments.domain import commands as c
from tournaments.exports.files import File
from tournaments.jobs import checkpoints
from tournaments.jobs.checkpoints import checkpoint_due, round_checkpoint
from tournaments.play.keeping_up import keep_up
from tournaments.signals import tournament_moved

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def event(make_event: EventMaker) -> Event:
    """One table that was played to its end; its round waits to be confirmed."""
    event = begin(make_event(length=Length("hands", 1)), players=4)
    keep_up(event.tournament.pk)
    for match in matches(event):
        play_out(match)
    keep_up(event.tournament.pk)
    return event


def sheet(event: Event) -> File:
    browser = Browser(event, event.account)
    answer = browser.client.get(f"/events/{event.tournament.pk}/files/rounds/1/results.pdf")
    return File("results.pdf", "application/pdf", answer.content)


def test_confirming_a_round_asks_for_a_checkpoint(event: Event, monkeypatch: Any):
    asked: list[str] = []
    monkeypatch.setattr(checkpoints, "task_queue", asked.append)
    receive = checkpoints.tournament_moved_receive
    tournament_moved.connect(receive, dispatch_uid="checkpoints")
    try:
        event.do(c.GivePenalty("y", "p0", 1, None, "late", 3))
        assert asked == []
        event.do(c.ConfirmRound(1))
        assert asked == ["tables.checkpoint"]
    finally:
        tournament_moved.disconnect(dispatch_uid="checkpoints")


def test_a_lost_task_is_made_up_for_once(event: Event):
    assert checkpoint_due(timezone.now()) is None
    event.do(c.ConfirmRound(1))
    made = checkpoint_due(timezone.now())
    assert made is not None
    assert checkpoint_due(timezone.now()) is None
    assert CheckpointRow.objects.first().number == made.number


def test_the_sheet_names_the_checkpoint_as_soon_as_there_is_one(event: Event):
    assert codes(sheet(event)) == []
    event.do(c.ConfirmRound(1))
    assert round_checkpoint(event.tournament.pk, 1) is None
    assert codes(sheet(event)) == []
    made = checkpoint_due(timezone.now())
    assert round_checkpoint(event.tournament.pk, 1) == made
    assert f"{made.number} · {made.code()}" in pages(sheet(event))[-1]
    (link,) = codes(sheet(event))
    browser = Browser(event, event.account)
    page = browser.client.get(link.removeprefix("http://testserver")).content.decode()
    assert "✓" in page
    file = browser.client.get(f"/checkpoints/{made.number}.zjc.json").content
    assert parse_checkpoint(file) == checkpoint_last() == made


def test_the_rounds_records_prove_themselves_against_it(event: Event):
    event.do(c.ConfirmRound(1))
    made = checkpoint_due(timezone.now())
    for match in matches(event):
        match.refresh_from_db()
        report = verify(record_signed(match).encode(), checkpoint=made)
        assert report.ok
        assert report.signed.events == match.version
