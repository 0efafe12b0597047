"""The organiser's desk: each step is one tap, and nothing is done twice or by the wrong people."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from tests.tournaments.conftest import Event, EventMaker
from tests.tournaments.domain.desk import MINUTE, ROTATION
from tests.tournaments.play.test_keeping_up import begin
from tournaments.domain import commands as c
from tournaments.domain.parts import Person, Result
from tournaments.domain.terms import Stage, Uneven
from tournaments.play.keeping_up import keep_up
from tournaments.play.watch import troubles

pytestmark = pytest.mark.django_db(transaction=True)


class Browser:
    """A signed-in account that reads and taps."""

    def __init__(self, event: Event, account: User | None, language: str = "en") -> None:
        self.client = Client(headers={"accept-language": language})
        self.base = f"/events/{event.tournament.pk}/"
        if account is not None:
            self.client.force_login(account)

    def read(self, path: str = "desk/") -> str:
        answer = self.client.get(self.base + path)
        assert answer.status_code == 200, answer.status_code
        return answer.content.decode()

    def tap(self, label: str, path: str = "desk/") -> str:
        """Send the form of the button with this text; the page that one comes to."""
        page = self.read(path)
        forms = [f for f in re.findall(r"<form.*?</form>", page, re.S) if label in f]
        assert forms, f"no button {label!r} on {path}"
        fields = dict(re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', forms[0]))
        action = re.search(r'action="([^"]+)"', forms[0])
        answer = self.client.post(action[1], fields, follow=True)
        assert answer.status_code == 200
        return answer.content.decode()

    def send(self, path: str, **fields: object) -> str:
        answer = self.client.post(self.base + path, fields, follow=True)
        return answer.content.decode()


@pytest.fixture
def event(make_event: EventMaker) -> Event:
    return make_event(Stage("main", "swiss", 2), play="points", round_ms=60 * MINUTE)


@pytest.fixture
def desk(event: Event) -> Browser:
    return Browser(event, event.account)


def test_an_event_is_run_from_registration_to_the_archive_by_taps(event: Event, desk: Browser):
    desk.tap("Open registration")
    event.enter(*"abcdefgh")
    desk.tap("Start the event")
    for number in (1, 2):
        desk.tap("Pair the next round")
        desk.tap("Publish the pairings")
        desk.tap("Start the round")
        for table in (1, 2):
            points = {f"points_{place}": value for place, value in enumerate((9, -2, -3, -4))}
            desk.send(f"desk/rounds/{number}/tables/{table}/result/", **points)
        desk.tap("Confirm the round")
        desk.tap("Publish the standings")
    desk.tap("Finish the event")
    desk.tap("Archive the event")
    assert event.state.phase == "archived"
    assert [round_.status for round_ in event.state.rounds.values()] == ["confirmed"] * 2
    assert event.state.seed == event.seed


def test_a_tap_sent_twice_acts_once(event: Event, desk: Browser):
    event.do(c.OpenRegistration()).enter(*"abcd").do(c.StartTournament())
    fields = {"step": "plan_round:main:1:", "command": "one-tap"}
    for _ in range(3):
        desk.send("desk/step/", **fields)
    assert event.state.editions == {1: 1}


def test_a_step_that_is_no_step_any_more_is_refused_in_words(event: Event, desk: Browser):
    event.do(c.OpenRegistration())
    page = desk.send("desk/step/", step="open_registration:::")
    assert "code-stale" in page
    assert "The event has moved on meanwhile" in page


def test_what_cannot_be_taken_back_is_told_with_the_reason(event: Event, desk: Browser):
    event.do(c.OpenRegistration())
    assert "Take something back" in desk.read()
    event.enter(*"abcd")
    page = desk.read()
    assert "People have entered; withdraw them first." in page
    assert 'value="undo_registration:::"' not in page
    answer = desk.send("desk/step/", step="undo_registration:::")
    assert "People have entered; withdraw them first." in answer
    assert event.state.phase == "registration"


@pytest.mark.parametrize("role", ["referee", "scorer"])
def test_referees_and_scorers_see_the_desk_but_take_no_steps(event: Event, cast, role: str):
    event.do(c.OpenRegistration())
    browser = Browser(event, cast[role])
    assert "Close registration" not in browser.read()
    answer = browser.client.post(browser.base + "desk/step/", {"step": "close_registration:::"})
    assert answer.status_code == 403
    assert event.state.is_registration_open


@pytest.mark.parametrize("role", ["player", "visitor", None])
def test_the_desk_is_not_for_players_and_strangers(event: Event, cast, role: str | None):
    event.do(c.OpenRegistration())
    browser = Browser(event, cast[role] if role else None)
    answer = browser.client.get(browser.base + "desk/")
    assert answer.status_code == (302 if role is None else 403)


def test_a_draft_does_not_exist_for_strangers(event: Event, cast):
    for path in ("", "desk/"):
        assert Browser(event, cast["visitor"]).client.get(
            f"/events/{event.tournament.pk}/{path}"
        ).status_code == 404  # fmt: skip


def test_points_that_do_not_add_up_are_refused_and_nothing_typed_is_lost(
    event: Event, desk: Browser
):
    begin(event, players=4)
    page = desk.send(
        "desk/rounds/1/tables/1/result/", points_0=5, points_1=1, points_2=1, points_3=1
    )
    assert "add up to zero; these add up to 8" in page
    assert 'value="5"' in page
    assert event.state.rounds[1].tables[1].result is None


def test_five_more_minutes_for_one_table_and_for_all(event: Event, desk: Browser):
    begin(event)
    ends = {n: t.clock.ends_at for n, t in event.state.rounds[1].tables.items()}
    desk.tap("+5", "desk/rounds/1/tables/2/")
    desk.tap("+10", "desk/rounds/1/")
    after = {n: t.clock.ends_at for n, t in event.state.rounds[1].tables.items()}
    assert after[1] - ends[1] == 10 * MINUTE
    assert after[2] - ends[2] == 15 * MINUTE


def test_a_clock_is_paused_and_goes_on(event: Event, desk: Browser):
    begin(event)
    assert "paused" in desk.tap("Pause", "desk/rounds/1/tables/1/")
    assert "paused" not in desk.tap("Go on", "desk/rounds/1/tables/1/")


def test_somebody_new_takes_a_seat_over_in_one_form(event: Event, desk: Browser):
    begin(event, players=4)
    page = desk.send(
        "desk/rounds/1/tables/1/seat/",
        **{"place": 0, "seat0-person": "new", "seat0-role": "substitute", "seat0-from_hand": 2},
        name="王五", command="x",
    )  # fmt: skip
    assert "The seat has changed hands." in page
    first, second = event.state.rounds[1].tables[1].ledger[0]
    assert event.state.entries[second.person].person.name == "王五"
    assert (second.credited_to, second.from_hand) == (first.person, 2)
    desk.send("desk/rounds/1/tables/1/seat/undo/", place=0)
    assert len(event.state.rounds[1].tables[1].ledger[0]) == 1


def test_somebody_new_does_not_enter_where_they_cannot_sit_down(event: Event, desk: Browser):
    begin(event, players=4)
    page = desk.send(
        "desk/rounds/1/tables/1/seat/",
        **{"place": 0, "seat0-person": "new", "seat0-role": "player", "seat0-from_hand": 1},
        name="王五",
    )
    assert "code-wrong_role" in page
    assert len(event.state.entries) == 4


def test_a_form_filled_in_anew_after_going_back_acts_again(event: Event, desk: Browser):
    event.do(c.OpenRegistration())
    for name in ("王五", "王五", "赵六"):
        desk.send("desk/players/add/", name=name, kind="player", command="one-page")
    names = [entry.person.name for entry in event.state.entries.values()]
    assert names == ["王五", "赵六"]


@pytest.mark.parametrize("number", ["", "x", "-1", "9" * 5000])
def test_numbers_that_are_none_are_refused_in_words(event: Event, desk: Browser, number: str):
    begin(event, players=4)
    by = event.state.rounds[1].tables[1].ledger[0][0].person
    said = {"table": number, "by": by, "text": "wrong"}
    answer = desk.client.post(f"{desk.base}desk/rounds/1/dispute/", said)
    assert answer.status_code == 302
    assert not event.state.disputes
    undo = {"place": number}
    answer = desk.client.post(f"{desk.base}desk/rounds/1/tables/1/seat/undo/", undo)
    assert answer.status_code == 302


def test_a_swap_that_breaks_something_is_asked_about_first(event: Event, desk: Browser):
    event = begin(event)
    for table in (1, 2):
        event.do(c.TakeResult(1, table, None, Result((3, -1, -1, -1), (), "organiser")))
    event.do(c.ConfirmRound(1))
    desk.tap("Pair the next round")
    first, second = (t.seats for t in event.state.rounds[2].plan.tables)
    before = event.state.rounds[2].plan.edition
    broke = 0
    for one in first:
        page = desk.send("desk/rounds/2/swap/", one=one, other=second[0], edition=before)
        broke += "This change breaks something" in page
        if event.state.rounds[2].plan.edition != before:
            break
    assert broke
    sure = {"one": first[0], "other": second[0], "sure": "yes"}
    edition = event.state.rounds[2].plan.edition
    desk.send("desk/rounds/2/swap/", **sure, edition=edition)
    assert event.state.rounds[2].plan.edition == edition + 1
    assert "code-edition_changed" in desk.send("desk/rounds/2/swap/", **sure, edition=edition)


def test_why_a_table_is_told_to_everybody_once_it_is_published(event: Event, cast, desk: Browser):
    event.do(c.OpenRegistration()).enter(*"abcdefgh").do(c.StartTournament())
    desk.tap("Pair the next round")
    visitor = Browser(event, cast["visitor"])
    path = "rounds/1/tables/1/why/"
    assert visitor.client.get(visitor.base + path).status_code == 404
    assert "Nobody of these four has met before." in desk.read(path)
    desk.tap("Publish the pairings")
    assert "Nobody of these four has met before." in visitor.read(path)


def test_why_a_table_says_which_wish_gave_way(event: Event, desk: Browser):
    event.do(c.OpenRegistration())
    marks = {"a": ("!feud",), "b": ("!feud",), "c": ("!feud",), "d": ("kin",), "e": ("kin",)}
    for name in "abcdefgh":
        keeps = 7 if name == "h" else None
        person = Person(f"Name {name}", apart=marks.get(name, ()), fixed_table=keeps)
        event.do(c.AddEntry(name, person))
    event.do(c.StartTournament())
    desk.tap("Pair the next round")
    pages = [desk.read(f"rounds/1/tables/{table}/why/") for table in (1, 2)]
    told = " ".join(re.sub(r"<[^>]+>", "", page) for page in pages)
    assert re.search(r"Name [abc], Name [abc]: should never sit at one table", told)
    assert "Name h: always at table 7" in told
    assert "feud" not in told


def test_a_round_is_confirmed_without_a_table_only_by_name_and_reason(event: Event, desk: Browser):
    begin(event)
    assert "code-empty" in desk.send("desk/rounds/1/confirm/", reason="")
    assert event.state.rounds[1].status == "started"
    desk.send("desk/rounds/1/confirm/", reason="power cut")
    exceptions = event.state.rounds[1].exceptions
    assert [(one.table, one.why) for one in exceptions] == [(1, "power cut"), (2, "power cut")]


def test_reopening_tells_what_rests_on_the_round(event: Event, desk: Browser):
    begin(event)
    desk.send("desk/rounds/1/confirm/", reason="x")
    desk.tap("Publish the standings")
    page = desk.read("desk/rounds/1/")
    assert "Published standings" in page
    assert "code-has_dependents" in desk.send("desk/rounds/1/reopen/", reason="wrong")
    desk.send("desk/rounds/1/reopen/", reason="wrong", told="yes")
    assert event.state.rounds[1].status == "started"


def test_a_dispute_holds_the_round_up_until_it_is_decided(event: Event, desk: Browser, cast):
    begin(event, players=4)
    event.do(c.TakeResult(1, 1, None, Result((3, -1, -1, -1), (), "organiser")))
    by = event.state.rounds[1].plan.tables[0].seats[0]
    desk.send("desk/rounds/1/dispute/", table=1, by=by, text="wrong score")
    assert "A dispute is open." in desk.read()
    key = next(iter(event.state.disputes))
    referee = Browser(event, cast["referee"])
    referee.send("desk/rounds/1/dispute/", table=1, dispute=key, text="score stands")
    assert event.state.disputes[key].decision == "score stands"
    desk.tap("Confirm the round")


def test_the_desk_asks_the_database_a_few_times_only(
    event: Event, desk: Browser, django_assert_max_num_queries
):
    begin(event, players=40)
    desk.read()
    with django_assert_max_num_queries(12):
        desk.read()


def test_a_table_in_trouble_is_told_with_why(make_event: EventMaker):
    event = begin(make_event(round_ms=60 * MINUTE))
    state, now = event.state, timezone.now()
    round_ = state.rounds[1]
    wrong = troubles(state, round_, {}, {}, now + timedelta(minutes=1))
    assert {trouble.code for trouble in wrong.values()} == {"not_opened"}
    keep_up(event.tournament.pk)
    desk = Browser(event, event.account)
    assert "why-red" not in desk.read()


def test_a_rotations_rounds_are_published_with_one_tap(make_event: EventMaker):
    event = make_event(ROTATION, play="points")
    event.do(c.OpenRegistration()).enter(*(f"p{n}" for n in range(8)))
    event.do(c.StartTournament())
    desk = Browser(event, event.account)
    desk.tap("Pair the next round")
    desk.tap("Publish all rounds planned")
    assert [one.published for one in event.state.rounds.values()] == [1, 1, 1, 1]
    assert "Publish all rounds planned" not in desk.read()


def test_a_rotation_shows_its_quality_beside_what_no_schedule_goes_below(
    make_event: EventMaker, cast
):
    event = make_event(ROTATION, play="points")
    event.do(c.OpenRegistration()).enter(*(f"p{n}" for n in range(8))).do(c.StartTournament())
    desk, visitor = Browser(event, event.account), Browser(event, cast["visitor"])
    desk.tap("Pair the next round")
    row = r"Repeated pairs</th><td class=\"num\">20</td><td class=\"num\">20</td>"
    assert re.search(row, desk.read("desk/rounds/1/"))
    desk.tap("Publish the pairings")
    assert "Repeated pairs" not in visitor.read("rounds/1/tables/1/why/")
    desk.tap("Publish all rounds planned")
    assert re.search(row, visitor.read("rounds/1/tables/1/why/"))


def test_helpers_that_the_terms_count_on_and_that_nobody_entered_are_asked_for(
    make_event: EventMaker,
):
    event = make_event(Stage("main", "swiss", 2), play="points", uneven=Uneven("stand_ins"))
    event.do(c.OpenRegistration()).enter(*"abcdefghi").do(c.StartTournament())
    desk = Browser(event, event.account)
    told = "none is entered: some will sit out."
    assert told in desk.read()
    event.enter("s", "t", "u", kind="stand_in")
    assert told not in desk.read()
    desk.tap("Pair the next round")
    assert len(event.state.rounds[1].plan.tables) == 3


def test_a_wish_to_meet_that_a_rotation_does_not_fulfil_is_named_at_the_desk(
    make_event: EventMaker,
):
    event = make_event(Stage("main", "rotation", 2), play="points").do(c.OpenRegistration())
    for name in "abcd":
        event.do(c.AddEntry(name, Person(f"Name {name}", apart=("&one",) if name in "ab" else ())))
    event.do(c.StartTournament())
    desk = Browser(event, event.account)
    desk.tap("Pair the next round")
    page = re.sub(r"<[^>]+>", "", desk.read("desk/rounds/1/"))
    assert "Wishes that gave wayName a · Name b: should meet exactly once (round 1, 2)" in page
