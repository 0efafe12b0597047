"""Every form of the organiser, sent as a careless user sends it: the answer says which field and
why, in the reader's language and with a stable code; what was typed stands there again; nothing
has changed."""

from __future__ import annotations

import html

import pytest
from django.test import Client

from tests.tournaments.conftest import Event, only_event
from tests.tournaments.pages.refusing import (
    LANGUAGES,
    LONG,
    MARKUP,
    Case,
    check,
    log_of,
    opened,
    told,
)
from tests.tournaments.pages.test_desk import Browser
from tests.tournaments.pages.test_setup import form_of
from tests.worlds import World
from tournaments.clubs.models import Club, Invitation, Membership
from tournaments.domain import commands as c
from tournaments.domain.parts import Person
from tournaments.models import EventInvitation, Tournament

pytestmark = pytest.mark.django_db(transaction=True)
DETAILS = "desk/settings/details/"
REGISTRATION = (
    Case(DETAILS, {"name": LONG}, "too_long", "name"),
    Case(DETAILS, {"name": ""}, "empty", "name"),
    Case(DETAILS, {"name": "a\u202eb"}, "control_character", "name"),
    Case(DETAILS, {"name": "Cup", "place": "x" * 300}, "too_long", "place"),
    Case(DETAILS, {"name": "Cup", "capacity": "3"}, "out_of_range", "capacity"),
    Case(DETAILS, {"name": "Cup", "capacity": "-8"}, "out_of_range", "capacity"),
    Case(DETAILS, {"name": "Cup", "capacity": "9" * 30}, "out_of_range", "capacity"),
    Case(DETAILS, {"name": "Cup", "capacity": "many"}, "unknown_value", "capacity"),
    Case(DETAILS, {"name": "Cup", "capacity": "5"}, "capacity_below_entries", "capacity"),
    Case(DETAILS, {"name": "Cup", "starts_at": "tomorrow"}, "unknown_value", "starts_at"),
    Case(DETAILS, {"name": "Cup", "starts_at": "0001-01-01T00:00"}, "out_of_range", "starts_at"),
    Case(DETAILS, {"name": "Cup", "ends_at": "9999-12-31T00:00"}, "out_of_range", "ends_at"),
    Case(
        DETAILS,
        {"name": MARKUP, "starts_at": "2026-12-02T10:00", "ends_at": "2026-12-01T10:00"},
        "dates_out_of_order", "ends_at",
    ),
    Case("desk/settings/preset/", {"name": LONG}, "too_long", "name"),
    Case("desk/players/add/", {"name": "", "kind": "player"}, "empty", "name", ("kind",)),
    Case("desk/players/add/", {"name": LONG, "kind": "player"}, "too_long", "name", ("kind",)),
    Case("desk/players/add/", {"name": MARKUP, "kind": "king"}, "unknown_value", "kind", ("kind",)),
    Case(
        "desk/players/add/", {"name": "NAME a", "kind": "player"}, "duplicate_name", "name",
        ("kind",),
    ),
    Case(
        "desk/players/add/", {"name": "New", "kind": "player", "fixed_table": "0"},
        "out_of_range", "fixed_table", ("kind",),
    ),
    Case(
        "desk/players/add/", {"name": "New", "kind": "player", "fixed_table": "x"},
        "unknown_value", "fixed_table", ("kind",),
    ),
    Case(
        "desk/players/add/", {"name": "New", "kind": "player", "club": LONG},
        "too_long", "club", ("kind",),
    ),
    Case(
        "desk/players/add/", {"name": "New", "kind": "player", "never": LONG},
        "too_long", "never", ("kind",),
    ),
    Case(
        "desk/players/add/",
        {"name": "New", "kind": "player", "apart": ",".join(f"m{n}" for n in range(40))},
        "bad_list", "apart", ("kind", "apart"),
    ),
    Case("desk/players/a/", {"name": LONG, "kind": "player"}, "too_long", "name", ("kind",)),
    Case("desk/players/a/", {"name": "Name b", "kind": "player"}, "duplicate_name", "name",
         ("kind",)),
    Case("desk/players/a/", {"name": "Name a", "kind": "bot"}, "kind_fixed", "kind", ("kind",)),
    Case("desk/players/a/withdraw/", {"reason": LONG}, "too_long", "reason"),
    Case("desk/players/import/", {"text": "name\n"}, "no_rows", ""),
    Case("desk/players/import/", {"text": f"name\n{LONG}"}, "too_long", ""),
    Case("desk/players/import/", {"text": "name,fixed_table\nAnn,-1"}, "bad_number", ""),
    Case("desk/players/import/", {"text": "name\nname a"}, "duplicate_entry", ""),
    Case("desk/players/import/", {"text": "name,club\nAnn,Bo,Cy\n"}, "too_many_cells", ""),
    Case("desk/players/import/", {"text": "x" * 1_000_001}, "too_big", "file", ("text",)),
    Case("desk/import/results/", {"text": "x"}, "no_header", ""),
    Case("desk/import/pairings/", {"text": MARKUP}, "no_header", ""),
    Case("desk/invitations/", {"role": "owner", "uses": "1"}, "unknown_value", "role", ("role",)),
    Case("desk/invitations/", {"role": "player", "uses": "0"}, "out_of_range", "uses", ("role",)),
    Case("desk/invitations/", {"role": "player", "uses": "-1"}, "out_of_range", "uses", ("role",)),
    Case("desk/invitations/", {"role": "player", "days": "900"}, "unknown_value", "days",
         ("role", "days")),
    Case("desk/invitations/", {"role": "player", "note": LONG}, "too_long", "note", ("role",)),
    Case("desk/officials/name/", {"account": "999999", "role": "referee"}, "unknown_value",
         "account", ("account", "role")),
    Case("desk/officials/name/", {"account": MARKUP, "role": "referee"}, "unknown_value",
         "account", ("account", "role")),
    Case("desk/step/", {"step": "start_round:main:1:"}, "stale", "", ("step",)),
)  # fmt: skip


OPENED = World(opened)


@pytest.fixture
def event(db: None) -> Event:
    OPENED()
    return only_event()


@pytest.mark.parametrize("case", REGISTRATION, ids=str)
def test_before_the_start(event: Event, case: Case):
    check(event, event.account, case)
    assert not EventInvitation.objects.exists()


TERMS = (
    ("stage0-rounds", "0", "out_of_range", "stage0-rounds"),
    ("stage0-rounds", "-2", "out_of_range", "stage0-rounds"),
    ("stage0-rounds", "101", "out_of_range", "stage0-rounds"),
    ("stage0-rounds", "x", "unknown_value", "stage0-rounds"),
    ("stage0-kind", "", "no_stages", "stage0-kind"),
    ("stage0-kind", "duel", "unknown_value", "stage0-kind"),
    ("hands", "0", "out_of_range", "hands"),
    ("round_minutes", "99999", "out_of_range", "round_minutes"),
    ("drop_worst", "-1", "out_of_range", "drop_worst"),
    ("best_of", "0", "out_of_range", "best_of"),
    ("table_points", "1 2 3", "unknown_value", "table_points"),
    ("table_points", "0 1 2 4", "bad_places", "table_points"),
    ("place_bonus", "5 0 0 0", "not_zero_sum", "place_bonus"),
    ("place_bonus", f"{10**15} 0 0 -{10**15}", "out_of_range", "place_bonus"),
    ("bye_game", "9" * 15, "out_of_range", "bye_game"),
    ("bye_table", "half", "unknown_value", "bye_table"),
    ("tie_0", "", "bad_list", "tie_0"),
    ("tie_1", "table_points", "bad_list", "tie_0"),
    ("fixed_wilds", "5m", "out_of_range", "fixed_wilds"),
    ("penalty_text_0", "x" * 300, "too_long", "penalty_text_0"),
    ("penalty_game_0", "-5", "out_of_range", "penalty_game_0"),
    ("disputes-window_minutes", "-1", "out_of_range", "disputes-window_minutes"),
    ("disputes-regulations", "no number", "bad_clause", "disputes-regulations"),
    ("disputes-regulations", "1 One\n1 Two", "twice", "disputes-regulations"),
    ("disputes-regulations", "1 " + "x" * 40_000, "too_long", "disputes-regulations"),
    ("visibility", "nobody", "unknown_value", "visibility"),
)


@pytest.mark.parametrize(("name", "value", "code", "field"), TERMS)
def test_terms_that_cannot_be(event: Event, name: str, value: str, code: str, field: str):
    sent = form_of(Browser(event, event.account).read("desk/settings/"))
    if name == "tie_0":
        sent = {key: "" if key.startswith("tie_") else text for key, text in sent.items()}
    case = Case("desk/settings/", {**sent, name: value}, code, field, tuple({*sent} - {name}))
    chosen = {"stage0-kind", "visibility", "tie_1"}
    lost = (*case.lost, *({name} & chosen))
    check(event, event.account, Case(case.path, case.sent, code, field, lost))


STAGES = (
    ({"stage1-kind": "final", "stage1-advance": "top_of_standings", "stage1-advance_count": "0"},
     "out_of_range", "stage1-advance_count"),
    ({"stage1-kind": "final", "stage1-advance": "all", "stage1-wild_cards": "2"},
     "contradiction", "stage1-wild_cards"),
    ({"stage1-kind": "final", "stage1-advance": "king"}, "unknown_value", "stage1-advance"),
    ({"stage1-kind": "final", "stage1-carry_percent": "101"}, "out_of_range",
     "stage1-carry_percent"),
    ({"stage0-kind": "double_elimination", "stage0-top": "1"}, "contradiction", "stage0-top"),
    ({"stage0-kind": "swiss", "stage0-small_final": "on"}, "contradiction", "stage0-small_final"),
    ({"stage0-kind": "league", "stage0-rounds": "1",
      "stage0-dates": "2026-12-01 19:00\n2026-12-08 19:00"}, "bad_list", "stage0-dates"),
    ({"stage0-kind": "league", "stage0-rounds": "2",
      "stage0-dates": "2026-12-08 19:00\n2026-12-01 19:00"}, "dates_out_of_order",
     "stage0-dates"),
    ({"stage0-kind": "league", "stage0-rounds": "2", "stage0-dates": "soon"}, "unknown_value",
     "stage0-dates"),
    ({"drop_worst": "1", "best_of": "2"}, "contradiction", "best_of"),
)  # fmt: skip


@pytest.mark.parametrize(("changes", "code", "field"), STAGES)
def test_stages_that_cannot_be_say_which_and_why(event: Event, changes, code: str, field: str):
    sent = form_of(Browser(event, event.account).read("desk/settings/")) | changes
    said, before = set(), log_of(event)
    for language in LANGUAGES:
        page = Browser(event, event.account, language).send("desk/settings/", **sent)
        texts = [text for classes, text in told(page) if f"code-{code} field-{field}" in classes]
        assert texts, told(page)
        if field.startswith("stage"):
            number = int(field[5]) + 1
            group = {"en": f"Stage {number}", "zh-hans": f"第 {number} 阶段",
                     "zh-hant": f"第 {number} 階段"}[language]  # fmt: skip
            assert texts[0].startswith(f"{group} · "), texts[0]
        said.add(texts[0])
        assert "Two of these settings" not in texts[0]
    assert len(said) == len(LANGUAGES)
    assert log_of(event) == before


NEW = {"name": "Night", "ruleset": "bao", "play": "points", "preset": "evening"}


@pytest.mark.parametrize(
    ("wrong", "code", "field"),
    [
        ({"name": LONG}, "too_long", "name"),
        ({"name": ""}, "empty", "name"),
        ({"name": "a\u202eb"}, "control_character", "name"),
        ({"ruleset": "chess"}, "unknown_value", "ruleset"),
        ({"preset": "own-999"}, "unknown_value", "preset"),
        ({"preset": ""}, "empty", "preset"),
        ({"play": MARKUP}, "unknown_value", "play"),
        ({"capacity": "3"}, "out_of_range", "capacity"),
        ({"capacity": "-1"}, "out_of_range", "capacity"),
        ({"starts_at": "2026-13-40T99:00"}, "unknown_value", "starts_at"),
        ({"starts_at": "2026-12-02T10:00", "registration_closes_at": "2026-12-03T10:00"},
         "dates_out_of_order", "starts_at"),
    ],
)  # fmt: skip
def test_a_new_event_that_cannot_be(club: Club, cast, wrong, code: str, field: str):
    said = set()
    for language in LANGUAGES:
        client = Client(headers={"accept-language": language})
        client.force_login(cast["organiser"])
        page = client.post(f"/events/new/?club={club.slug}", {**NEW, **wrong}).content.decode()
        texts = [text for classes, text in told(page) if f"code-{code} field-{field}" in classes]
        assert texts, told(page)
        said.add(texts[0])
        for name in ("name", "starts_at"):
            assert html.escape(str({**NEW, **wrong}.get(name, ""))) in page
    assert len(said) == len(LANGUAGES)
    assert not Tournament.objects.exists()


@pytest.mark.parametrize(
    ("path", "sent", "code", "field"),
    [
        ("/clubs/new/", {"name": ""}, "empty", "name"),
        ("/clubs/new/", {"name": LONG}, "too_long", "name"),
        ("/clubs/new/", {"name": "Club", "place": LONG}, "too_long", "place"),
        ("/clubs/new/", {"name": "Club", "description": "d" * 2001}, "too_long", "description"),
        ("edit/", {"name": "\u200b"}, "empty", "name"),
        ("invitations/", {"role": "owner"}, "unknown_value", "role"),
        ("invitations/", {"role": "player", "uses": "0"}, "out_of_range", "uses"),
        ("invitations/", {"role": "player", "uses": "1001"}, "out_of_range", "uses"),
        ("invitations/", {"role": "player", "uses": "x"}, "unknown_value", "uses"),
        ("invitations/", {"role": "player", "note": LONG}, "too_long", "note"),
        ("members/{owner}/role/", {"role": "king"}, "unknown_role", ""),
        ("members/{owner}/role/", {"role": "player"}, "last_owner", ""),
        ("members/{owner}/remove/", {}, "last_owner", ""),
    ],
)
def test_what_a_club_does_not_take(club: Club, cast, path, sent, code: str, field: str):
    own = Membership.objects.get(club=club, role="owner").pk
    if not path.startswith("/"):
        path = f"/clubs/{club.slug}/{path.format(owner=own)}"
    said = set()
    for language in LANGUAGES:
        client = Client(headers={"accept-language": language})
        client.force_login(cast["owner"])
        page = client.post(path, sent, follow=True).content.decode()
        wanted = f"code-{code} field-{field}" if field else f"code-{code}"
        texts = [text for classes, text in told(page) if wanted in classes]
        assert texts, told(page)
        said.add(texts[0])
    assert len(said) == len(LANGUAGES)
    assert Club.objects.count() == 1
    assert not Invitation.objects.exists()
    assert Membership.objects.filter(club=club, role="owner").count() == 1


def test_what_was_typed_is_shown_once_and_only_where_it_was_typed(event: Event):
    browser = Browser(event, event.account)
    browser.client.post(f"{browser.base}desk/players/a/withdraw/", {"reason": LONG})
    assert LONG not in browser.read("desk/players/b/")
    browser.client.post(f"{browser.base}desk/players/a/withdraw/", {"reason": LONG})
    assert LONG in browser.read("desk/players/a/")
    assert LONG not in browser.read("desk/players/a/")


def test_a_refused_name_is_told_with_the_name_of_the_field(event: Event):
    event.do(c.AddEntry("x", Person("Ann")))
    page = Browser(event, event.account, "zh-hans").send(
        "desk/players/add/", name="ann", kind="player"
    )
    assert "姓名：已有名叫 \u2068ann\u2069 的人报名。" in html.unescape(page)
