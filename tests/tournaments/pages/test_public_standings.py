"""Standings and results of an event as everybody reads them, down to hands and who sat there."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from engine.play.match import Length
from tables.demo import play_out
from tests.tournaments.conftest import Event, EventMaker
from tests.tournaments.domain.desk import MINUTE
from tests.tournaments.pages.reading import (
    HANDS,
    POINTS,
    of_eight,
    planned,
    play,
    read,
    reader,
    status,
    words,
)
from tests.tournaments.play.test_keeping_up import begin, matches
from tournaments.domain import commands as c
from tournaments.domain.next_standings import published_lines
from tournaments.domain.parts import Hand, Person, Result
from tournaments.domain.terms import Stage
from tournaments.play.keeping_up import keep_up

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def event(make_event: EventMaker) -> Event:
    return of_eight(make_event)


def test_standings_show_movement_penalties_and_what_is_not_counted(event: Event):
    play(event, 1, "abcd", "efgh").do(c.ConfirmRound(1))
    play(event, 2, "dcba", "hgfe", result=Result((50, 10, -20, -40), (), "organiser"))
    event.do(c.GivePenalty("one", "a", 2, "late", "secret words of the referee"))
    page = read(event, "standings/")
    rows = {k: words(v) for k, v in re.findall(r'<tr id="p-(\w)">(.*?)</tr>', page, re.S)}
    assert rows["d"].startswith("1 =")
    assert "up 6" in rows["d"]
    assert "−5 · −1" in rows["a"]
    assert "Not counted" in words(page)
    assert "secret words" not in page + read(event, "players/a/") + read(event, "results/2/")


def test_where_a_tie_break_decided_the_line_says_which_and_why(event: Event):
    event.do(planned("abcd", "efgh"))
    event.do(c.PublishPairings(1, 1), c.StartRound(1, 1, 0), c.TakeResult(1, 1, None, POINTS))
    event.do(c.TakeResult(1, 2, None, Result((40, 10, -10, -40), (), "organiser")))
    row = re.search(r'<tr id="p-a">(.*?)</tr>', read(event, "standings/"), re.S)
    assert row is not None
    assert "Game points decided: +30, against +40 of \u2068Name e\u2069" in words(row[1])


def by_hands(*hands: tuple[int, int]) -> Result:
    """Hands as (winner, tai); whoever wins the first one gets 30, the rest is evened out."""
    known = [Hand(n, (0, 0, 0, 0), winner, tai) for n, (winner, tai) in enumerate(hands, 1)]
    return Result(POINTS.points, (replace(known[0], points=POINTS.points), *known[1:]), "scorer")


TIE_BREAKS = {
    "wins": (by_hands((0, 2), (0, 2)), by_hands((0, 2), (1, 2)), "Hands won decided: 1, against 2"),
    "best_hand": (by_hands((0, 5)), by_hands((0, 3)), "Best hand decided: 3, against 5"),
    "firsts": (POINTS, POINTS, "Tables won decided: 0, against 1"),
    "lot": (POINTS, POINTS, "Lot decided, against"),
}


@pytest.mark.parametrize("criterion", TIE_BREAKS)
def test_every_tie_break_is_explained_where_it_decided(make_event: EventMaker, criterion: str):
    first, second, told = TIE_BREAKS[criterion]
    ties = {"tie_breaks": ("table_points", criterion)}
    if criterion == "firsts":
        ties["table_points"] = (4, 4, 1, 0)
    event = make_event(Stage("main", "swiss", 3), play="points", **ties)
    event.do(c.OpenRegistration()).enter(*"abcdefgh").do(c.StartTournament())
    event.do(planned("abcd", "efgh"), c.PublishPairings(1, 1), c.StartRound(1, 1, 0))
    event.do(c.TakeResult(1, 1, None, first), c.TakeResult(1, 2, None, second))
    event.do(c.OpenSeed(event.seed))
    assert told.lower() in words(read(event, "standings/")).lower()


def publish(event: Event, after: int) -> Event:
    lines = published_lines(event.state, "main", after)
    return event.do(c.PublishStandings("main", after, lines, 1))


def test_published_standings_stay_and_a_correction_shows_the_difference(event: Event):
    publish(play(event, 1, "abcd", "efgh").do(c.ConfirmRound(1)), 1)
    shown = words(read(event, "standings/"))
    assert "Provisional" in shown
    assert re.search(r"Objections go to a referee or the organiser, until \d{4}-\d\d-\d\d", shown)
    event.do(c.ReopenRound(1, "typed wrongly", True))
    event.do(c.TakeResult(1, 1, None, Result((10, 30, -10, -30), (), "organiser")))
    assert "not published yet" in words(read(event, "standings/"))
    publish(event.do(c.ConfirmRound(1)), 1)
    event.do(c.MakeOfficial("main", 1))
    first, second = read(event, "standings/1/1/1/"), read(event, "standings/1/1/2/")
    assert "<del>" not in first
    row = re.search(r'<tr class="changed">(?:(?!</tr>).)*Name a</bdi>.*?</tr>', second, re.S)
    assert row is not None
    assert "<del>30</del> <ins>10</ins>" in row[0]
    assert "official" in words(second)
    assert status(event, "standings/1/1/3/") == 404
    assert status(event, "standings/2/") == 404


def test_a_player_opens_down_to_hands_and_to_who_sat_for_them(event: Event):
    event.do(c.AddEntry("sub", Person("Sub", "stand_in")))
    event.do(planned("abcd", "efgh"), c.PublishPairings(1, 1), c.StartRound(1, 1, 0))
    event.do(c.TakeSeat(1, 1, 0, "sub", "stand_in", None, 2, "drop_out"))
    event.do(c.TakeResult(1, 1, None, HANDS))
    page = words(read(event, "players/a/"))
    assert "Round 1 · Table 1 · East" in page
    assert "hand 1: Name a" in page
    assert "from hand 2: Sub plays for nobody" in page
    assert "2 hands" in page
    assert "Name a 2 +11" in page
    assert "not for this player" in page
    assert status(event, "players/nobody/") == 404


def test_a_round_that_was_dropped_and_a_lifted_penalty_stay_in_view(event: Event):
    play(event, 1, "abcd", "efgh").do(c.ConfirmRound(1))
    play(event, 2, "dcba", "hgfe")
    event.do(c.GivePenalty("one", "a", 2, "late", "x"), c.LiftPenalty("one", "y"))
    page = words(read(event, "players/a/"))
    assert page.count("dropped, does not count") == 1
    assert "lifted, counts no more" in page


def test_live_tables_are_watched_and_finished_ones_seen_again_hand_by_hand(
    make_event: EventMaker,
):
    event = make_event(length=Length("hands", 2), round_ms=60 * MINUTE)
    begin(event)
    keep_up(event.tournament.pk)
    one, _two = matches(event)
    assert f'href="/tables/{one.pk}/"' in read(event, "tables/")
    play_out(one)
    keep_up(event.tournament.pk)
    page = read(event, "tables/")
    assert f'href="/tables/{one.pk}/replay/"' in page
    entry = event.state.rounds[1].tables[1].ledger[0][0].person
    links = re.findall(rf"/tables/{one.pk}/replay/(\d+)/", read(event, f"players/{entry}/"))
    dealt = [line.version for line in _dealt(one)]
    assert [int(step) for step in links] == dealt
    assert len(dealt) == 2
    assert reader().get(f"/tables/{one.pk}/replay/{dealt[1]}/").status_code == 200


def _dealt(match):
    from tables.models import Event as LogLine

    return LogLine.objects.filter(stream=match.pk, type="HandDealt").order_by("version")


def test_points_of_a_running_match_wait_as_long_as_spectators_do(make_event: EventMaker):
    event = make_event(length=Length("hands", 2), spectator_delay=2)
    begin(event)
    keep_up(event.tournament.pk)
    one = matches(event)[0]
    type(one).objects.filter(pk=one.pk).update(points=[12345, -12345, 0, 0], hand=2)
    assert "12345" not in read(event, "tables/") + read(event, "screen/")


def test_results_name_the_table_points_and_who_really_played(event: Event):
    event.do(c.AddEntry("sub", Person("Sub", "stand_in")))
    event.do(planned("abcd", "efgh"), c.PublishPairings(1, 1), c.StartRound(1, 1, 0))
    event.do(c.TakeSeat(1, 1, 0, "sub", "substitute", "a", 1, "no_show"))
    event.do(c.TakeResult(1, 1, None, POINTS))
    page = words(read(event, "results/"))
    assert "1 of 2 results are in" in page
    assert "1 Name a played by Sub +30 4" in page
    assert "no result yet" in page
