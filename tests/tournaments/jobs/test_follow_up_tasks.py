"""A real worker rates and writes when it is asked to, also when it is asked twice."""

from __future__ import annotations

from pathlib import Path

from allauth.account.models import EmailAddress
from celery import Celery
from django.utils import timezone

from accounts.models import User
from config.queue import FILES, broker
from tests.tables.live.site import Site
from tests.tournaments.conftest import club_make
from tests.tournaments.domain.desk import terms
from tests.tournaments.jobs.test_worker import Worker, eventually, worker
from tests.tournaments.play.test_keeping_up import ms
from tournaments import services
from tournaments.domain import commands as c
from tournaments.domain.parts import Person, Result, Seating
from tournaments.domain.terms import Details
from tournaments.letters.models import Message
from tournaments.models import Tournament
from tournaments.ratings.models import RatedMatch

__all__ = ["worker"]


def a_confirmed_round(people: list[User]) -> Tournament:
    club, _cast = club_make()
    tournament = services.tournament_create(
        club=club, account=None, details=Details("Cup"), terms=terms(play="points")
    )
    entries = [
        c.AddEntry(f"e{n}", Person(one.public_name, account=str(one.pk)))
        for n, one in enumerate(people)
    ]
    seats = tuple(one.entry for one in entries)
    result = Result((6, 2, -3, -5), (), "organiser")
    seed = services.seed_of(tournament)
    for command in (
        c.OpenRegistration(),
        *entries,
        c.StartTournament(),
        c.PlanRounds((c.RoundPlan(1, "main", (Seating(1, seats),)),), seed=seed),
        c.PublishPairings(1, 1),
        c.StartRound(1, 1, ms(timezone.now())),
        c.TakeResult(1, 1, None, result),
        c.ConfirmRound(1),
    ):
        services.tournament_do(tournament=tournament, command=command)
    return tournament


def test_a_worker_rates_and_writes_once(site: Site, worker: Worker, tmp_path: Path):
    people = [User.objects.create_user(f"rated-{n}") for n in range(4)]
    EmailAddress.objects.create(user=people[0], email="u@x.example", verified=True, primary=True)
    tournament = a_confirmed_round(people)
    url, options = broker(FILES, tmp_path / "queue")
    queue = Celery(broker=url)
    queue.conf.broker_transport_options = options
    for name in ("tournaments.letters", "tournaments.rate") * 2:
        queue.send_task(name, [str(tournament.pk)])
    worker()
    messages = Message.objects.filter(tournament=tournament)
    eventually(lambda: RatedMatch.objects.filter(tournament=tournament).exists())
    sent = messages.filter(state="sent")
    # Before the letters are thought of there is none in the queue either.
    eventually(lambda: sent.exists() and not messages.filter(state="queued").exists())
    assert list(sent.values_list("kind", "account__username")) == [("entered", "rated-0")]
    letters = (tmp_path / "worker0.log").read_text().count("\nSubject: ")
    assert letters == 1
