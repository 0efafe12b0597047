"""Files and papers of an event: for everybody, or for those who run it."""

from __future__ import annotations

import json

import pytest

from tests.tournaments.conftest import Event, EventMaker
from tests.tournaments.pages.reading import of_eight, play, read, reader, status
from tournaments.domain import commands as c
from tournaments.domain.stages import next_plan
from tournaments.domain.terms import Stage
from tournaments.exports import print_rounds
from tournaments.pages.files import PAPERS
from tournaments.redrawing.checking import redrawn
from tournaments.redrawing.file import read_draws

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def event(make_event: EventMaker) -> Event:
    return of_eight(make_event)


@pytest.fixture(autouse=True)
def _papers_as_often_as_asked() -> None:
    PAPERS.forget()


def test_the_code_on_a_tables_card_leads_to_its_page(event: Event, monkeypatch):
    play(event, 1, "abcd", "efgh")
    links = []
    real = print_rounds.cards_pdf

    def cards(state, printing, number, link):
        links.append(link(2))
        return real(state, printing, number, link)

    monkeypatch.setattr(print_rounds, "cards_pdf", cards)
    assert status(event, "files/rounds/1/cards.pdf") == 200
    page = f"/events/{event.tournament.pk}/rounds/1/tables/2/"
    assert links == [f"http://testserver{page}"]
    assert reader().get(page).status_code == 200


# Files
def test_public_files_are_for_everybody_and_lists_of_people_for_those_who_run_it(
    event: Event, cast
):
    play(event, 1, "abcd", "efgh")
    for kind in ("pairings", "results", "hands", "standings"):
        assert status(event, f"files/{kind}.csv") == 200
        assert json.loads(read(event, f"files/{kind}.json"))["format"] == f"laozhuang-{kind}"
    for kind in ("players", "seats", "penalties"):
        assert status(event, f"files/{kind}.csv") == 404
        assert status(event, f"files/{kind}.csv", cast["player"]) == 404
        for role in ("organiser", "scorer"):
            assert status(event, f"files/{kind}.csv", cast[role]) == 200
    assert status(event, "files/players.pdf") == 404
    answer = reader(cast["organiser"]).get(f"/events/{event.tournament.pk}/files/players.csv")
    assert 'filename="spring-cup-players.csv"' in answer["Content-Disposition"]
    assert answer.content.decode("utf-8-sig").startswith("entry,number,name")


@pytest.mark.parametrize(
    "path", ["rounds/1/pairings", "rounds/1/cards", "rounds/1/results", "standings/1"]
)
def test_papers_come_as_pdf(event: Event, path: str):
    play(event, 1, "abcd", "efgh")
    answer = reader().get(f"/events/{event.tournament.pk}/files/{path}.pdf")
    assert answer.status_code == 200
    assert answer["Content-Type"] == "application/pdf"
    assert answer.content.startswith(b"%PDF-")


@pytest.mark.parametrize("path", ["rounds/1/secrets", "rounds/9/pairings", "standings/9"])
def test_papers_that_do_not_exist_are_not_found(event: Event, path: str):
    play(event, 1, "abcd", "efgh")
    assert status(event, f"files/{path}.pdf") == 404


def test_anybody_gets_the_file_with_which_every_draw_is_run_again(make_event: EventMaker):
    event = make_event(Stage("main", "swiss", 2), play="points", seed_opens="first_use")
    address = f"/events/{event.tournament.pk}/files/draws.json"
    event.do(c.OpenRegistration()).enter(*"abcdefgh").do(c.StartTournament())
    assert reader().get(address).status_code == 404
    seed = event.seed
    event.do(lambda state: next_plan(state, "main", seed), c.PublishPairings(1, 1))
    assert "files/draws.json" in read(event, "")
    answer = reader().get(address)
    found = redrawn(read_draws(answer.content))
    assert [one.what for one in found if one.answer == "equal"] == [
        "the seed is the one committed to", "round 1, edition 1: who sits where",
    ]  # fmt: skip
