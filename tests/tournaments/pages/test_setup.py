"""An event is set up in one form and changed until it starts."""

from __future__ import annotations

import re
from datetime import UTC, datetime

import pytest
from django.test import Client

from tests.tournaments.conftest import Event, EventMaker
from tests.tournaments.pages.test_desk import Browser
from tournaments import presets
from tournaments.clubs.models import Preset
from tournaments.domain import commands as c
from tournaments.domain.terms import complete_terms
from tournaments.models import Tournament
from tournaments.terms_json import terms_from_json, terms_to_json

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def browser(cast) -> Client:
    client = Client(headers={"accept-language": "en"})
    client.force_login(cast["organiser"])
    return client


def draft(browser: Client, **fields: object) -> Tournament | None:
    given = {"name": "Night", "ruleset": "bao", "play": "points", "preset": "evening", **fields}
    browser.post("/events/new/", given, follow=True)
    return Tournament.objects.first()


@pytest.mark.parametrize("preset", presets.PRESETS)
@pytest.mark.parametrize("ruleset", ["bao", "free"])
@pytest.mark.parametrize("play", ["online", "scored", "points"])
def test_every_preset_is_terms_that_can_be_played(preset: str, ruleset: str, play: str):
    terms = complete_terms(presets.terms_of_preset(preset, ruleset, play))
    assert terms.ruleset == ruleset
    assert terms_from_json(terms_to_json(terms)) == terms


def test_a_draft_is_made_by_name_and_preset_alone(browser: Client):
    made = draft(browser)
    assert made is not None
    assert (made.name, made.phase, made.version) == ("Night", "draft", 1)


def test_the_form_sent_twice_makes_one_draft(browser: Client):
    for _ in range(3):
        draft(browser, command="one")
    assert Tournament.objects.count() == 1


def test_dates_in_the_wrong_order_are_named_and_nothing_is_lost(browser: Client):
    answer = browser.post(
        "/events/new/",
        {
            "name": "Night", "ruleset": "bao", "play": "points", "preset": "evening",
            "starts_at": "2026-12-02T10:00", "registration_closes_at": "2026-12-03T10:00",
        },
    )  # fmt: skip
    page = answer.content.decode()
    assert "Each date has to be after the one before" in page
    assert 'value="Night"' in page
    assert Tournament.objects.count() == 0


def test_who_may_not_make_events_is_sent_to_clubs(cast):
    client = Client(headers={"accept-language": "en"})
    client.force_login(cast["player"])
    page = client.get("/events/new/").content.decode()
    assert "Events belong to a club." in page
    assert client.post("/events/new/", {"name": "x"}).status_code == 200
    assert Tournament.objects.count() == 0


def form_of(page: str) -> dict[str, str]:
    """What the browser would send of the form of the terms."""
    form = page[page.index('class="settings"') :]
    form = form[: form.index("</form>")]
    fields = {}
    for tag in re.findall(r"<input[^>]*>", form):
        name, value = re.search(r'name="([^"]+)"', tag), re.search(r'value="([^"]*)"', tag)
        if name and ('type="checkbox"' not in tag or "checked" in tag):
            fields[name[1]] = value[1] if value else "on" if "checkbox" in tag else ""
    for name, options in re.findall(r'<select name="([^"]+)".*?>(.*?)</select>', form, re.S):
        chosen = re.search(r'value="([^"]*)" selected', options)
        fields[name] = chosen[1] if chosen else ""
    return fields


@pytest.mark.parametrize("preset", presets.PRESETS)
def test_the_form_of_the_terms_sent_as_it_is_changes_nothing(browser: Client, preset: str):
    made = draft(browser, preset=preset, play="online")
    desk = Browser(Event(made, None), None)
    desk.client = browser
    event = Event(made, made.created_by)
    before = event.state.terms
    fields = form_of(desk.read("desk/settings/"))
    page = desk.send("desk/settings/", **fields)
    assert "errorlist" not in page
    assert event.state.terms == before


def test_terms_are_changed_in_detail(browser: Client):
    made = draft(browser, preset="evening", play="online")
    event = Event(made, made.created_by)
    desk = Browser(event, made.created_by)
    fields = form_of(desk.read("desk/settings/"))
    fields |= {
        "length_kind": "dealer_rounds", "round_minutes": "45", "round_end": "grace",
        "grace_minutes": "5", "uneven": "byes", "bye_game": "12", "bye_table": "1/2",
        "table_points": "10 5 2 0", "tie_0": "game_points", "tie_1": "lot", "tie_2": "",
        "stage0-rounds": "6", "stage1-kind": "final", "stage1-rounds": "2",
        "stage1-advance": "top_of_standings", "stage1-advance_count": "4",
        "penalty_text_0": "Late", "penalty_game_0": "7", "option_flower_game": "",
    }  # fmt: skip
    desk.send("desk/settings/", **fields)
    terms = event.state.terms
    assert (terms.length.kind, terms.round_ms, terms.grace_ms) == (
        "dealer_rounds",
        2_700_000,
        300_000,
    )
    assert (terms.uneven.policy, terms.uneven.bye_game, terms.uneven.bye_table) == ("byes", 12, 6)
    assert terms.table_points == (10, 5, 2, 0)
    assert terms.tie_breaks == ("game_points", "lot")
    assert [(s.kind, s.rounds) for s in terms.stages] == [("swiss", 6), ("final", 2)]
    assert (terms.penalties[0].text, terms.penalties[0].game) == ("Late", 7)


def test_a_knock_out_down_to_four_and_a_season_of_dates(browser: Client):
    made = draft(browser, preset="evening", play="online")
    event = Event(made, made.created_by)
    desk = Browser(event, made.created_by)
    fields = form_of(desk.read("desk/settings/")) | {
        "stage0-kind": "league", "stage0-rounds": "3",
        "stage0-dates": "2026-12-01 19:00\n\n2026-12-08 19:00\n",
        "stage1-kind": "knockout", "stage1-advance": "top_of_standings",
        "stage1-advance_count": "16", "stage1-play_to": "last_four",
    }  # fmt: skip
    desk.send("desk/settings/", **fields)
    league, cup = event.state.terms.stages
    assert [date % 86_400_000 for date in league.dates] == [11 * 3_600_000] * 2
    assert league.dates[1] - league.dates[0] == 7 * 86_400_000
    assert (cup.play_to, cup.dates) == ("last_four", ())
    page = desk.read("desk/settings/")
    assert "2026-12-01 19:00\n2026-12-08 19:00</textarea>" in page
    told = desk.send("desk/settings/", **fields | {"stage0-dates": "2026-12-01 19:00\nsoon"})
    assert "Line 2 is no date and time." in told


@pytest.mark.parametrize(
    ("field", "value", "told"),
    [
        ("stage0-rounds", "0", "greater than or equal to 1"),
        ("table_points", "4 2", "Write four whole numbers."),
        ("place_bonus", "5 0 0 0", "have to add up to zero; these add up to 5."),
        ("bye_table", "x", "Write a number such as"),
        ("hands", "-3", "greater than or equal to 1"),
    ],
)
def test_fields_that_cannot_be_are_told_and_change_nothing(
    browser: Client, field: str, value: str, told: str
):
    made = draft(browser, play="online")
    event = Event(made, made.created_by)
    desk = Browser(event, made.created_by)
    before = event.state
    page = desk.send("desk/settings/", **{**form_of(desk.read("desk/settings/")), field: value})
    assert told in page
    assert event.state == before


def test_seats_change_only_where_there_is_a_dealer_round_to_come(browser: Client):
    made = draft(browser, play="online")
    event = Event(made, made.created_by)
    desk = Browser(event, made.created_by)
    fields = form_of(desk.read("desk/settings/")) | {"stage0-seat_rotation": "clockwise"}
    told = "Seats change after a dealer round"
    assert told in desk.send("desk/settings/", **fields)
    assert event.state.terms.stages[0].seat_rotation == "fixed"
    one = {"length_kind": "dealer_rounds", "dealer_rounds": "1"}
    assert told in desk.send("desk/settings/", **fields | one)
    assert told not in desk.send("desk/settings/", **fields | one | {"dealer_rounds": "2"})
    assert event.state.terms.stages[0].seat_rotation == "clockwise"


def test_terms_are_frozen_once_the_event_has_started(make_event: EventMaker):
    event = make_event(play="points").do(c.OpenRegistration()).enter(*"abcd")
    desk = Browser(event, event.account)
    fields = form_of(desk.read("desk/settings/"))
    event.do(c.StartTournament())
    before = event.state
    page = desk.send("desk/settings/", **{**fields, "round_minutes": "5"})
    assert "The terms were frozen when the event started" in page
    assert event.state == before


def test_name_and_times_are_put_right_at_any_time(make_event: EventMaker):
    event = make_event(play="points").do(c.OpenRegistration()).enter(*"abcd")
    event.do(c.StartTournament())
    desk = Browser(event, event.account)
    desk.send(
        "desk/settings/details/", name="Autumn cup", place="Hall 2", starts_at="2026-12-02T10:00",
        capacity=40,
    )  # fmt: skip
    details = event.state.details
    assert (details.name, details.place, event.state.capacity) == ("Autumn cup", "Hall 2", 40)
    at = datetime.fromtimestamp(details.starts_at / 1000, UTC)
    assert (at.hour, at.minute) == (2, 0)  # The site's zone is eight hours ahead.


def test_terms_kept_for_the_club_begin_the_next_event(browser: Client, make_event: EventMaker):
    event = make_event(play="points", round_ms=None)
    desk = Browser(event, event.account)
    desk.send("desk/settings/preset/", name="Ours")
    kept = Preset.objects.get()
    page = browser.get("/events/new/").content.decode()
    # What the preset brings stands there, for it goes before the game chosen above.
    assert "Bao: a contract is bid for · with real tiles; only the final points are entered" in page
    made = draft(browser, preset=f"own-{kept.pk}")
    assert Event(made, made.created_by).state.terms == event.state.terms


def test_what_an_odd_number_comes_to_is_explained(make_event: EventMaker):
    event = make_event(play="points").do(c.OpenRegistration()).enter(*"abcdefghi")
    page = Browser(event, event.account).read("desk/settings/")
    assert "9 players: 2 tables; over 4 rounds each sits out, or has a bye, 0 to 1 times." in page
    assert "9 players and 3 helpers: 3 tables, nobody sits out." in page
