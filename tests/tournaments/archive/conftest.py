"""Events that are over, to make archives of."""

from __future__ import annotations

import pytest

from engine.play.match import Length
from tables.demo import play_out
from tables.review.looks import look_note
from tests.tournaments.conftest import CLUB, Event, EventMaker, only_event
from tests.tournaments.play.test_keeping_up import begin, matches, ms
from tests.worlds import World
from tournaments.archive.exporting import Archive, archive_make
from tournaments.domain import commands as c
from tournaments.domain.next_standings import published_lines
from tournaments.play.keeping_up import keep_up


def played_through(event: Event, players: int = 8) -> Event:
    """One round of guests at live tables, looks at hidden tiles, a penalty, and two editions of its
    standings."""
    begin(event, players=players)
    keep_up(event.tournament.pk)
    for match in matches(event):
        look_note(account=event.account, table=match.pk, hand=1, what="live")
        play_out(match)
    keep_up(event.tournament.pk)
    event.do(c.ConfirmRound(1), publish(None), c.GivePenalty("y", "p0", 1, None, "late", 3))
    event.do(publish(ms(event.tournament.created_at)))
    return event.do(c.MakeOfficial("main", 1), c.FinishTournament())


def publish(until: int | None):
    """Publish the standings after round 1 as they are now."""
    return lambda state: c.PublishStandings("main", 1, published_lines(state, "main", 1), until)


_OVER: list[World] = []


@pytest.fixture
def event(make_event: EventMaker) -> Event:
    """An event that is over: two tables, one hand each. Where nothing else is there, it is played
    once, and put back for each test."""

    def play() -> Event:
        return played_through(make_event(length=Length("hands", 1)))

    if not CLUB.is_all_there():
        return play()
    if not _OVER:
        _OVER.append(World(play, on=CLUB))
    _OVER[0]()
    return only_event()


@pytest.fixture
def archive(event: Event) -> Archive:
    """Its archive."""
    return archive_make(event.tournament)
