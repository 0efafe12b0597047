"""The nightly proof goes through what is due, keeps what it finds, and tells people once."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.db import connection
from django.test import Client
from django.utils import timezone

from tables.checkpoints.models import CheckpointRow
from tables.checkpoints.services import checkpoint_make
from tables.models import Table as Match
from tables.review.looks import look_note
from tests.tournaments.conftest import Event, EventMaker
from tests.tournaments.pages.test_desk import Browser
from tests.tournaments.play.played import one_table_played
from tests.tournaments.play.test_keeping_up import matches
from tournaments.audit import alarm, nightly, tasks
from tournaments.audit.faults import ALL_LOGS
from tournaments.audit.models import Finding, Proved
from tournaments.audit.nightly import prove
from tournaments.audit.tasks import audit_nightly
from tournaments.domain import commands as c

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.usefixtures("no_logs_of_other_tests"),
]


@pytest.fixture
def event(make_event: EventMaker) -> Event:
    """One table that was played to its end, its round confirmed and signed."""
    event = one_table_played(make_event)
    event.do(c.ConfirmRound(1))
    checkpoint_make(timezone.now())
    # Logs and checkpoints that other tests left behind are none of this test's.
    prove(timezone.now())
    Finding.objects.all().delete()
    return event


def tampered(statement: str, *values: object) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL session_replication_role = replica")
        cursor.execute(statement, values)
        cursor.execute("SET LOCAL session_replication_role = DEFAULT")


def found(event: Event) -> dict[str, str]:
    """What is wrong with the event and its match, by kind."""
    about = {event.tournament.pk, matches(event)[0].pk, ALL_LOGS}
    return {one.what: one.detail for one in prove(timezone.now()) if one.stream in about}


def gone_through(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """The logs that are gone through from now on."""
    seen: list[Any] = []
    faults = nightly.stream_faults
    monkeypatch.setattr(nightly, "stream_faults", lambda pk: seen.append(pk) or faults(pk))
    return seen


def test_only_logs_that_moved_are_gone_through_again_and_some_of_the_rest(
    event: Event, monkeypatch: pytest.MonkeyPatch
):
    (match,) = matches(event)
    late = timezone.now() + timedelta(days=1)
    Proved.objects.update(proved_at=late)
    Proved.objects.filter(stream=match.pk).update(proved_at=late - timedelta(days=9))
    seen = gone_through(monkeypatch)
    prove(timezone.now())
    assert match.pk in seen
    assert event.tournament.pk not in seen or len(seen) > 1
    Proved.objects.update(proved_at=late)
    Proved.objects.filter(stream=match.pk).update(proved_at=late + timedelta(days=9))
    seen.clear()
    event.do(c.GivePenalty("y", "p0", 1, None, "late", 3))
    prove(timezone.now())
    assert event.tournament.pk in seen
    row = Proved.objects.get(stream=event.tournament.pk)
    event.tournament.refresh_from_db()
    assert (row.version, row.head) == (event.tournament.version, event.tournament.head)


def test_every_log_has_its_turn_within_a_week(event: Event, monkeypatch: pytest.MonkeyPatch):
    seen = gone_through(monkeypatch)
    night = timezone.now()
    for _ in range(nightly.NIGHTS):
        night += timedelta(days=1)
        prove(night)
    assert {event.tournament.pk, matches(event)[0].pk} <= set(seen)


def test_a_log_that_did_not_move_is_held_against_its_checkpoint_every_night(event: Event):
    (match,) = matches(event)
    tampered(
        "UPDATE tables_event SET hash = repeat('a', 64) WHERE stream = %s AND version = %s",
        match.pk, match.version,
    )  # fmt: skip
    Proved.objects.filter(stream=match.pk).update(
        head="a" * 64, proved_at=timezone.now() + timedelta(days=9)
    )
    assert "signed in checkpoint" in found(event)["signed"]


def test_a_log_that_was_found_in_order_may_not_lose_its_end(event: Event):
    event.do(c.GivePenalty("y", "p0", 1, None, "late", 3))
    assert found(event) == {}
    event.tournament.refresh_from_db()
    last = event.tournament.version
    tampered("DELETE FROM tables_event WHERE stream = %s AND version = %s",
             event.tournament.pk, last)  # fmt: skip
    assert f"event {last}, found in order at" in found(event)["signed"]


def test_a_look_that_was_changed_is_found_that_night_and_forgotten_once_put_right(event: Event):
    (match,) = matches(event)
    look_note(account=event.account, table=match.pk, hand=1, what="review")
    Proved.objects.filter(stream=match.pk).update(proved_at=timezone.now() + timedelta(days=9))
    assert found(event) == {}
    change = "UPDATE tables_privilegedview SET hand = %s WHERE table_id = %s"
    tampered(change, 2, match.pk)
    assert "the hash of event 1 HiddenTilesShown" in found(event)["looks"]
    assert Finding.objects.get(stream=match.pk).tournament == event.tournament
    tampered(change, 1, match.pk)
    assert found(event) == {}
    assert not Finding.objects.filter(stream=match.pk, cleared_at=None).exists()


def test_a_look_that_was_signed_may_not_go(event: Event):
    (match,) = matches(event)
    look_note(account=event.account, table=match.pk, hand=1, what="review")
    made = checkpoint_make(timezone.now())
    tampered("DELETE FROM tables_privilegedview WHERE table_id = %s", match.pk)
    assert found(event)["signed"] == f"look 1, signed in checkpoint {made.number}, is gone"


def test_the_last_checkpoint_may_not_go_nor_change(event: Event):
    last = CheckpointRow.objects.first()
    assert found(event) == {}
    tampered("DELETE FROM tables_checkpoint WHERE number = %s", last.number)
    assert (
        f"checkpoint {last.number}, which was there before, is gone" in (found(event)["checkpoint"])
    )


def test_what_is_found_is_told_once_and_shown_in_red(event: Event, settings: Any):
    settings.ALARM_EMAILS = ["root@site.example"]
    account = event.account
    account.language = "en"
    account.save()
    EmailAddress.objects.create(user=account, email="org@club.example", verified=True, primary=True)
    (match,) = matches(event)
    tampered("UPDATE tables_event SET actor = 'clock' WHERE stream = %s AND version = 9", match.pk)
    Proved.objects.filter(stream=match.pk).delete()
    mail.outbox.clear()
    audit_nightly()
    audit_nightly()
    by_reader = {letter.to[0]: letter for letter in mail.outbox}
    assert len(mail.outbox) == 2
    assert set(by_reader) == {"root@site.example", "org@club.example"}
    letter = by_reader["org@club.example"]
    assert letter.subject == "Laozhuang: a log does not hold"
    assert f"{match.pk}" in letter.body
    assert "Round 1, table 1: the chain of hashes" in letter.body
    assert f"{match.pk} chain: the hash of event 9" in letter.body
    assert "event 9: the event was changed [wrong_hash]" in letter.body
    at_desk = f"/events/{event.tournament.pk}/desk/rounds/1/tables/1/"
    assert at_desk in letter.body
    assert f"/events/{event.tournament.pk}/desk/" in letter.body
    page = Browser(event, account).read()
    assert 'class="why-red" role="alert"' in page
    assert f'<a href="{at_desk}">Round 1, table 1</a> · Differs from the log' in page
    assert "the chain of hashes" in page
    assert Finding.objects.filter(stream=match.pk, what="chain", cleared_at=None).count() == 1


@pytest.mark.parametrize(
    ("language", "said"),
    [("zh-hans", "事件9: 事件被改动 [wrong_hash]"), ("zh-hant", "事件9: 事件被改動 [wrong_hash]")],
)
def test_what_is_wrong_is_told_in_the_readers_language(
    event: Event, settings: Any, language: str, said: str
):
    settings.ALARM_EMAILS, settings.LANGUAGE_CODE = ["root@site.example"], language
    (match,) = matches(event)
    tampered("UPDATE tables_event SET actor = 'clock' WHERE stream = %s AND version = 9", match.pk)
    Proved.objects.filter(stream=match.pk).delete()
    prove(timezone.now())
    mail.outbox.clear()
    alarm.alarm_send(timezone.now())
    assert said in mail.outbox[0].body
    assert "chain: the hash of event 9" in mail.outbox[0].body


def test_where_no_mail_goes_out_it_is_told_the_next_night(
    event: Event, settings: Any, monkeypatch: pytest.MonkeyPatch
):
    settings.ALARM_EMAILS = ["root@site.example"]
    Match.objects.filter(pk=matches(event)[0].pk).update(hand=7)

    def broken() -> None:
        raise OSError("no mail server")

    mail.outbox.clear()
    with monkeypatch.context() as away:
        away.setattr(alarm, "get_connection", broken)
        audit_nightly()
    assert mail.outbox == []
    audit_nightly()
    assert len(mail.outbox) == 1
    assert "the summary of a table" in mail.outbox[0].body or "牌桌" in mail.outbox[0].body


@pytest.mark.parametrize("fails", ["audit", "prove"])
def test_what_one_half_of_the_night_finds_is_told_though_the_other_fails(
    event: Event, settings: Any, monkeypatch: pytest.MonkeyPatch, fails: str
):
    settings.ALARM_EMAILS = ["root@site.example"]
    match = matches(event)[0]
    Match.objects.filter(pk=match.pk).update(hand=7)
    Proved.objects.filter(stream=match.pk).delete()

    def broken(_at: object) -> None:
        raise OSError("the disk is full")

    monkeypatch.setattr(tasks, fails, broken)
    mail.outbox.clear()
    with pytest.raises(OSError, match="the disk is full"):
        audit_nightly()
    assert [letter.to for letter in mail.outbox] == [["root@site.example"]]


def test_a_broken_checkpoint_is_red_at_every_desk(event: Event):
    last = CheckpointRow.objects.first()
    tampered("UPDATE tables_checkpoint SET root = repeat('a', 64) WHERE number = %s", last.number)
    assert "checkpoint" in found(event)
    assert "a checkpoint" in Browser(event, event.account).read()


def test_the_metrics_tell_whoever_has_the_token(event: Event, settings: Any):
    client = Client()
    assert client.get("/metrics/").status_code == 404
    settings.METRICS_TOKEN = "secret"
    assert client.get("/metrics/").status_code == 404
    wrong = {"authorization": "Bearer other"}
    assert client.get("/metrics/", headers=wrong).status_code == 404
    Match.objects.filter(pk=matches(event)[0].pk).update(hand=7)
    audit_nightly()
    answer = client.get("/metrics/", headers={"authorization": "Bearer secret"})
    assert answer["Content-Type"].startswith("text/plain; version=0.0.4")
    lines = answer.content.decode().splitlines()
    assert 'laozhuang_audit_findings{what="table"} 1' in lines
    assert 'laozhuang_audit_findings{what="checkpoint"} 0' in lines
    last = CheckpointRow.objects.first()
    assert f"laozhuang_checkpoint_number {last.number}" in lines
    assert any(line.startswith("laozhuang_audit_proved_logs ") for line in lines)
    assert any(line.startswith("laozhuang_audit_last_run_seconds 1") for line in lines)
