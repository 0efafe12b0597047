"""Round 1 is corrected during round 4 with several sockets open: all of them get the news."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.utils import timezone

from tests.tables.live.site import Server, Site
from tests.tournaments.conftest import Event, club_make
from tests.tournaments.domain.desk import MINUTE, terms
from tests.tournaments.live.test_event_socket import Line, line
from tournaments import services
from tournaments.correcting import with_editions
from tournaments.domain import commands as c
from tournaments.domain.next_lines import published_lines
from tournaments.domain.parts import Result, Seating
from tournaments.domain.terms import Details, Stage

POINTS = Result((30, 10, -10, -30), (), "organiser")
TURNED = Result((-30, -10, 10, 30), (), "organiser")
ROUNDS = (("abcd", "efgh"), ("aebf", "cgdh"), ("afch", "bedg"), ("agbh", "cedf"))


@pytest.fixture
def event(site: Site) -> Event:
    """Three rounds confirmed and published, the fourth being played."""
    club, cast = club_make()
    chosen = terms(Stage("main", "swiss", 4), play="points", round_ms=60 * MINUTE)
    tournament = services.tournament_create(
        club=club, account=cast["owner"], details=Details("Spring cup"), terms=chosen
    )
    made = Event(tournament, cast["owner"]).do(c.OpenRegistration()).enter(*"abcdefgh")
    made.do(c.StartTournament())
    for number, tables in enumerate(ROUNDS, 1):
        seatings = tuple(Seating(n, tuple(seats)) for n, seats in enumerate(tables, 1))
        made.do(c.PlanRounds((c.RoundPlan(number, "main", seatings),)))
        made.do(c.PublishPairings(number, 1), c.StartRound(number, 1, 0))
        if number < 4:
            made.do(*(c.TakeResult(number, n, None, POINTS) for n in (1, 2)))
            made.do(c.ConfirmRound(number))
            lines = published_lines(made.state, "main", number)
            made.do(c.PublishStandings("main", number, lines))
    return made


def correct(event: Event) -> Any:
    command = c.CorrectResult("m1", 1, 1, None, TURNED, reason="typed upside down")
    return services.tournament_do(
        tournament=event.tournament,
        account=event.account,
        command=lambda state: with_editions(state, (command,), timezone.now()),
    )


def test_everybody_who_follows_the_event_hears_of_it_at_once(event: Event, server: Server):
    async def scenario() -> None:
        async with AsyncExitStack() as stack:
            lines: list[Line] = [
                await stack.enter_async_context(line(server, event)) for _n in range(5)
            ]
            for one in lines:
                await one.say(type="hello", protocol=1)
                assert (await one.hear())["type"] == "welcome"
            receipt = await sync_to_async(correct)(event)
            for one in lines:
                news = await one.hear()
                assert news["version"] == receipt.version
                assert {"results", "standings", "bracket", "disputes"} <= set(news["areas"])

    asyncio.run(scenario())
    state = event.state
    assert state.rounds[4].status == "started"
    assert state.rounds[4].plan.tables[0].seats == tuple(ROUNDS[3][0])
    assert [one.ref for one in state.corrections["m1"].open_effects] == ["2", "3", "4"]
    newest = {one.standings.after_round: one.standings.edition for one in state.standings}
    assert newest == {1: 2, 2: 2, 3: 2}


def test_whoever_was_away_hears_of_it_when_they_come_back(event: Event, server: Server):
    async def scenario() -> None:
        async with line(server, event) as one:
            await one.say(type="hello", protocol=1)
            since = (await one.hear())["version"]
        await sync_to_async(correct)(event)
        async with line(server, event) as again:
            await again.say(type="hello", protocol=1, since=since)
            welcome = await again.hear()
            assert welcome["version"] > since
            assert "standings" in welcome["areas"]

    asyncio.run(scenario())
