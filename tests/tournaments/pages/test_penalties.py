"""Penalties at the desk: by the table of penalties or freely, listed with who and why, lifted."""

from __future__ import annotations

import re

import pytest

from accounts.models import User
from tests.tournaments.conftest import Event, EventMaker
from tests.tournaments.pages.test_desk import Browser
from tests.tournaments.play.test_keeping_up import begin
from tournaments.domain.terms import PenaltyRule, Stage
from tournaments.models import TournamentRole

pytestmark = pytest.mark.django_db(transaction=True)

LATE = PenaltyRule("late", "Late at the table", 20, 12)
FIELDS = {"entry": "p0", "round": 1}


@pytest.fixture
def event(make_event: EventMaker) -> Event:
    return begin(make_event(Stage("main", "swiss", 2), play="points", penalties=(LATE,)))


@pytest.fixture
def referee(event: Event, cast) -> Browser:
    return Browser(event, cast["referee"])


def given(event: Event) -> list[tuple[object, ...]]:
    found = [one.given for one in event.state.penalties.values()]
    return [(one.entry, one.round, one.rule, one.game, one.table, one.reason) for one in found]


def test_a_referee_gives_a_penalty_by_a_rule_and_its_points(event: Event, referee: Browser):
    page = referee.send("desk/penalties/give/", rule="late", **FIELDS)
    assert given(event) == [("p0", 1, "late", 20, 12, "")]
    assert "Late at the table" in page
    assert "game points −20" in page
    assert "Given by <bdi>Referee</bdi>" in page


@pytest.fixture
def chief(event: Event) -> Browser:
    account = User.objects.create_user("chief")
    TournamentRole.objects.create(
        tournament=event.tournament, account=account, role=TournamentRole.Role.CHIEF
    )
    return Browser(event, account)


@pytest.mark.parametrize(
    "fields",
    [{"game": 5, "reason": "rude"}, {"rule": "late", "game": 5, "reason": "rude"}],
    ids=str,
)
def test_a_referee_gives_nothing_but_what_the_table_says(event: Event, referee: Browser, fields):
    page = referee.send("desk/penalties/give/", **fields, **FIELDS)
    assert "Only the chief referee and organisers depart from the table of penalties." in page
    assert given(event) == []


def test_the_points_of_the_row_may_be_written_out(event: Event, referee: Browser):
    referee.send("desk/penalties/give/", rule="late", game=20, table=1, **FIELDS)
    assert given(event) == [("p0", 1, "late", 20, 12, "")]


def test_who_departs_from_a_row_says_why(event: Event, chief: Browser):
    page = chief.send("desk/penalties/give/", rule="late", game=5, **FIELDS)
    assert "Say why the penalty is another than the table says." in page
    chief.send("desk/penalties/give/", rule="late", game=5, reason="two minutes", **FIELDS)
    assert given(event) == [("p0", 1, "late", 5, 12, "two minutes")]


def test_own_points_need_a_reason_and_may_be_none(event: Event, chief: Browser):
    page = chief.send("desk/penalties/give/", game=5, **FIELDS)
    assert "Say why, or choose a rule." in page
    page = chief.send("desk/penalties/give/", game=5, reason="r" * 501, **FIELDS)
    assert f'value="{"r" * 501}"' in page
    assert "maxlength" not in re.findall(r'<input[^>]*name="reason"[^>]*>', page)[0]
    assert given(event) == []
    chief.send("desk/penalties/give/", game=5, table=2, reason="rude", **FIELDS)
    page = chief.send("desk/penalties/give/", reason="noisy", **FIELDS)
    assert given(event) == [("p0", 1, None, 5, 24, "rude"), ("p0", 1, None, 0, 0, "noisy")]
    assert "a warning" in page


@pytest.mark.parametrize(
    "wrong",
    [{"entry": "nobody"}, {"round": 9}, {"rule": "unknown"}, {"game": -1}, {"table": 10**9}],
    ids=str,
)
def test_what_cannot_be_is_refused_and_nothing_happens(event: Event, referee: Browser, wrong):
    answer = referee.client.post(
        referee.base + "desk/penalties/give/", {**FIELDS, "reason": "x", **wrong}
    )
    assert answer.status_code == 422
    assert given(event) == []


def test_a_form_sent_twice_gives_one_penalty(event: Event, referee: Browser):
    for _ in range(2):
        referee.send("desk/penalties/give/", rule="late", command="once", **FIELDS)
    assert len(given(event)) == 1


def test_a_penalty_is_lifted_once_with_a_reason_and_stays_in_the_list(
    event: Event, referee: Browser
):
    referee.send("desk/penalties/give/", rule="late", **FIELDS)
    key = next(iter(event.state.penalties))
    page = referee.send("desk/penalties/lift/", penalty=key, reason="clock was wrong")
    assert event.state.penalties[key].is_lifted
    assert "Lifted by <bdi>Referee</bdi>" in page
    assert "clock was wrong" in page
    again = referee.send("desk/penalties/lift/", penalty=key, reason="again")
    assert "code-already_lifted" in again


def test_those_of_a_table_come_first_when_one_comes_from_there(event: Event, referee: Browser):
    seats = event.state.rounds[1].plan.tables[1].seats
    page = referee.read("desk/penalties/?round=1&table=2")
    options = re.findall(r'<option value="(p\d)"', page)
    assert set(options[:4]) == set(seats)
    assert len(options) == 8
    assert referee.client.get(referee.base + "desk/penalties/?round=²&table=x").status_code == 200


def test_desk_and_table_lead_referees_there_and_nobody_else(event: Event, referee: Browser, cast):
    path = f"/events/{event.tournament.pk}/desk/penalties/"
    for page in ("desk/", "desk/rounds/1/tables/1/"):
        assert path in referee.read(page)
        assert path not in Browser(event, cast["scorer"]).read(page)
    assert Browser(event, cast["scorer"]).client.get(path).status_code == 403
