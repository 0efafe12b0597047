"""A round confirmed with results that are then corrected at the desk."""

from __future__ import annotations

from tests.tournaments.conftest import Event, EventMaker
from tests.tournaments.pages.reading import play
from tests.tournaments.pages.test_desk import Browser
from tournaments.domain import commands as c
from tournaments.domain.terms import Stage

SWISS = Stage("main", "swiss", 3)
LAST = Stage("last", "final", 1, "top_of_standings", 4, 0)
TURNED = {"points_0": -30, "points_1": -10, "points_2": 10, "points_3": 30}


def begun(make_event: EventMaker, *stages: Stage, **terms: object) -> Event:
    """Eight players, round 1 played at two tables and confirmed, points only."""
    event = make_event(*(stages or (SWISS,)), play="points", **terms)
    event.do(c.OpenRegistration()).enter(*"abcdefgh").do(c.StartTournament())
    play(event, 1, "abcd", "efgh").do(c.ConfirmRound(1))
    return event


def correct(browser: Browser, **more: object) -> str:
    return browser.send(
        "desk/rounds/1/tables/1/result/correct/", **TURNED, reason="typed upside down", **more
    )
