"""Letters go out once, whatever fails meanwhile: the mail server, a worker, a task."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.core import mail
from django.core.mail.backends import locmem
from django.db import OperationalError, connection
from django.utils import timezone

from tests.tournaments.conftest import Event
from tests.tournaments.letters.posting import People, enter, post
from tournaments.domain import commands as c
from tournaments.letters import sending, tasks
from tournaments.letters.collecting import collect, unread
from tournaments.letters.models import Message
from tournaments.letters.sending import MOST_TRIES, send_due
from tournaments.letters.tasks import letters_sweep

pytestmark = pytest.mark.django_db(transaction=True)


def test_what_fails_is_tried_again_later_and_later_and_others_go_out(
    event: Event, people: People, monkeypatch: pytest.MonkeyPatch
):
    usual = locmem.EmailBackend.send_messages

    def failing(backend: object, letters: list[mail.EmailMessage]) -> int:
        if letters[0].to == ["u0@x.example"]:
            raise ConnectionError("no route")
        return usual(backend, letters)

    monkeypatch.setattr(locmem.EmailBackend, "send_messages", failing)
    enter(event, *people[:2])
    assert [one.to[0] for one in post(event)] == ["u1@x.example"]
    message = Message.objects.get(account=people[0])
    assert (message.state, message.tries) == ("queued", 1)
    assert message.problem == "ConnectionError: no route"
    now = timezone.now()
    assert send_due(now + timedelta(seconds=30)) == 0
    assert Message.objects.get(account=people[0]).tries == 1
    while message.state == "queued":
        send_due(message.next_try_at)
        message.refresh_from_db()
    assert message.next_try_at - now > timedelta(hours=16)
    assert (message.state, message.tries) == ("failed", MOST_TRIES)


def test_a_try_that_works_later_sends_it_once(
    event: Event, people: People, monkeypatch: pytest.MonkeyPatch
):
    with monkeypatch.context() as broken:
        broken.setattr(locmem.EmailBackend, "send_messages", lambda *_: 1 / 0)
        enter(event, people[0])
        post(event)
    now = timezone.now()
    assert [send_due(now + timedelta(minutes=minutes)) for minutes in (3, 30)] == [1, 0]


def test_a_mail_server_that_is_away_is_asked_once_and_all_go_out_when_it_is_back(
    event: Event, people: People, monkeypatch: pytest.MonkeyPatch
):
    asked: list[int] = []

    def away(_backend: object) -> None:
        asked.append(1)
        raise TimeoutError("no answer")

    with monkeypatch.context() as broken:
        broken.setattr(locmem.EmailBackend, "open", away)
        enter(event, *people[:4])
        assert post(event) == []
    assert len(asked) == 1
    assert send_due(timezone.now() + timedelta(minutes=3)) == 4


def test_a_letter_is_claimed_before_it_is_sent_and_no_transaction_waits_for_the_mail_server(
    event: Event, people: People, monkeypatch: pytest.MonkeyPatch
):
    rows: list[Message] = []

    def looking(_backend: object, _letters: object) -> int:
        assert not connection.in_atomic_block
        rows.extend(Message.objects.all())
        return 1

    monkeypatch.setattr(locmem.EmailBackend, "send_messages", looking)
    enter(event, people[0])
    now = timezone.now()
    post(event, now)
    ((tries, next_try_at),) = [(one.tries, one.next_try_at) for one in rows]
    assert (tries, next_try_at) == (1, now + timedelta(minutes=2))


def test_a_letter_whose_claim_fails_is_not_sent(
    event: Event, people: People, monkeypatch: pytest.MonkeyPatch
):
    def lost(*_words: object) -> None:
        raise OperationalError("the connection is lost")

    enter(event, people[0])
    with monkeypatch.context() as broken:
        broken.setattr(sending, "_put", lost)
        with pytest.raises(OperationalError):
            post(event)
    assert mail.outbox == []
    assert send_due() == 1


def test_a_worker_that_dies_while_sending_loses_no_letter_and_it_is_the_same_again(
    event: Event, people: People, monkeypatch: pytest.MonkeyPatch
):
    send = locmem.EmailBackend.send_messages

    def dies(backend: locmem.EmailBackend, letters: list[mail.EmailMessage]) -> int:
        send(backend, letters)
        raise SystemExit

    enter(event, people[0])
    now = timezone.now()
    with monkeypatch.context() as broken:
        broken.setattr(locmem.EmailBackend, "send_messages", dies)
        with pytest.raises(SystemExit):
            post(event, now)
    assert send_due(now) == 0
    assert send_due(now + timedelta(minutes=3)) == 1
    assert send_due(now + timedelta(hours=1)) == 0
    first, again = (letter.message()["Message-ID"] for letter in mail.outbox)
    assert first == again
    assert first.endswith("@mahjong.example>")


def test_a_task_sends_for_a_while_and_hands_the_rest_on(
    event: Event, people: People, monkeypatch: pytest.MonkeyPatch
):
    enter(event, *people[:4])
    collect(event.tournament.pk, timezone.now())
    asked: list[int] = []
    monkeypatch.setattr(tasks.letters_send, "delay", lambda: asked.append(1))
    clock = iter(range(100))
    monkeypatch.setattr(sending, "monotonic", lambda: 4.0 * next(clock))
    tasks.letters_send()
    assert (len(mail.outbox), len(asked)) == (2, 1)
    tasks.letters_send()
    assert (len(mail.outbox), len(asked)) == (4, 1)


def test_the_sweep_finds_what_no_task_has_told(event: Event, people: People):
    enter(event, people[0])
    assert unread(timezone.now()) == [event.tournament.pk]
    mail.outbox.clear()
    letters_sweep()
    assert len(mail.outbox) == 1
    assert unread(timezone.now()) == []


def test_a_moved_event_asks_for_its_task(
    event: Event, people: People, monkeypatch: pytest.MonkeyPatch
):
    from tournaments.letters import receivers
    from tournaments.signals import tournament_moved

    asked: list[tuple[str, ...]] = []
    monkeypatch.setattr(receivers, "task_queue", lambda *words: asked.append(words))
    tournament_moved.connect(receivers.tournament_moved_receive, dispatch_uid="test")
    try:
        enter(event, people[0]).do(c.CheckIn("e0"))
    finally:
        tournament_moved.disconnect(dispatch_uid="test")
    assert asked == [("tournaments.letters", str(event.tournament.pk))]
