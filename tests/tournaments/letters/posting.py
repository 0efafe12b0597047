"""Players of an event who are written to, and what goes out."""

from __future__ import annotations

from datetime import datetime

from django.core import mail
from django.utils import timezone

from accounts.models import User
from tests.tournaments.conftest import Event
from tournaments.domain import commands as c
from tournaments.domain.parts import Person, Seating
from tournaments.letters.collecting import collect
from tournaments.letters.sending import send_due

People = list[User]


def enter(event: Event, *people: User) -> Event:
    return event.do(
        *(c.AddEntry(f"e{one.username[1:]}", Person(one.public_name, account=str(one.pk)))
          for one in people)
    )  # fmt: skip


def started(event: Event, *people: User) -> Event:
    return enter(event, *people).do(c.StartTournament())


def plan(event: Event, *seats: str, number: int = 1) -> Event:
    event.do(c.PlanRounds((c.RoundPlan(number, "main", (Seating(1, seats),)),), seed=event.seed))
    return event.do(c.PublishPairings(number, event.state.rounds[number].plan.edition))


def post(event: Event, at: datetime | None = None) -> list[mail.EmailMessage]:
    """What goes out for what is new."""
    mail.outbox.clear()
    collect(event.tournament.pk, at or timezone.now())
    send_due(at)
    return list(mail.outbox)


def subjects(event: Event) -> dict[str, str]:
    return {one.to[0]: one.subject for one in post(event)}
