"""E-mails on their whole way: a real worker, Django's SMTP backend, and a real SMTP server."""

from __future__ import annotations

from collections.abc import Iterator
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import pytest
from aiosmtpd.controller import Controller
from allauth.account.models import EmailAddress
from django.utils import timezone
from kombu import Connection

from accounts.models import User
from config.celery import app
from config.queue import FILES, broker
from tests.tables.live.site import Site, free_port
from tests.tournaments.conftest import Event
from tests.tournaments.jobs.test_worker import Worker, event_of, eventually, worker
from tournaments.domain import commands as c
from tournaments.domain.parts import Person, Seating
from tournaments.letters.models import Message

__all__ = ["worker"]


class Letterbox:
    """What an SMTP server was handed; addresses of `refused` it does not know."""

    def __init__(self) -> None:
        self.letters: list[EmailMessage] = []
        self.refused: set[str] = set()
        self.controller: Any = Controller(self, hostname="127.0.0.1", port=free_port())

    async def handle_RCPT(  # noqa: N802  # aiosmtpd calls it so.
        self, _server: Any, _session: Any, envelope: Any, address: str, _options: Any
    ) -> str:
        if address in self.refused:
            return "550 5.1.1 nobody of that name"
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(  # noqa: N802
        self, _server: Any, _session: Any, envelope: Any
    ) -> str:
        letter = message_from_bytes(envelope.content, policy=policy.default)
        assert isinstance(letter, EmailMessage)
        assert [letter["To"]] == envelope.rcpt_tos
        self.letters.append(letter)
        return "250 taken"

    @property
    def url(self) -> str:
        """For EMAIL_URL."""
        host, port = self.controller.server.sockets[0].getsockname()[:2]
        return f"smtp://{host}:{port}"


@pytest.fixture
def box() -> Iterator[Letterbox]:
    found = Letterbox()
    found.controller.start()
    yield found
    found.controller.stop()


def account(name: str, shown: str) -> User:
    one = User.objects.create_user(name, f"{name}@x.example", display_name=shown)
    one.language = "en"
    one.save()
    EmailAddress.objects.create(user=one, email=one.email, verified=True, primary=True)
    return one


def test_letters_reach_a_mail_server_once_and_in_order_with_everything_in_them(
    site: Site, worker: Worker, box: Letterbox, tmp_path: Path
):
    event = event_of(site, play="points").do(c.OpenRegistration())
    people = [account(f"mail{n}", f"Zoë 渡辺 {n}") for n in range(4)]
    box.refused.add(people[3].email)
    sender = "Club <club@x.example>"
    worker(EMAIL_URL=box.url, SITE_URL="https://mahjong.example", EMAIL_FROM=sender)
    enter(event, people)
    task_put(tmp_path, event)
    eventually(lambda: len(box.letters) == 3)
    event.do(c.StartTournament())
    plans = tuple(
        c.RoundPlan(n, "main", (Seating(1, seats),))
        for n, seats in ((1, ("e0", "e1", "e2", "e3")), (2, ("e3", "e2", "e1", "e0")))
    )
    event.do(c.PlanRounds(plans, seed=event.seed))
    event.do(lambda _state: tuple(c.PublishPairings(n, 1) for n in (1, 2)))
    task_put(tmp_path, event)
    eventually(lambda: len(box.letters) == 6)
    check(box.letters, people[0])
    queued = Message.objects.filter(account=people[3])
    sent = Message.objects.filter(account__in=people[:3])
    # The server has a letter before the worker has written down that it has.
    eventually(lambda: {one.state for one in sent.all()} == {"sent"})
    eventually(lambda: all("550" in one.problem for one in queued.all()))
    assert {one.state for one in queued.all()} == {"queued"}
    assert all(one.next_try_at > timezone.now() for one in queued.all())
    assert len(box.letters) == 6


def task_put(folder: Path, event: Event) -> None:
    """As a web process does when an event moved on: into the queue that the worker empties."""
    url, options = broker(FILES, folder / "queue")
    with Connection(url, transport_options=options) as link:
        app.send_task("tournaments.letters", (str(event.tournament.pk),), connection=link)


def enter(event: Event, people: list[User]) -> None:
    event.do(
        *(c.AddEntry(f"e{n}", Person(one.public_name, account=str(one.pk)))
          for n, one in enumerate(people))
    )  # fmt: skip


def check(letters: list[EmailMessage], who: User) -> None:
    """First that they are registered, then where they sit in both rounds: one letter each."""
    own = [letter for letter in letters if letter["To"] == who.email]
    assert [letter["Subject"] for letter in own] == [
        "Cup: you are registered", "Cup: where you sit in 2 rounds",
    ]  # fmt: skip
    last = own[1]
    assert last["From"] == "Club <club@x.example>"
    assert last["List-Unsubscribe"].strip().startswith("<https://mahjong.example/")
    plain, html = last.get_body(("plain",)), last.get_body(("html",))
    assert plain is not None
    assert html is not None
    for part in (plain, html):
        assert "Zoë 渡辺 0" in part.get_content()
        assert "Round 2: table 1, North." in part.get_content()
