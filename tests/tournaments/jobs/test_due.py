"""What is due at a moment is done once, however often the clock ticks, late or twice."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from uuid import UUID

import pytest
from django.db import connection
from django.utils import timezone

from tests.tournaments.conftest import Event, EventMaker
from tests.tournaments.play.test_keeping_up import begin, ms
from tournaments.domain import commands as c
from tournaments.domain.parts import Line, Result, Seating
from tournaments.domain.stages import next_plan
from tournaments.domain.terms import Stage, Uneven
from tournaments.jobs import due
from tournaments.play.keeping_up import alone
from tournaments.store.folds import lines_after

pytestmark = pytest.mark.django_db(transaction=True)


def actors(event: Event, type_: str) -> list[str]:
    return [line.actor for line in lines_after(event.tournament.pk, 0) if line.type == type_]


def test_a_registration_closes_once_by_the_clock(make_event: EventMaker):
    now = timezone.now()
    event = make_event()
    details = event.state.details
    closing = c.ChangeDetails(type(details)(details.name, registration_closes_at=ms(now) + 1000))
    event.do(closing, c.OpenRegistration())
    assert due.tick(now) == []
    assert len(due.tick(now + timedelta(seconds=2))) == 1
    assert due.tick(now + timedelta(seconds=3)) == []
    assert actors(event, "RegistrationClosed") == ["clock"]


def test_what_the_organiser_opened_again_stays_open_until_a_new_time(make_event: EventMaker):
    now = timezone.now()
    event = make_event()
    details = event.state.details
    closing = c.ChangeDetails(type(details)(details.name, registration_closes_at=ms(now)))
    event.do(closing, c.OpenRegistration())
    due.tick(now)
    event.do(c.OpenRegistration())
    assert due.tick(now + timedelta(hours=1)) == []
    assert event.state.is_registration_open


def test_a_round_starts_at_its_time_if_its_pairings_are_published(make_event: EventMaker):
    now = timezone.now()
    event = make_event(play="points").do(c.OpenRegistration()).enter(*"abcd")
    event.do(c.StartTournament())
    plan = c.RoundPlan(1, "main", (Seating(1, tuple("abcd")),))
    event.do(c.PlanRounds((plan,), seed=event.seed), c.ScheduleRound(1, ms(now) + 1000))
    assert due.tick(now + timedelta(seconds=2)) == []
    assert event.state.rounds[1].status == "planned"
    event.do(c.PublishPairings(1, event.state.rounds[1].plan.edition))
    assert due.tick(now) == []
    due.tick(now + timedelta(seconds=2))
    due.tick(now + timedelta(seconds=3))
    assert actors(event, "RoundStarted") == ["clock"]


def test_standings_become_official_when_the_time_for_objections_is_over(make_event: EventMaker):
    now = timezone.now()
    event = begin(make_event(play="points"), players=4)
    event.do(c.TakeResult(1, 1, None, Result((6, -2, -2, -2), (), "organiser")), c.ConfirmRound(1))
    lines = tuple(Line(f"p{n}", 1, 0, 0) for n in range(4))
    event.do(c.PublishStandings("main", 1, lines, ms(now) + 1000))
    due.tick(now)
    assert not event.state.standings[-1].is_official
    due.tick(now + timedelta(seconds=2))
    due.tick(now + timedelta(seconds=3))
    assert event.state.standings[-1].is_official
    assert actors(event, "StandingsMadeOfficial") == ["clock"]


def test_an_event_that_somebody_is_at_holds_up_no_other(make_event: EventMaker):
    event = begin(make_event())
    with ThreadPoolExecutor(1) as pool, alone(event.tournament.pk):
        done = pool.submit(_in_a_thread, event.tournament.pk).result(timeout=20)
    assert done == []
    assert len(due.keep_up_at(event.tournament.pk, timezone.now())) == 2


def _in_a_thread(tournament: UUID) -> list[str]:
    try:
        return due.keep_up_at(tournament, timezone.now())
    finally:
        connection.close()


def test_events_without_standings_to_settle_are_not_looked_at(make_event: EventMaker):
    now = timezone.now()
    event = begin(make_event(play="points"), players=4)
    event.do(c.TakeResult(1, 1, None, Result((6, -2, -2, -2), (), "organiser")), c.ConfirmRound(1))
    assert list(due._objections_over(now + timedelta(days=9))) == []
    lines = tuple(Line(f"p{n}", 1, 0, 0) for n in range(4))
    event.do(c.PublishStandings("main", 1, lines, ms(now) + 1000))
    assert list(due._objections_over(now)) == []
    assert list(due._objections_over(now + timedelta(seconds=2))) == [event.tournament.pk]
    event.do(c.MakeOfficial("main", 1))
    assert list(due._objections_over(now + timedelta(days=9))) == []


def test_the_next_round_of_a_bracket_is_paired_when_the_last_is_confirmed(make_event: EventMaker):
    now = timezone.now()
    event = make_event(Stage("cup", "knockout", 1), play="points", uneven=Uneven("byes"))
    event.do(c.OpenRegistration()).enter(*"abcdefgh").do(c.StartTournament())
    seed = event.seed
    for _seeds_then_pairings in range(2):
        event.do(lambda state: next_plan(state, "cup", seed))
    edition = event.state.rounds[1].plan.edition
    event.do(c.PublishPairings(1, edition), c.StartRound(1, edition, ms(now)))
    for table in (1, 2):
        event.do(c.TakeResult(1, table, None, Result((6, 2, -3, -5), (), "organiser")))
    assert due.tick(now) == []
    event.do(c.ConfirmRound(1))
    due.tick(now)
    due.tick(now)
    assert event.state.rounds[2].status == "planned"
    assert event.state.rounds[2].published is None
    event.do(c.DropPlan(2))
    due.tick(now)
    assert 2 not in event.state.rounds


def test_what_fails_at_one_event_stops_no_other(
    make_event: EventMaker, monkeypatch: pytest.MonkeyPatch
):
    now = timezone.now()
    events = [make_event() for _ in range(2)]
    for event in events:
        details = event.state.details
        at = ms(now)
        event.do(c.ChangeDetails(type(details)(details.name, registration_closes_at=at)))
        event.do(c.OpenRegistration())
    usual = due.tournament_do

    def failing(**arguments: object) -> object:
        if arguments["tournament"] == events[0].tournament:
            raise ZeroDivisionError
        return usual(**arguments)

    monkeypatch.setattr(due, "tournament_do", failing)
    due.tick(now)
    assert sorted(event.state.is_registration_open for event in events) == [False, True]
