"""The page of a bracket: a picture, the same as a list, and nothing that is not public yet."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client

from tests.tournaments.conftest import Event, EventMaker
from tournaments.domain import commands as c
from tournaments.domain.parts import Person, Result
from tournaments.domain.stages import next_plan
from tournaments.domain.terms import Stage
from tournaments.pages.brackets import shortened

pytestmark = pytest.mark.django_db
NAMES = ("渡辺", "Ólafur", "<b>Bo</b>", "محمد", "🀄 Red", "李雷", "Анна", "Ben")


@pytest.fixture
def cup(make_event: EventMaker) -> Event:
    """Eight players and their seeds, nothing planned yet."""
    event = make_event(Stage("cup", "knockout", 1))
    event.do(c.OpenRegistration())
    event.do(*(c.AddEntry(f"p{n}", Person(name)) for n, name in enumerate(NAMES)))
    return event.do(c.StartTournament())


@pytest.fixture
def english() -> Client:
    """A browser that asks for English."""
    return Client(headers={"accept-language": "en"})


def address(event: Event, number: int = 1) -> str:
    return f"/events/{event.tournament.pk}/bracket/{number}/"


def planned(event: Event) -> Event:
    event.do(lambda state: next_plan(state, "cup", event.seed))
    return event.do(lambda state: next_plan(state, "cup", event.seed))


def played(event: Event) -> Event:
    number = len(event.state.rounds)
    event.do(c.PublishPairings(number, 1), c.StartRound(number, 1, 0))
    for table in event.state.rounds[number].tables:
        event.do(c.TakeResult(number, table, None, Result((30, 10, -10, -30), (), "organiser")))
    return event.do(c.ConfirmRound(number))


def test_before_the_draw_the_page_says_so(cup: Event, english: Client):
    page = english.get(address(cup))
    assert page.status_code == 200
    assert "The bracket is drawn once" in page.content.decode()


def test_the_picture_and_the_list_have_every_name_as_it_was_typed(cup: Event, english: Client):
    page = english.get(address(planned(cup))).content.decode()
    assert page.count("<svg") >= 1
    for name in ("渡辺", "Ólafur", "&lt;b&gt;Bo&lt;/b&gt;", "محمد", "🀄 Red"):
        assert f"<bdi>{name}</bdi>" in page
        assert page.count(name) >= 3
    assert "<b>Bo" not in page
    assert "Winner of M1.1" in page


def test_tables_of_the_day_are_shown_once_they_are_published(cup: Event, english: Client):
    page = english.get(address(planned(cup))).content.decode()
    assert "round 1, table 1" not in page
    played(cup)
    assert "round 1, table 1" in english.get(address(cup)).content.decode()


def test_the_champion_and_who_went_on_are_told_in_words_too(cup: Event, english: Client):
    played(planned(cup))
    cup.do(lambda state: next_plan(state, "cup", cup.seed))
    page = english.get(address(played(cup))).content.decode()
    assert page.count("goes on") == 5
    assert 'class="podium"' in page


def test_whoever_changes_a_result_is_told_what_rests_on_it(cup: Event, english: Client):
    played(planned(cup))
    cup.do(lambda state: next_plan(state, "cup", cup.seed))
    cup.do(c.ReopenRound(1, "typed wrongly", despite_dependents=True))
    english.force_login(cup.account)
    points = {f"points_{place}": value for place, value in enumerate((-30, -10, 10, 30))}
    path = f"/events/{cup.tournament.pk}/desk/rounds/1/tables/1/result/"
    page = english.post(path, points, follow=True).content.decode()
    assert "instead of" in page
    assert "Pair round 2 again." in page
    cup.do(c.ConfirmRound(1), lambda state: next_plan(state, "cup", cup.seed))
    cup.do(c.PublishPairings(2, 2), c.StartRound(2, 2, 0))
    cup.do(c.ReopenRound(1, "again", despite_dependents=True))
    turned = {place: -value for place, value in points.items()}
    assert "to be played again" in english.post(path, turned, follow=True).content.decode()
    assert "instead of" not in english.post(path, turned, follow=True).content.decode()


@pytest.mark.parametrize(
    ("language", "word"), [("zh-hans", "对阵表"), ("zh-hant", "對陣表"), ("en", "Bracket")]
)
def test_in_the_readers_language(cup: Event, client: Client, language: str, word: str):
    page = client.get(address(cup), headers={"accept-language": language})
    assert word in page.content.decode()


def test_a_large_bracket_takes_few_queries(
    make_event: EventMaker, client: Client, django_assert_max_num_queries: Callable[..., object]
):
    event = make_event(Stage("cup", "double_elimination", 1))
    event.do(c.OpenRegistration()).enter(*(f"p{n}" for n in range(40)))
    planned(event.do(c.StartTournament()))
    client.get(address(event))
    with django_assert_max_num_queries(12):
        client.get(address(event))


@pytest.mark.parametrize("number", [0, 2, 99])
def test_a_stage_that_is_no_bracket_has_no_page(cup: Event, client: Client, number: int):
    assert client.get(address(cup, number)).status_code == 404


def test_a_draft_is_not_shown(make_event: EventMaker, client: Client):
    event = make_event(Stage("cup", "knockout", 1))
    assert client.get(address(event)).status_code in (302, 404)


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("渡辺直美渡辺直美", "渡辺直美渡辺直美"),
        ("渡辺直美渡辺直美渡辺", "渡辺直美渡辺直美…"),
        ("Bartholomew Featherstonehaugh", "Bartholomew Feat…"),
        ("0123456789012345👩‍👩‍👧", "0123456789012345…"),
    ],
)
def test_long_names_are_cut_where_they_do_not_fit(name: str, shown: str):
    assert shortened(name) == shown
