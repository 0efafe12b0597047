"""Results and a seating come in from files at the desk: looked at first, taken once, as a whole."""

from __future__ import annotations

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from tests.tournaments.conftest import Event, EventMaker
from tests.tournaments.pages.test_desk import Browser
from tournaments.clubs.models import Membership
from tournaments.domain import commands as c
from tournaments.domain.parts import Result
from tournaments.domain.terms import Stage
from tournaments.services import tournament_do
from tournaments.store.folds import lines_after

pytestmark = pytest.mark.django_db(transaction=True)

RESULTS, PAIRINGS = "desk/import/results/", "desk/import/pairings/"
SEATING = (
    "round,table,east,south,west,north\n"
    "1,1,Name a,Name b,Name c,Name d\n1,2,Name e,Name f,Name g,Name h\n"
)


@pytest.fixture
def event(make_event: EventMaker) -> Event:
    event = make_event(Stage("main", "swiss", 2), play="points").do(c.OpenRegistration())
    return event.enter(*"abcdefgh").do(c.StartTournament())


@pytest.fixture
def desk(event: Event) -> Browser:
    return Browser(event, event.account)


def points(people: str = "abcd", last: int = -9) -> str:
    four = zip(("east", "south", "west", "north"), people, (9, 0, 0, last), strict=True)
    rows = "".join(f"1,1,{wind},Name {one},{own}\n" for wind, one, own in four)
    return "round,table,place,person_name,game_points\n" + rows


def started(event: Event, desk: Browser) -> None:
    desk.send(PAIRINGS, text=SEATING, enter="yes")
    event.do(c.PublishPairings(1, 1), c.StartRound(1, 1, 0))


def test_a_seating_is_looked_at_and_then_planned_once(event: Event, desk: Browser) -> None:
    page = desk.send(PAIRINGS, text=SEATING)
    assert "Take the seating over" in page
    assert event.state.rounds == {}
    for _ in range(2):
        desk.send(PAIRINGS, text=SEATING, enter="yes", command="once")
    assert event.state.rounds[1].plan.edition == 1
    assert [table.seats for table in event.state.rounds[1].plan.tables] == [
        tuple("abcd"),
        tuple("efgh"),
    ]


def test_results_are_taken_once_and_told_so(event: Event, desk: Browser) -> None:
    started(event, desk)
    before = event.tournament.version
    upload = SimpleUploadedFile("r.csv", points().encode("utf-16"))
    assert "Take the results in" in desk.send(RESULTS, file=upload)
    assert event.state.rounds[1].tables[1].result is None
    for _ in range(2):
        page = desk.send(RESULTS, text=points(), enter="yes", command="once")
        assert "The results are in." in page
    assert event.state.rounds[1].tables[1].result == Result((9, 0, 0, -9), (), "organiser")
    assert [line.type for line in lines_after(event.tournament.pk, before)].count(
        "ResultTaken"
    ) == 1
    assert "left out: taken in already" in desk.send(RESULTS, text=points())


def test_a_mistake_is_named_and_nothing_is_taken(event: Event, desk: Browser) -> None:
    started(event, desk)
    good = points().partition("\n")[2].replace("1,1,", "1,2,")
    for one, other in zip("abcd", "efgh", strict=True):
        good = good.replace(f"Name {one}", f"Name {other}")
    page = desk.send(RESULTS, text=points(last=-8) + good, enter="yes")
    assert "The points of this table add up to 1, not to zero." in page
    assert "Column 5:" in page
    assert all(table.result is None for table in event.state.rounds[1].tables.values())
    page = desk.send(PAIRINGS, text=SEATING.replace("1,1,", "2,1,").replace("Name d", "<b>x"))
    assert "Nobody of this name has entered." in page
    assert "<b>x" not in page


def test_a_scorers_results_are_marked_as_theirs_and_a_seating_is_not_theirs(
    event: Event, desk: Browser
) -> None:
    started(event, desk)
    member = Membership.objects.get(club=event.tournament.club, role="scorer")
    scorer = Browser(event, member.account)
    scorer.send(RESULTS, text=points(), enter="yes")
    assert event.state.rounds[1].tables[1].result.source == "scorer"
    assert scorer.client.post(scorer.base + PAIRINGS, {"text": SEATING}).status_code == 403


def test_nobody_takes_their_own_tables_result_from_a_file(event: Event, desk: Browser) -> None:
    claim = c.ClaimEntry("a", str(event.account.pk))
    tournament_do(tournament=event.tournament, command=claim)
    started(event, desk)
    assert "code-own_table" in desk.send(RESULTS, text=points(), enter="yes")
    assert event.state.rounds[1].tables[1].result is None


@pytest.mark.parametrize("path", [RESULTS, PAIRINGS])
@pytest.mark.parametrize(
    "text", ["", "\x00", "round\n", ",,,\n", "a" * 1_000_001, '"\n"', "\n" * 99]
)
def test_careless_files_change_nothing(event: Event, desk: Browser, path: str, text: str) -> None:
    assert event.state.rounds == {}
    before = event.tournament.version
    desk.send(path, text=text, enter="yes")
    for data in (b"\xff\xfe\x00", b"\x89PNG\r\n\x1a\n\x00\x81", b"\x00" * 9):
        answer = desk.client.post(desk.base + path, {"file": SimpleUploadedFile("x.csv", data)})
        assert answer.status_code == 200
    assert event.state.rounds == {}
    assert event.tournament.version == before


def test_standings_are_said_to_be_made_of_results(desk: Browser) -> None:
    told = "Standings are made of the results and cannot be taken in."
    assert told in desk.read(RESULTS)
    assert told in desk.read(PAIRINGS)
    assert "Seating from a file" in desk.read()
