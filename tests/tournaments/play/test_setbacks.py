"""What cannot be carried out at a table is told at the desk with why, until it is done."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from engine.play.match import Length
from tables import services
from tests.tournaments.conftest import Event, EventMaker
from tests.tournaments.domain.desk import MINUTE
from tests.tournaments.play.test_keeping_up import begin, matches, ms
from tests.tournaments.play.test_seats_at_tables import substitute
from tournaments.domain import commands as c
from tournaments.models import Setback, Tournament
from tournaments.play.keeping_up import keep_up
from tournaments.play.setbacks import setbacks_of

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def event(make_event: EventMaker) -> Event:
    made = make_event(length=Length("hands", 4), round_ms=60 * MINUTE)
    begin(made, players=4)
    keep_up(made.tournament.pk)
    return made


def desk(event: Event) -> str:
    client = Client(headers={"accept-language": "en"})
    client.force_login(event.account)
    return client.get(f"/events/{event.tournament.pk}/desk/").content.decode()


def kept(event: Event) -> list[tuple[str, str, int]]:
    found = Setback.objects.filter(tournament=event.tournament)
    return [(row.what, row.code, row.place) for row in found]


def test_a_referee_who_is_to_sit_down_at_the_table_they_judge_is_told_until_solved(
    event: Event, cast
):
    (match,) = matches(event)
    services.referee_assign(table=match, account=cast["visitor"])
    substitute(event, 2, cast["visitor"])
    at = timezone.now()
    keep_up(event.tournament.pk, at=at)
    keep_up(event.tournament.pk, at=at + timedelta(minutes=5))
    assert kept(event) == [("seat", "not_your_seat", 2)]
    assert Setback.objects.get().since == at
    page = desk(event)
    assert "Round 1, table 1" in page
    assert "Whoever is to sit down there judges this table, or has seen" in page
    event.do(c.UndoTakeSeat(1, 1, 2))
    keep_up(event.tournament.pk)
    assert kept(event) == []
    assert "judges this table" not in desk(event)


def test_a_table_that_somebody_lets_go_on_in_the_rounds_pause_is_told(event: Event):
    (match,) = matches(event)
    at = ms(timezone.now())
    event.do(c.PauseClock(1, None, at))
    keep_up(event.tournament.pk)
    services.table_resume(table=match, account=event.account)
    keep_up(event.tournament.pk)
    assert kept(event) == [("pause", "plays_on", -1)]
    event.do(c.ResumeClock(1, None, at))
    keep_up(event.tournament.pk)
    assert kept(event) == []


def test_a_table_whose_match_cannot_be_opened_is_told_and_stops_no_other(
    make_event: EventMaker, monkeypatch: pytest.MonkeyPatch
):
    event = begin(make_event(), players=8)
    ledger = event.state.rounds[1].tables[1].ledger
    entry = event.state.entries[ledger[0][0].person]
    monkeypatch.setattr("tournaments.play.opening.MOST_NAME", 200)
    event.do(c.ChangeEntry(entry.id, type(entry.person)("x" * 60)))
    keep_up(event.tournament.pk)
    assert len(matches(event)) == 1
    assert kept(event) == [("open", "invalid_input", -1)]
    monkeypatch.undo()
    keep_up(event.tournament.pk)
    assert len(matches(event)) == 2
    assert kept(event) == []


def test_a_match_that_was_given_up_and_cannot_end_yet_is_tried_again(
    event: Event, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("tournaments.play.stopping._order", lambda *_: False)
    event.do(c.UnlinkTable(1, 1))
    keep_up(event.tournament.pk)
    assert ("end", "match_running", -1) in kept(event)
    monkeypatch.undo()
    keep_up(event.tournament.pk)
    assert kept(event) == []


def test_an_event_that_is_not_running_tells_nothing(event: Event):
    Setback.objects.create(
        tournament=event.tournament, round=1, table=1, what="seat", code="x", since=timezone.now()
    )
    event.tournament.refresh_from_db()
    assert len(setbacks_of(event.tournament)) == 1
    event.tournament.phase = Tournament.Phase.FINISHED
    assert setbacks_of(event.tournament) == []
