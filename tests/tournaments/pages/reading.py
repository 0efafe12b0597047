"""An event whose pages are read, and the readers."""

from __future__ import annotations

import re

from django.test import Client

from accounts.models import User
from tests.tournaments.conftest import Event, EventMaker
from tournaments.domain import commands as c
from tournaments.domain.parts import Hand, Result, Seating
from tournaments.domain.terms import PenaltyRule, Stage

POINTS = Result((30, 10, -10, -30), (), "organiser")
HANDS = Result((11, -17, 3, 3), (Hand(1, (11, -17, 3, 3), 0, 2), Hand(2, (0, 0, 0, 0))), "scorer")


def reader(account: User | None = None, language: str = "en") -> Client:
    client = Client(headers={"accept-language": language})
    if account is not None:
        client.force_login(account)
    return client


def read(event: Event, path: str = "", account: User | None = None) -> str:
    answer = reader(account).get(f"/events/{event.tournament.pk}/{path}")
    assert answer.status_code == 200, (path, answer.status_code)
    return answer.content.decode()


def status(event: Event, path: str, account: User | None = None) -> int:
    return reader(account).get(f"/events/{event.tournament.pk}/{path}").status_code


def words(page: str) -> str:
    """The text of a page without its marks, blanks made single."""
    return " ".join(re.sub(r"<[^>]+>", " ", page).split())


def planned(*tables: str, number: int = 1) -> c.PlanRounds:
    seatings = tuple(Seating(n, tuple(seats)) for n, seats in enumerate(tables, 1))
    return c.PlanRounds((c.RoundPlan(number, "main", seatings),))


def play(event: Event, number: int, *tables: str, result: Result = POINTS) -> Event:
    event.do(planned(*tables, number=number))
    edition = event.state.rounds[number].plan.edition
    event.do(c.PublishPairings(number, edition), c.StartRound(number, edition, 0))
    for table in event.state.rounds[number].tables:
        event.do(c.TakeResult(number, table, None, result))
    return event


def of_eight(make_event: EventMaker) -> Event:
    """Eight players, play with real tiles; nothing is planned yet."""
    rule = PenaltyRule("late", "late at the table", 5, 12)
    made = make_event(Stage("main", "swiss", 3), play="points", penalties=(rule,), drop_worst=1)
    made.do(c.OpenRegistration()).enter(*"abcdefgh")
    return made.do(c.StartTournament())
