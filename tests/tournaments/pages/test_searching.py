"""Long lists are searched by name: on the server, in any script, by pinyin and initials."""

from __future__ import annotations

import re

import pytest

from tests.tournaments.conftest import Event, EventMaker
from tests.tournaments.domain.desk import POINTS
from tests.tournaments.pages.reading import play, read, reader
from tournaments.domain import commands as c
from tournaments.domain.parts import Person, Seating
from tournaments.domain.terms import Stage

pytestmark = pytest.mark.django_db(transaction=True)
NAMES = ("张三丰", "張無忌", "李四", "Ólafur Jónsson", "渡辺 直美", "محمد علي", "Zoe", "<b>Bo</b>",
         "曾六")  # fmt: skip
PAGES = ("", "standings/", "desk/players/")


@pytest.fixture
def event(make_event: EventMaker) -> Event:
    event = make_event(Stage("main", "swiss", 2), play="points")
    event.do(c.OpenRegistration())
    for entry, name in zip("abcdefghi", NAMES, strict=True):
        event.do(c.AddEntry(entry, Person(name)))
    event.do(c.StartTournament(), c.PlanRounds((plan(),)))
    event.do(c.PublishPairings(1, 1), c.StartRound(1, 1, 0))
    return event


def plan() -> c.RoundPlan:
    tables = (Seating(1, tuple("abcd")), Seating(2, tuple("efgh")))
    return c.RoundPlan(1, "main", tables, sitting_out=("i",))


def found(event: Event, path: str, asked: str) -> list[str]:
    """Names in the list of a page that was searched."""
    answer = reader(event.account).get(f"/events/{event.tournament.pk}/{path}", {"q": asked})
    assert answer.status_code == 200
    page = answer.content.decode()
    inside = {"": r'<ul class="names">(.*?)</ul>', "standings/": r"<tbody>(.*?)</tbody>",
              "desk/players/": r'<ul class="entries">(.*?)</ul>'}[path]  # fmt: skip
    lists = " ".join(re.findall(inside, page, re.S))
    names = re.findall(r"<bdi>(.*?)</bdi>", lists)
    return [name.replace("&lt;", "<").replace("&gt;", ">") for name in names]


@pytest.mark.parametrize("path", PAGES)
@pytest.mark.parametrize(
    ("asked", "names"),
    [
        ("三", {"张三丰"}),
        ("zhang", {"张三丰", "張無忌"}),
        ("zsf", {"张三丰"}),
        ("wuji", {"張無忌"}),
        ("olafur", {"Ólafur Jónsson"}),
        ("JONS", {"Ólafur Jónsson"}),
        ("渡辺直美", {"渡辺 直美"}),
        ("محمد", {"محمد علي"}),
        ("zeng", {"曾六"}),
        ("<b>", {"<b>Bo</b>"}),
        ("nobody", set()),
        ("  ", set(NAMES)),
    ],
)
def test_a_name_is_found_in_every_list(event: Event, path: str, asked: str, names: set[str]):
    assert set(found(event, path, asked)) == names


@pytest.mark.parametrize("path", PAGES)
def test_what_is_not_found_is_said_and_cannot_add_markup(event: Event, path: str):
    address = f"/events/{event.tournament.pk}/{path}"
    page = reader(event.account).get(address, {"q": "<i>x"}).content.decode()
    assert "Nobody is found for “&lt;i&gt;x”." in page
    assert "<i>x" not in page
    long = reader(event.account).get(address, {"q": "x" * 5000})
    assert long.status_code == 200


def test_places_in_searched_standings_are_the_real_ones(event: Event):
    event.do(c.TakeResult(1, 1, None, POINTS), c.TakeResult(1, 2, None, POINTS))
    page = reader().get(f"/events/{event.tournament.pk}/standings/", {"q": "ol"}).content.decode()
    (row,) = re.findall(r"<tr id=.*?</tr>", page, re.S)
    assert "Ólafur" in row
    assert re.search(r'class="num place">\s*8', row)


def test_the_results_of_all_rounds_are_on_one_page(make_event: EventMaker):
    event = make_event(Stage("main", "swiss", 2), play="points")
    event.do(c.OpenRegistration()).enter(*"abcdefgh").do(c.StartTournament())
    play(event, 1, "abcd", "efgh").do(c.ConfirmRound(1))
    assert "results/all/" not in read(event, "results/")
    play(event, 2, "aceg", "bdfh")
    assert "results/all/" in read(event, "results/")
    page = read(event, "results/all/")
    assert page.index("results-2") < page.index("results-1")
    assert page.count("<tbody>") == 4
