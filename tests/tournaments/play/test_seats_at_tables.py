"""Whoever takes a seat in the event's ledger takes it at the live table, with hand and points."""

from __future__ import annotations

import pytest

from accounts.models import User
from engine.play.match import Length
from tables.demo import play_out
from tables.models import Event as LogLine
from tests.tournaments.conftest import Event, EventMaker
from tests.tournaments.play.test_keeping_up import begin, matches
from tournaments.domain import commands as c
from tournaments.domain.books import standings_of
from tournaments.domain.parts import Person
from tournaments.play.keeping_up import keep_up

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def event(make_event: EventMaker) -> Event:
    return begin(make_event(length=Length("hands", 1)), players=4)


def substitute(event: Event, place: int, account: User | None = None, entry: str = "s") -> None:
    known = event.state.entries
    if entry not in known:
        person = Person(f"Sub {entry}", "stand_in", account=str(account.pk) if account else None)
        event.do(c.AddEntry(entry, person))
    planned = event.state.rounds[1].plan.tables[0].seats[place]
    event.do(c.TakeSeat(1, 1, place, entry, "substitute", planned, 1, "substitute"))


def test_a_substitute_sits_down_at_the_live_table_once(event: Event, cast):
    keep_up(event.tournament.pk)
    substitute(event, 2, cast["visitor"])
    assert len(keep_up(event.tournament.pk)) == 1
    assert keep_up(event.tournament.pk) == []
    (match,) = matches(event)
    seat = match.seats.get(place=2)
    assert (seat.name, seat.account) == ("Sub s", cast["visitor"])
    handed = LogLine.objects.get(stream=match.pk, type="SeatHandedOver")
    assert handed.actor == f"organiser:{event.account.pk}"


def test_a_substitute_goes_and_comes_again_and_the_points_stay_with_the_player(event: Event):
    keep_up(event.tournament.pk)
    planned = event.state.rounds[1].plan.tables[0].seats[0]
    substitute(event, 0)
    keep_up(event.tournament.pk)
    event.do(c.TakeSeat(1, 1, 0, planned, "player", planned, 1, "returned"))
    keep_up(event.tournament.pk)
    substitute(event, 0)
    keep_up(event.tournament.pk)
    event.do(c.UndoTakeSeat(1, 1, 0))
    keep_up(event.tournament.pk)
    (match,) = matches(event)
    assert match.seats.get(place=0).name == event.state.entries[planned].person.name
    assert LogLine.objects.filter(stream=match.pk, type="SeatHandedOver").count() == 4
    play_out(match)
    keep_up(event.tournament.pk)
    event.do(c.ConfirmRound(1))
    line = next(one for one in standings_of(event.state, "main").lines if one.player == planned)
    match.refresh_from_db()
    assert line.totals.game == match.points[0]


def test_whoever_withdraws_in_mid_match_is_replaced_at_the_table(event: Event):
    keep_up(event.tournament.pk)
    leaver = event.state.rounds[1].plan.tables[0].seats[3]
    event.do(c.AddEntry("z", Person("Zed", "bot", level="random")))
    event.do(c.WithdrawEntry(leaver, "train", "z", "bot", None, 1))
    assert len(keep_up(event.tournament.pk)) == 1
    (match,) = matches(event)
    seat = match.seats.get(place=3)
    assert (seat.name, seat.level) == ("Zed", "random")
