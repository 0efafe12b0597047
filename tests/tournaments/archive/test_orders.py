"""Archives that workers make: once, though they die, come back, or come two at a time."""

from __future__ import annotations

import threading
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.db import connection
from django.utils import timezone

from tests.tournaments.conftest import Event, EventMaker
from tournaments.archive import beating, orders
from tournaments.archive.exporting import archive_make
from tournaments.archive.models import ArchiveOrder, ArchivePart
from tournaments.archive.orders import (
    archive_ask,
    archive_handed_out,
    archive_work,
    archives_tidy,
    part_body,
    part_numbers,
)
from tournaments.domain import commands as c
from tournaments.domain.refusals import Refused

pytestmark = pytest.mark.django_db(transaction=True)
Making = Callable[..., Any]


@pytest.fixture(autouse=True)
def queued(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What would be in the queue."""
    found: list[str] = []
    monkeypatch.setattr(orders, "task_queue", lambda _name, order: found.append(order))
    return found


def ask(event: Event, at: datetime | None = None) -> ArchiveOrder:
    return archive_ask(event.tournament, texts=True, at=at or timezone.now())


def made(event: Event) -> ArchiveOrder:
    order = ask(event)
    archive_work(order.pk)
    return now(order)


def now(order: ArchiveOrder) -> ArchiveOrder:
    return ArchiveOrder.objects.select_related("tournament__club").get(pk=order.pk)


def long_ago(order: ArchiveOrder, **moments: timedelta) -> None:
    """These moments of the order were so long ago."""
    at = timezone.now()
    ArchiveOrder.objects.filter(pk=order.pk).update(
        **{name: at - ago for name, ago in moments.items()}
    )


def in_a_thread(work: Callable[[], object]) -> threading.Thread:
    def run() -> None:
        try:
            work()
        finally:
            connection.close()

    thread = threading.Thread(target=run)
    thread.start()
    return thread


class Held:
    """The making of archives, held up at its start until it is let go."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.reached, self.go = threading.Event(), threading.Event()
        self.times = 0
        monkeypatch.setattr(orders, "archive_make", self)

    def __call__(self, *arguments: Any, watch: Callable[[int, int], None], **more: Any) -> Any:
        self.times += 1
        watch(3, 10)
        self.reached.set()
        assert self.go.wait(20)
        return archive_make(*arguments, watch=watch, **more)


@pytest.fixture
def held(monkeypatch: pytest.MonkeyPatch) -> Held:
    return Held(monkeypatch)


def test_it_is_kept_in_parts_that_make_it_up(event: Event, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(orders, "PART_BYTES", 1000)
    order = made(event)
    parts = [part_body(number) for number in part_numbers(order)]
    assert len(parts) > 3
    assert b"".join(parts) == archive_make(event.tournament).body
    assert order.size == sum(map(len, parts))


def test_all_steps_are_counted_up_to_the_last(event: Event):
    heard: list[tuple[int, int]] = []
    archive_make(event.tournament, watch=lambda done, total: heard.append((done, total)))
    assert heard == sorted(heard)
    assert heard[-1][0] == heard[-1][1]
    assert heard == [(1, 3), (2, 3), (3, 3)]


def test_before_the_end_of_an_event_none_is_made(make_event: EventMaker, queued: list[str]):
    with pytest.raises(Refused) as refused:
        ask(make_event())
    assert refused.value.code == "not_over"
    assert queued == []


def test_the_page_hears_how_far_it_is_while_it_is_made(
    event: Event, held: Held, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(beating, "BEAT_SECONDS", 0.05)
    order = ask(event)
    thread = in_a_thread(lambda: archive_work(order.pk))
    assert held.reached.wait(20)
    for _ in range(200):
        seen = now(order)
        if seen.steps:
            break
        threading.Event().wait(0.05)
    assert (seen.status, seen.steps_done, seen.steps) == ("making", 3, 10)
    held.go.set()
    thread.join()
    assert now(order).status == "ready"


def test_of_two_workers_with_the_same_order_one_makes_it(event: Event, held: Held):
    order = ask(event)
    thread = in_a_thread(lambda: archive_work(order.pk))
    assert held.reached.wait(20)
    assert archive_work(order.pk) is False
    held.go.set()
    thread.join()
    assert archive_work(order.pk) is False
    assert held.times == 1
    assert now(order).edition == 1


def test_asking_again_while_it_is_made_asks_for_nothing(
    event: Event, held: Held, queued: list[str]
):
    order = ask(event)
    thread = in_a_thread(lambda: archive_work(order.pk))
    assert held.reached.wait(20)
    assert ask(event).status == "making"
    held.go.set()
    thread.join()
    assert len(queued) == 1


def test_a_dead_workers_order_goes_to_the_next_and_what_the_dead_brings_counts_no_more(
    event: Event, held: Held, queued: list[str], monkeypatch: pytest.MonkeyPatch
):
    order = ask(event)
    queued.clear()
    thread = in_a_thread(lambda: archive_work(order.pk))
    assert held.reached.wait(20)
    monkeypatch.setattr(beating.Beating, "_write", lambda _self: None)
    archives_tidy(timezone.now())
    assert queued == []
    long_ago(order, beat_at=timedelta(minutes=2))
    archives_tidy(timezone.now())
    assert queued == [str(order.pk)]
    with monkeypatch.context() as other:
        other.setattr(orders, "archive_make", archive_make)
        assert archive_work(order.pk)
    assert now(order).status == "ready"
    fingerprint = now(order).made_at
    held.go.set()
    thread.join()
    assert now(order).made_at == fingerprint
    assert now(order).edition == 1


def test_an_order_that_no_worker_took_is_queued_again(event: Event, queued: list[str]):
    order = ask(event)
    queued.clear()
    archives_tidy(timezone.now())
    assert queued == []
    long_ago(order, asked_at=timedelta(minutes=2))
    archives_tidy(timezone.now())
    assert queued == [str(order.pk)]


def test_after_three_dead_workers_it_has_failed_and_can_be_asked_for_again(
    event: Event, queued: list[str]
):
    order = ask(event)
    ArchiveOrder.objects.filter(pk=order.pk).update(status="making", attempts=3)
    long_ago(order, beat_at=timedelta(minutes=2))
    archives_tidy(timezone.now())
    assert (now(order).status, now(order).problem) == ("failed", "failed")
    assert made(event).status == "ready"


def test_what_stands_against_it_is_told(event: Event):
    order = ask(event)
    event.do(c.UndoFinish())
    archive_work(order.pk)
    assert (now(order).status, now(order).problem) == ("failed", "not_over")


@pytest.mark.expects_faults
def test_one_that_breaks_has_failed(event: Event, monkeypatch: pytest.MonkeyPatch):
    def broken(*_arguments: Any, **_more: Any) -> Any:
        raise ZeroDivisionError

    monkeypatch.setattr(orders, "archive_make", broken)
    order = ask(event)
    with pytest.raises(ZeroDivisionError):
        archive_work(order.pk)
    assert (now(order).status, now(order).problem) == ("failed", "failed")


def test_an_archive_is_thrown_away_two_weeks_after_it_was_fetched_last(event: Event):
    order = made(event)
    long_ago(order, made_at=timedelta(days=20), asked_at=timedelta(days=20))
    archive_handed_out(order, timezone.now() - timedelta(days=13))
    archives_tidy(timezone.now())
    assert ArchiveOrder.objects.filter(pk=order.pk).exists()
    archives_tidy(timezone.now() + timedelta(days=2))
    assert not ArchiveOrder.objects.filter(pk=order.pk).exists()
    assert not ArchivePart.objects.filter(order=order.pk).exists()


def test_one_that_is_out_of_date_is_thrown_away_when_nobody_fetches_it(event: Event):
    order = made(event)
    event.do(c.ArchiveTournament())
    archives_tidy(timezone.now())
    assert ArchiveOrder.objects.filter(pk=order.pk).exists()
    archives_tidy(timezone.now() + timedelta(hours=2))
    assert not ArchiveOrder.objects.filter(pk=order.pk).exists()


def test_the_parts_of_an_earlier_edition_stay_for_those_who_are_fetching_it(event: Event):
    order = made(event)
    numbers = part_numbers(order)
    event.do(c.ArchiveTournament())
    again = made(event)
    assert (again.pk, again.edition) == (order.pk, 2)
    archives_tidy(timezone.now())
    assert b"".join(part_body(number) for number in numbers)
    archives_tidy(timezone.now() + timedelta(hours=2))
    assert not ArchivePart.objects.filter(pk__in=numbers).exists()
    assert part_numbers(again)
