"""A bracket's day at the desk: no-shows before the first round, tables that are played early; and
who is there on the date of a league."""

from __future__ import annotations

import re

import pytest

from tests.tournaments.conftest import Event, EventMaker
from tests.tournaments.domain.desk import POINTS
from tests.tournaments.pages.test_desk import Browser
from tournaments.domain import commands as c
from tournaments.domain.stages import next_plan
from tournaments.domain.terms import Stage, Uneven

pytestmark = pytest.mark.django_db(transaction=True)


def cup(make_event: EventMaker, players: int, rounds: int = 1) -> Event:
    """A knock-out whose first round is planned and published, or played so far."""
    event = make_event(Stage("cup", "knockout", 1), play="points", uneven=Uneven("byes"))
    event.do(c.OpenRegistration()).enter(*(f"p{n:02}" for n in range(players)))
    event.do(c.StartTournament())
    seed = event.seed
    for _ in range(2):
        event.do(lambda state: next_plan(state, "cup", seed))
    return event.do(c.PublishPairings(1, 1))


def test_a_newcomer_has_a_no_shows_place_in_three_taps(make_event: EventMaker):
    event = cup(make_event, 16)
    desk = Browser(event, event.account)
    seats = event.state.rounds[1].plan.tables[0].seats
    # One: the name on the desk. Two: the button there, the name typed before it.
    link = re.search(rf'href="([^"]+/{seats[2]}/)"', desk.read())
    assert link is not None
    path = link[1].removeprefix(desk.base)
    assert "Did not come" in desk.read(path)
    desk.send(f"{path}place/", person="new", name="Neue Frau")
    state = event.state
    new = state.rounds[1].plan.tables[0].seats[2]
    assert state.entries[new].person.name == "Neue Frau"
    assert state.entries[seats[2]].status == "withdrawn"
    assert state.rounds[1].published == state.rounds[1].plan.edition == 2
    # Three: play.
    desk.tap("Start the round")
    assert event.state.rounds[1].status == "started"
    assert "Did not come" not in desk.read(path)


def test_who_waits_is_let_in_for_the_place(make_event: EventMaker):
    event = make_event(Stage("cup", "knockout", 1), play="points", capacity=8)
    event.do(c.OpenRegistration()).enter(*(f"p{n}" for n in range(9)))
    event.do(c.StartTournament())
    seed = event.seed
    event.do(lambda state: next_plan(state, "cup", seed))
    desk = Browser(event, event.account)
    assert event.state.entries["p8"].status == "waiting"
    desk.send("desk/players/p3/place/", person="p8")
    assert event.state.entries["p8"].status == "registered"
    assert "p8" in event.state.stages["cup"]
    assert "p3" not in event.state.stages["cup"]


def test_nobody_but_organisers_gives_a_place_away(make_event: EventMaker, cast):
    event = cup(make_event, 16)
    for role in ("referee", "scorer", "player"):
        browser = Browser(event, cast[role])
        answer = browser.client.post(f"{browser.base}desk/players/p03/place/", {"person": "new"})
        assert answer.status_code == 403
    assert event.state.rounds[1].plan.edition == 1


def test_tables_that_are_ready_are_played_early_beside_the_round_that_is_on(
    make_event: EventMaker,
):
    event = cup(make_event, 22)
    desk = Browser(event, event.account)
    desk.tap("Start the round")
    assert "Pair tables that are ready early" not in desk.read()
    key = {one.key: one.table for one in event.state.rounds[1].plan.tables}
    event.do(c.TakeResult(1, key["P1.1"], None, POINTS))
    assert "Pair tables that are ready early" in desk.read()
    desk.tap("Pair tables that are ready early")
    early = [one.key for one in event.state.rounds[2].plan.tables]
    assert early
    assert not {"P1.2", "P1.3"} & set(early)
    desk.tap("Publish the pairings")
    desk.tap("Start the round")
    assert [one.status for one in event.state.rounds.values()] == ["started", "started"]
    page = desk.read()
    assert 'id="round-title-1"' in page
    assert 'id="round-title-2"' in page


def test_an_early_round_can_be_paired_again(make_event: EventMaker):
    event = cup(make_event, 22)
    desk = Browser(event, event.account)
    desk.tap("Start the round")
    key = {one.key: one.table for one in event.state.rounds[1].plan.tables}
    event.do(c.TakeResult(1, key["P1.1"], None, POINTS))
    desk.tap("Pair tables that are ready early")
    before = event.state.rounds[2].plan
    desk.tap("Pair this round again")
    assert event.state.rounds[2].plan.tables == before.tables
    assert event.state.rounds[2].plan.edition == 2


def test_who_is_there_on_a_league_date_is_ticked_at_the_desk(make_event: EventMaker):
    event = make_event(Stage("season", "league", 3), play="points")
    event.do(c.OpenRegistration()).enter(*"abcdefghij").do(c.StartTournament())
    event.do(*(c.CheckIn(one) for one in "abcdefgh"))
    desk = Browser(event, event.account)
    page = desk.read()
    ticked = re.findall(r'name="present" value="(\w+)"( checked)?', page)
    assert {entry for entry, on in ticked if on} == set("abcdefgh")
    assert {entry for entry, _ in ticked} == set("abcdefghij")
    step = "plan_round:season:1:"
    desk.send("desk/step/", step=step, named="yes", present=list("acegij"))
    plan = event.state.rounds[1].plan
    seated = {one for table in plan.tables for one in table.seats}
    assert seated | set(plan.sitting_out) == set("acegij")
    again = re.findall(r'name="present" value="(\w+)"( checked)?', desk.read())
    assert {entry for entry, on in again if on} == set("acegij")
    desk.send("desk/step/", step="plan_again:season:1:", named="yes", present=list("abcd"))
    (table,) = event.state.rounds[1].plan.tables
    assert set(table.seats) == set("abcd")
    answer = desk.send("desk/step/", step="plan_again:season:1:", named="yes")
    assert 'class="message error' in answer or "code-" in answer
    assert len(event.state.rounds[1].plan.tables) == 1
