"""At the desk one tap takes out who is expelled, or keeps them with a reason."""

from __future__ import annotations

import pytest
from django.utils import timezone

from tests.tournaments.conftest import Event, EventMaker
from tests.tournaments.domain.desk import MINUTE, POINTS
from tests.tournaments.pages.test_desk import Browser
from tournaments.autopilot import steps_take
from tournaments.domain import commands as c
from tournaments.domain.parts import Result
from tournaments.domain.stages import next_plan
from tournaments.domain.terms import Stage
from tournaments.jobs.due import rounds_start

pytestmark = pytest.mark.django_db(transaction=True)
CODE = "code-expulsion_open"


def expel(event: Event, *entries: str) -> None:
    for entry in entries:
        by = {"kind": "expulsion", "ruling": f"r-{entry}"}
        event.do(c.GivePenalty(f"x-{entry}", entry, 1, None, "fraud", **by))


@pytest.fixture
def event(make_event: EventMaker) -> Event:
    """One round is played and confirmed, and two of its eight players are expelled by rulings."""
    made = make_event(Stage("main", "swiss", 3), play="points", round_ms=60 * MINUTE)
    made.do(c.OpenRegistration()).enter(*(f"p{n}" for n in range(8))).do(c.StartTournament())
    made.do(lambda state: next_plan(state, "main", made.seed))
    made.do(c.PublishPairings(1, 1), c.StartRound(1, 1, 0))
    for table in (1, 2):
        made.do(c.TakeResult(1, table, None, Result(POINTS.points, (), "organiser")))
    made.do(c.ConfirmRound(1))
    expel(made, "p0", "p1")
    return made


def test_one_tap_takes_out_and_one_keeps(event: Event) -> None:
    desk = Browser(event, event.account)
    page = desk.read()
    assert page.count("nobody is paired with them until you decide") == 2
    assert "Take them out, or keep them and say why" in page
    assert CODE in desk.tap("Pair the next round")
    assert CODE not in desk.tap("Take out who is expelled · Name p1")
    assert event.state.entries["p1"].status == "withdrawn"
    assert event.state.entries["p0"].status == "registered"
    assert "code-empty" in desk.send("desk/expelled/keep/", penalty="x-p0", reason=" ")
    desk.send("desk/expelled/keep/", penalty="x-p0", reason="The panel asked for it")
    assert event.state.penalties["x-p0"].kept == "The panel asked for it"
    assert "nobody is paired with them" not in desk.read()
    assert "The panel asked for it" in desk.read("desk/penalties/")
    desk.tap("Pair the next round")
    assert 2 in event.state.rounds


def test_nothing_pairs_or_starts_by_itself_meanwhile(event: Event) -> None:
    now = timezone.now()
    at = int(now.timestamp() * 1000)
    steps_take(event.tournament, now)
    assert 2 not in event.state.rounds
    event.do(c.KeepExpelled("x-p0", "So"), c.KeepExpelled("x-p1", "So"))
    event.do(lambda state: next_plan(state, "main", event.seed))
    event.do(c.PublishPairings(2, 1), c.ScheduleRound(2, at - 1_000))
    expel(event, "p2")
    assert rounds_start(event.tournament.pk, now) == []
    steps_take(event.tournament, now)
    assert event.state.rounds[2].status == "planned"
    assert event.state.entries["p2"].status == "registered"
    assert "waits for your decision" in Browser(event, event.account).read()
    event.do(c.KeepExpelled("x-p2", "So"))
    assert rounds_start(event.tournament.pk, now)
    assert event.state.rounds[2].status == "started"
