"""What people send without thinking gets a clear answer and changes nothing."""

from __future__ import annotations

import csv
import io
import unicodedata
from collections.abc import Callable

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from accounts.models import User
from tests.at_once import at_once
from tests.tournaments.conftest import Event, EventMaker
from tests.tournaments.pages.test_desk import Browser
from tests.tournaments.pages.test_setup import browser as browser
from tests.tournaments.pages.test_setup import draft
from tournaments.clubs.models import Club, Membership, Role
from tournaments.domain import commands as c
from tournaments.domain.parts import Result
from tournaments.domain.terms import Stage
from tournaments.models import Tournament
from tournaments.store.folds import lines_after

pytestmark = pytest.mark.django_db(transaction=True)

POINTS = Result((9, -2, -3, -4), (), "organiser")


@pytest.fixture
def event(make_event: EventMaker) -> Event:
    return make_event(Stage("main", "swiss", 2), play="points").do(c.OpenRegistration())


@pytest.fixture
def desk(event: Event) -> Browser:
    return Browser(event, event.account)


def log_of(event: Event) -> list[str]:
    return [line.type for line in lines_after(event.tournament.pk, 0)]


def test_three_players_are_told_that_a_table_takes_four(event: Event, desk: Browser):
    event.enter(*"abc")
    before = log_of(event)
    told = "A table takes four players; there are too few."
    assert told in desk.read()
    assert "code-too_few_players" in desk.send("desk/step/", step="start_tournament:::")
    assert log_of(event) == before
    assert event.state.phase == "registration"


def second_organiser(club: Club) -> User:
    account = User.objects.create_user(f"{club.slug}-second", display_name="Second")
    Membership.objects.create(club=club, account=account, role=Role.ORGANISER)
    return account


def press(browser: Browser, step: str) -> Callable[[], str]:
    return lambda: browser.send("desk/step/", step=step)


def test_two_organisers_press_start_at_once_and_one_is_told_so(event: Event, desk: Browser):
    event.enter(*"abcdefgh")
    other = Browser(event, second_organiser(event.tournament.club))
    pages = at_once([press(desk, "start_tournament:::"), press(other, "start_tournament:::")])
    assert sum("code-stale" in page for page in pages) == 1
    assert log_of(event).count("TournamentStarted") == 1


def test_two_organisers_start_a_round_at_once_and_it_starts_once(event: Event, desk: Browser):
    event.enter(*"abcdefgh").do(c.StartTournament())
    desk.tap("Pair the next round")
    desk.tap("Publish the pairings")
    other = Browser(event, second_organiser(event.tournament.club))
    pages = at_once([press(desk, "start_round:main:1:"), press(other, "start_round:main:1:")])
    assert sum("code-stale" in page for page in pages) == 1
    assert log_of(event).count("RoundStarted") == 1


def test_a_round_confirmed_twice_is_confirmed_once(event: Event, desk: Browser):
    event.enter(*"abcd").do(c.StartTournament())
    for label in ("Pair the next round", "Publish the pairings", "Start the round"):
        desk.tap(label)
    event.do(c.TakeResult(1, 1, None, POINTS))
    assert "code-stale" not in desk.send("desk/step/", step="confirm_round:main:1:")
    before = log_of(event)
    assert "code-stale" in desk.send("desk/step/", step="confirm_round:main:1:")
    assert "code-already_confirmed" in desk.send("desk/rounds/1/confirm/", reason="again")
    assert log_of(event) == before


@pytest.mark.parametrize("path", ["desk/rounds/7/", "desk/rounds/1/tables/9/", "desk/rounds/0/"])
def test_what_does_not_exist_is_not_found(event: Event, desk: Browser, path: str):
    assert desk.client.get(desk.base + path).status_code == 404


def test_markup_in_the_name_of_an_event_stays_text_on_every_page(
    browser: Client,
):
    name = "<img src=x onerror=alert(1)>"
    found = draft(browser, name=name)
    assert found is not None
    assert found.name == name
    for path in ("", "desk/", "desk/settings/", "desk/players/", "screen/"):
        page = browser.get(f"/events/{found.pk}/{path}").content.decode()
        assert "<img src=x" not in page
        assert "&lt;img src=x" in page


def test_a_name_of_300_characters_for_an_event_is_refused_with_the_field(
    browser: Client,
):
    assert draft(browser, name="长" * 300) is None
    asked = {"name": "长" * 300, "ruleset": "bao", "play": "points", "preset": "evening"}
    page = browser.post("/events/new/", asked).content.decode()
    assert "at most 100 characters" in page
    assert not Tournament.objects.exists()


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        ({"name": "x" * 300}, "too_long"),
        ({"name": ""}, "empty"),
        ({"name": "Cup", "capacity": "3"}, "out_of_range"),
        ({"name": "Cup", "starts_at": "tomorrow"}, "unknown_value"),
        ({"name": "Cup", "starts_at": "2026-12-02T10:00", "ends_at": "2026-12-01T10:00"},
         "dates_out_of_order"),
    ],
)  # fmt: skip
def test_details_that_cannot_be_are_refused_for_what_is_wrong(
    event: Event, desk: Browser, wrong: dict[str, str], code: str
):
    before = log_of(event)
    assert f"code-{code} " in desk.send("desk/settings/details/", **wrong)
    assert log_of(event) == before


NAMES = (
    "渡辺 直美", unicodedata.normalize("NFC", "Ólafur"), unicodedata.normalize("NFD", "Ólöf"),
    "🀄 阿毛 👩‍👩‍👧", "عبد الله", "עידו כהן", 'O"Neil, Ann', "=1+1", "𠮷野家",
)  # fmt: skip


def test_names_of_any_script_go_out_as_a_file_and_come_back_the_same(
    event: Event, desk: Browser, make_event: EventMaker
):
    desk.send("desk/players/import/", text="name\n" + "\n".join(map(quoted, NAMES)), enter="yes")
    entered = names_of(event)
    assert [unicodedata.normalize("NFC", name) for name in entered] == [
        unicodedata.normalize("NFC", name) for name in NAMES
    ]
    sheet = desk.client.get(f"{desk.base}files/players.csv")
    other = make_event(play="points").do(c.OpenRegistration())
    file = SimpleUploadedFile("players.csv", sheet.content)
    Browser(other, other.account).send("desk/players/import/", file=file, enter="yes")
    assert names_of(other) == entered
    rows = csv.DictReader(io.StringIO(sheet.content.decode("utf-8-sig")))
    assert len(list(rows)) == len(NAMES)


def quoted(name: str) -> str:
    out = io.StringIO()
    csv.writer(out).writerow([name])
    return out.getvalue().strip()


def names_of(event: Event) -> list[str]:
    return [entry.person.name for entry in event.state.entries.values()]
