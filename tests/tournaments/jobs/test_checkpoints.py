"""A round that is confirmed gets signed, and its sheet says where."""

from __future__ import annotations

from collections.abc import Callable
from threading import Barrier, Thread
from typing import Any

import pytest
from django.db import connection
from django.urls import reverse
from django.utils import timezone

from engine.checkpoints import Checkpoint, parse_checkpoint
from engine.verify import verify
from tables.checkpoints.models import CheckpointRow
from tables.checkpoints.selectors import checkpoint_last, record_signed
from tables.checkpoints.services import checkpoint_make
from tests.tournaments.conftest import Event, EventMaker
from tests.tournaments.exports.test_papers import codes, pages
from tests.tournaments.pages.test_desk import Browser
from tests.tournaments.play.played import one_table_played
from tests.tournaments.play.test_keeping_up import matches
from tournaments.domain import commands as c
from tournaments.domain.parts import Person
from tournaments.exports.files import File
from tournaments.jobs import checkpoints
from tournaments.jobs.checkpoints import checkpoint_due, round_checkpoint, round_signed
from tournaments.signals import tournament_moved

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def event(make_event: EventMaker) -> Event:
    """One table that was played to its end; its round waits to be confirmed."""
    return one_table_played(make_event)


def sheet(event: Event, path: str = "rounds/1/results.pdf") -> File:
    browser = Browser(event, event.account)
    answer = browser.client.get(f"/events/{event.tournament.pk}/files/{path}")
    return File("results.pdf", "application/pdf", answer.content)


def checkpoint_address(checkpoint: Checkpoint) -> str:
    return reverse("checkpoint-printed", args=[checkpoint.number, checkpoint.digest()])


def standings(event: Event) -> File:
    return sheet(event, "standings/1.pdf")


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


def test_the_sheet_of_a_round_that_runs_makes_no_checkpoint(event: Event):
    last = checkpoint_last()
    assert codes(sheet(event)) == codes(standings(event)) == []
    assert checkpoint_last() == last


@pytest.mark.parametrize("worker_was_first", [False, True])
def test_the_sheet_names_the_checkpoint_from_the_moment_of_confirmation(
    event: Event, worker_was_first: bool
):
    event.do(c.ConfirmRound(1))
    if worker_was_first:
        checkpoint_due(timezone.now())
    printed = sheet(event)
    assert checkpoint_due(timezone.now()) is None
    made = round_checkpoint(event.tournament.pk, 1)
    assert f"{made.number} · {made.code()}" in pages(printed)[-1]
    assert codes(sheet(event)) == codes(printed)
    (link,) = codes(printed)
    browser = Browser(event, event.account)
    page = browser.client.get(link.removeprefix("http://testserver")).content.decode()
    assert "✓" in page
    file = browser.client.get(f"/checkpoints/{made.number}.zjc.json").content
    assert parse_checkpoint(file) == checkpoint_last() == made


def test_sheets_printed_while_a_worker_signs_all_name_the_same_checkpoint(event: Event):
    event.do(c.ConfirmRound(1))
    before = CheckpointRow.objects.count()
    start, made = Barrier(4), []

    def run(work: Callable[[], Any]) -> None:
        start.wait()
        made.append(work())
        connection.close()

    state, id_ = event.state, event.tournament.pk
    works = [lambda: round_signed(id_, state, 1, timezone.now())] * 3
    threads = [Thread(target=run, args=(one,)) for one in works]
    threads.append(Thread(target=run, args=(lambda: checkpoint_make(timezone.now()),)))
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(made) == 4
    assert len(set(made)) == 1
    assert CheckpointRow.objects.count() == before + 1


def test_a_reopened_round_is_signed_no_more(event: Event):
    event.do(c.ConfirmRound(1))
    assert len(codes(sheet(event))) == 1
    event.do(c.ReopenRound(1, "typed wrong"))
    assert codes(sheet(event)) == []
    event.do(c.ConfirmRound(1))
    assert len(codes(sheet(event))) == 1


def test_standings_name_the_newest_checkpoint_that_covers_them(event: Event):
    event.do(c.ConfirmRound(1))
    assert codes(sheet(event)) == codes(standings(event))
    checkpoint = checkpoint_last()
    event.do(c.GivePenalty("y", "p0", 1, None, "late", 3))
    assert checkpoint_last() == checkpoint
    (link,) = codes(standings(event))
    newest = checkpoint_last()
    assert newest.number == checkpoint.number + 1
    assert f"{newest.number} · {newest.code()}" in pages(standings(event))[-1]
    assert link in codes(sheet(event))
    event.do(c.AddEntry("late", Person("Late")))
    assert codes(standings(event)) == [link]
    checkpoint_make(timezone.now())
    (after,) = codes(standings(event))
    assert after.endswith(checkpoint_address(checkpoint_last()))


def test_the_rounds_records_prove_themselves_against_it(event: Event):
    event.do(c.ConfirmRound(1))
    made = checkpoint_due(timezone.now())
    for match in matches(event):
        match.refresh_from_db()
        report = verify(record_signed(match).encode(), checkpoint=made)
        assert report.ok
        assert report.signed.events == match.version
