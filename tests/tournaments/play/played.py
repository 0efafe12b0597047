"""Events whose matches were played, for tests of what comes afterwards."""

from __future__ import annotations

from engine.play.match import Length
from tables.demo import play_out
from tests.tournaments.conftest import Event, EventMaker
from tests.tournaments.play.test_keeping_up import begin, matches
from tournaments.play.keeping_up import keep_up


def one_table_played(make_event: EventMaker) -> Event:
    """One table that was played to its end; its round waits to be confirmed."""
    event = begin(make_event(length=Length("hands", 1)), players=4)
    keep_up(event.tournament.pk)
    for match in matches(event):
        play_out(match)
    keep_up(event.tournament.pk)
    return event
