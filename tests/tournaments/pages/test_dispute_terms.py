"""How disputes are run: chosen with the terms, told on the event's page, frozen at the start."""

from __future__ import annotations

import pytest
from django.test import Client

from tables.cases.terms import DisputeTerms
from tests.tournaments.conftest import Event, EventMaker
from tests.tournaments.domain.desk import terms as some_terms
from tests.tournaments.pages.test_desk import Browser
from tests.tournaments.pages.test_setup import draft, form_of
from tournaments.domain import commands as c
from tournaments.domain.dispute_terms import Clause, Disputes
from tournaments.pages.disputes_form import clauses_of, typed
from tournaments.play.opening import disputes_at

pytestmark = pytest.mark.django_db(transaction=True)

RULES = "1 Be on time.\n4.2) No phones.\nNot even silent.\n§5 Speak up."
CHOSEN = {
    "disputes-pause_limit_minutes": "7",
    "disputes-window_minutes": "45",
    "disputes-appeal_minutes": "20",
    "disputes-appeal_to": "panel",
    "disputes-panel_hours": "72",
    "disputes-objections_minutes": "15",
    "disputes-officials_hours": "24",
    "disputes-publicity": "all",
    "disputes-regulations": RULES,
}


@pytest.fixture
def browser(cast) -> Client:
    client = Client(headers={"accept-language": "en"})
    client.force_login(cast["organiser"])
    return client


def test_everything_about_disputes_is_chosen_in_the_form(browser: Client):
    made = draft(browser, preset="evening", play="online")
    event = Event(made, made.created_by)
    desk = Browser(event, made.created_by)
    fields = form_of(desk.read("desk/settings/")) | CHOSEN
    del fields["disputes-pause_on_call"]
    desk.send("desk/settings/", **fields)
    terms = event.state.terms
    assert terms.disputes == Disputes(
        False, 420_000, 2_700_000, 1_200_000, "panel", "all", 259_200_000
    )
    assert form_of(desk.read("desk/settings/"))["disputes-panel_hours"] == "72"
    assert (terms.objections_ms, terms.officials_ms) == (900_000, 86_400_000)
    assert terms.regulations == (
        Clause("1", "Be on time."),
        Clause("4.2", "No phones.\nNot even silent."),
        Clause("5", "Speak up."),
    )


def test_a_table_of_penalties_has_warnings_and_expulsions(browser: Client):
    made = draft(browser, preset="evening", play="online")
    event = Event(made, made.created_by)
    desk = Browser(event, made.created_by)
    fields = form_of(desk.read("desk/settings/"))
    fields |= {"penalty_text_0": "Talks", "penalty_game_0": "", "penalty_kind_0": "warning"}
    desk.send("desk/settings/", **fields)
    assert [one.kind for one in event.state.terms.penalties] == [
        "warning", "points", "points", "warning", "expulsion",
    ]  # fmt: skip


def test_regulations_without_a_number_are_told_beside_the_field(browser: Client):
    made = draft(browser, preset="evening", play="online")
    event = Event(made, made.created_by)
    desk = Browser(event, made.created_by)
    page = desk.read("desk/settings/")
    # A browser would cut off the end of what is pasted.
    assert "maxlength" not in page.partition("<textarea")[2].partition(">")[0]
    fields = form_of(page) | {"disputes-regulations": "Be on time."}
    before = event.state.terms
    assert "Begin every clause with its number" in desk.send("desk/settings/", **fields)
    assert event.state.terms == before


def test_a_typed_text_of_clauses_comes_back_as_it_was():
    clauses = tuple(clauses_of(RULES))
    assert tuple(clauses_of(typed(clauses))) == clauses
    assert tuple(clauses_of("第3条 准时。\n4、不准用手机。")) == (
        Clause("3", "准时。"), Clause("4", "不准用手机。"),
    )  # fmt: skip


@pytest.mark.parametrize("hours", ["0", "745", ""])
def test_an_appeal_is_given_an_hour_to_a_month(browser: Client, hours: str):
    made = draft(browser, preset="evening", play="online")
    event = Event(made, made.created_by)
    desk = Browser(event, made.created_by)
    fields = form_of(desk.read("desk/settings/")) | {"disputes-panel_hours": hours}
    before = event.state.terms
    assert 'class="errorlist"' in desk.send("desk/settings/", **fields)
    assert event.state.terms == before


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "A panel of three decides appeals"),
        ("en", "What is not decided within 36 hours of the appeal leaves the ruling as it is."),
        ("zh-hans", "申诉由三人小组裁定"),
        ("zh-hans", "提出申诉后 36 小时内未裁定的，维持原裁决。"),
        ("zh-hant", "申訴由三人小組裁定"),
        ("zh-hant", "提出申訴後 36 小時內未裁定的，維持原裁決。"),
    ],
)
def test_the_events_page_tells_how_disputes_go(make_event: EventMaker, language: str, said: str):
    event = make_event(
        regulations=(Clause("4.2", "No phones."),),
        disputes=Disputes(appeal_to="panel", panel_ms=129_600_000),
    ).do(c.OpenRegistration())
    client = Client(headers={"accept-language": language})
    page = client.get(f"/events/{event.tournament.pk}/").content.decode()
    assert said in page
    assert 'id="clause-4.2"' in page


def test_terms_are_shown_and_not_changed_once_the_event_has_started(make_event: EventMaker):
    event = make_event(disputes=Disputes(publicity="none"))
    event.do(c.OpenRegistration()).enter(*"abcd").do(c.StartTournament())
    desk = Browser(event, event.account)
    fields = form_of(desk.read("desk/settings/")) | {"disputes-publicity": "all"}
    desk.send("desk/settings/", **fields)
    assert event.state.terms.disputes.publicity == "none"


def test_tables_are_opened_with_how_disputes_go():
    ours = disputes_at(some_terms(disputes=Disputes(False, 1, 2, 3, panel_ms=4)))
    assert ours == DisputeTerms(
        pause_on_call=False, pause_limit_ms=1, window_ms=2, appeal_ms=3, panel_ms=4
    )


def test_a_table_of_penalties_takes_table_points(browser: Client):
    made = draft(browser, preset="evening", play="online")
    event = Event(made, made.created_by)
    desk = Browser(event, made.created_by)
    fields = form_of(desk.read("desk/settings/"))
    fields |= {"penalty_text_0": "Talks", "penalty_game_0": "", "penalty_table_0": "2"}
    desk.send("desk/settings/", **fields)
    first = event.state.terms.penalties[0]
    assert (first.text, first.kind, first.game, first.table) == ("Talks", "points", 0, 24)
    assert form_of(desk.read("desk/settings/"))["penalty_table_0"] == "2"


@pytest.mark.parametrize(
    ("kind", "game", "words"),
    [
        ("warning", "5", "A warning takes no points."),
        ("points", "", "Say how many points it takes, or make it a warning."),
    ],
)
def test_a_penalty_that_no_ruling_could_give_is_told_beside_the_field(
    browser: Client, kind: str, game: str, words: str
):
    made = draft(browser, preset="evening", play="online")
    event = Event(made, made.created_by)
    desk = Browser(event, made.created_by)
    before = event.state.terms.penalties
    fields = form_of(desk.read("desk/settings/"))
    fields |= {"penalty_text_0": "Talks", "penalty_game_0": game, "penalty_kind_0": kind}
    assert words in desk.send("desk/settings/", **fields)
    assert event.state.terms.penalties == before
