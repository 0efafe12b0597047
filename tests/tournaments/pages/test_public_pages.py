"""What everybody reads of an event: its terms, pairings, standings, tables, results and players."""

from __future__ import annotations

import json
import re

import pytest

from tests.tournaments.conftest import Event, EventMaker
from tests.tournaments.pages.reading import of_eight, planned, play, read, reader, status, words
from tournaments.domain import commands as c
from tournaments.domain.parts import Person, Result
from tournaments.domain.terms import Stage

pytestmark = pytest.mark.django_db(transaction=True)
EVERYWHERE = ("", "rounds/", "standings/", "tables/", "results/", "screen/")


@pytest.fixture
def event(make_event: EventMaker) -> Event:
    return of_eight(make_event)


def test_terms_stand_there_in_plain_words(event: Event):
    page = words(read(event))
    for text in ("4 – 2 – 1 – 0", "Swiss rounds", "3 rounds", "late at the table", "60 minutes",
                 "all but the worst one", "With real tiles; only the final points"):  # fmt: skip
        assert text in page, text
    assert event.state.commitment in page


def test_names_are_sorted_as_readers_expect_and_kept_apart(make_event: EventMaker):
    event = make_event().do(c.OpenRegistration())
    for key, name in (("w", "王五"), ("l", "李四"), ("o", "Ólafur"), ("a", "anna"), ("m", "محمد")):
        event.do(c.AddEntry(key, Person(name)))
    page = read(event)
    found = re.findall(r'/players/(\w+)/"><bdi>', page)
    assert found == ["a", "l", "o", "w", "m"]
    assert "<bdi>محمد</bdi>" in page


def test_markup_in_a_name_is_text(make_event: EventMaker):
    event = make_event().do(c.OpenRegistration(), c.AddEntry("x", Person("<b>Bo</b>")))
    assert "&lt;b&gt;Bo&lt;/b&gt;" in read(event)


def test_entering_and_leaving_is_offered_to_those_who_may(make_event: EventMaker, cast):
    event = make_event(entry_by="open").do(c.OpenRegistration())
    assert "Log in to enter" in read(event)
    player = cast["player"]
    assert "Enter this event" in read(event, account=player)
    reader(player).post(f"/events/{event.tournament.pk}/enter/")
    page = read(event, account=player)
    assert "Enter this event" not in page
    assert "Withdraw from this event" in page


def test_an_event_for_members_is_entered_by_members_alone(make_event: EventMaker, cast):
    event = make_event(entry_by="invitation").do(c.OpenRegistration())
    assert "Enter this event" in read(event, account=cast["player"])
    assert "Enter this event" not in read(event, account=cast["visitor"])
    enter = f"/events/{event.tournament.pk}/enter/"
    assert reader(cast["visitor"]).post(enter).status_code == 403
    assert event.state.entries == {}
    reader(cast["player"]).post(enter)
    assert len(event.state.entries) == 1


def test_a_plan_in_the_making_is_shown_nowhere(event: Event):
    event.do(planned("abcd", "efgh"))
    for path in EVERYWHERE:
        assert "Table 1" not in words(read(event, path)), path
    for path in ("rounds/1/", "rounds/1/tables/1/", "rounds/1/tables/1/why/", "results/1/",
                 "files/rounds/1/pairings.pdf", "files/rounds/1/cards.pdf"):  # fmt: skip
        assert status(event, path) in (302, 403, 404), path
    assert "Name a" not in read(event, "files/pairings.csv")


def test_a_newer_plan_in_the_making_does_not_show_through_the_published_one(event: Event):
    event.do(planned("abcd", "efgh"), c.PublishPairings(1, 1), c.SwapSeats(1, 1, "a", "h"))
    page = words(read(event, "rounds/1/"))
    assert "Table 1 East Name a" in page
    assert "Editions" not in page
    assert status(event, "rounds/1/tables/1/why/") in (302, 404)
    assert "Table 1 about to begin East Name a" in words(read(event, "rounds/1/tables/1/"))
    assert "a" in json.loads(read(event, "files/pairings.json"))["rows"][0]["east_entry"]


def test_each_published_edition_can_be_read_and_shows_what_it_changed(event: Event):
    event.do(planned("abcd", "efgh"), c.PublishPairings(1, 1), c.SwapSeats(1, 1, "a", "h"))
    event.do(c.PublishPairings(1, 2))
    second = words(read(event, "rounds/1/"))
    assert "East Name h ↻ was: table 2, North" in second
    assert "North Name a ↻ was: table 1, East" in second
    assert second.count("↻ was") == 2
    first = words(read(event, "rounds/1/?edition=1"))
    assert "East Name a" in first
    assert "This edition was replaced by a later one." in first
    assert status(event, "rounds/1/?edition=3") == 404


def test_pairings_that_were_taken_back_stay_readable_and_say_so(event: Event):
    event.do(planned("abcd", "efgh"), c.PublishPairings(1, 1), c.DropPlan(1))
    assert "were taken back" in words(read(event, "rounds/1/"))
    assert status(event, "rounds/1/tables/1/") == 404


def test_nobody_but_the_club_sees_a_clubs_own_event(make_event: EventMaker, cast):
    event = make_event(Stage("main", "swiss", 3), play="points", visibility="club")
    event.do(c.OpenRegistration()).enter(*"abcdefgh").do(c.StartTournament())
    play(event, 1, "abcd", "efgh")
    more = ("rounds/1/", "rounds/1/tables/1/", "results/1/", "standings/1/", "players/a/",
            "files/results.csv", "files/rounds/1/results.pdf", "files/standings/1.pdf")  # fmt: skip
    for path in (*EVERYWHERE, *more):
        assert status(event, path) == 302, path
        assert status(event, path, cast["visitor"]) == 404, path
        assert status(event, path, cast["player"]) == 200, path


def test_a_draft_shows_nothing_to_anybody_else(make_event: EventMaker, cast):
    event = make_event()
    for path in EVERYWHERE:
        assert status(event, path, cast["player"]) == 404, path
        assert status(event, path, cast["organiser"]) == 200, path


@pytest.mark.parametrize(
    ("language", "pairings", "standings"),
    [("zh-hans", "分桌", "排名"), ("zh-hant", "分桌", "排名"), ("en", "Pairings", "Standings")],
)
def test_in_the_readers_language(event: Event, language: str, pairings: str, standings: str):
    play(event, 1, "abcd", "efgh")
    page = reader(language=language).get(f"/events/{event.tournament.pk}/").content.decode()
    assert pairings in page
    assert standings in page


def test_the_seed_is_shown_once_it_is_open_and_fits_the_commitment(event: Event):
    assert event.seed not in read(event)
    event.do(c.OpenSeed(event.seed))
    page = read(event)
    assert f"bytes.fromhex(&#x27;{event.seed}&#x27;)" in page or event.seed in page


def test_changes_are_told_in_one_place_that_is_never_replaced(event: Event):
    play(event, 1, "abcd", "efgh")
    for path in ("", "rounds/", "standings/", "tables/", "results/", "players/a/"):
        page = read(event, path)
        assert page.count("aria-live") == 1, path
        assert '<p id="news" class="visually-hidden" aria-live="polite"' in page


def test_what_is_kept_for_one_reader_is_not_shown_in_the_language_of_another(event: Event):
    play(event, 1, "abcd", "efgh")
    address = f"/events/{event.tournament.pk}/standings/"
    for language, word in (("en", "Game points"), ("zh-hans", "比赛分"), ("en", "Game points")):
        assert word in reader(language=language).get(address).content.decode()


def test_results_name_the_points_that_came_in_a_moment_ago(event: Event):
    play(event, 1, "abcd", "efgh")
    assert "+77" not in read(event, "results/")
    event.do(c.TakeResult(1, 1, None, Result((77, 0, 0, -77), (), "organiser")))
    assert "+77" in read(event, "results/")
