"""Every form of the organiser, sent as a careless user sends it: the answer says which field and
why, in the reader's language and with a stable code; what was typed stands there again; nothing
has changed."""

from __future__ import annotations

import html
import re
from dataclasses import dataclass, field

import pytest
from django.test import Client

from accounts.models import User
from tests.tournaments.conftest import Event, club_make, event_make, only_event
from tests.tournaments.pages.test_desk import Browser
from tests.tournaments.pages.test_setup import form_of
from tests.worlds import World
from tournaments.clubs.models import Club, Invitation, Membership
from tournaments.domain import commands as c
from tournaments.domain.parts import Person, Result
from tournaments.domain.stages import next_plan
from tournaments.domain.terms import Stage
from tournaments.models import EventInvitation, Tournament
from tournaments.services import seed_of
from tournaments.store.folds import lines_after

pytestmark = pytest.mark.django_db(transaction=True)

LANGUAGES = ("en", "zh-hans", "zh-hant")
LONG = "长" * 300
MARKUP = "<script>alert(1)</script>"
POINTS = Result((9, -2, -3, -4), (), "organiser")


@dataclass(frozen=True)
class Case:
    """A form's address below the event's, what is sent to it, and the answer.

    `lost` are fields that cannot be shown again: choices that there are none of."""

    path: str
    sent: dict[str, object]
    code: str
    field: str
    lost: tuple[str, ...] = field(default=())

    def __str__(self) -> str:
        wrong = {name: str(value)[:12] for name, value in self.sent.items()}
        return f"{self.path} {wrong}"


def log_of(event: Event) -> list[str]:
    return [line.type for line in lines_after(event.tournament.pk, 0)]


def told(page: str) -> list[tuple[str, str]]:
    """Class and text of every message of refusal."""
    found = re.findall(r'<p class="([^"]*\bcode-[^"]*)"[^>]*>(.*?)</p>', page, re.S)
    return [(classes, html.unescape(text).strip()) for classes, text in found]


def check(event: Event, account: User, case: Case) -> None:
    before, said = log_of(event), set()
    for language in LANGUAGES:
        browser = Browser(event, account, language)
        page = browser.send(case.path, **case.sent)
        wanted = f"code-{case.code} field-{case.field}" if case.field else f"code-{case.code}"
        texts = [text for classes, text in told(page) if wanted in classes]
        assert texts, (wanted, told(page))
        said.add(texts[0])
        for name, value in case.sent.items():
            if isinstance(value, str) and value and name not in case.lost:
                assert html.escape(value) in page, name
    assert len(said) == len(LANGUAGES), said
    assert log_of(event) == before


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


def opened() -> Event:
    made = event_make(*club_make(), Stage("main", "swiss", 3), play="points", round_ms=3_600_000)
    return made.do(c.OpenRegistration()).enter(*"abcdefgh")


@pytest.fixture
def event(db: None) -> Event:
    OPENED()
    return only_event()


@pytest.mark.parametrize("case", REGISTRATION, ids=str)
def test_before_the_start(event: Event, case: Case):
    check(event, event.account, case)
    assert not EventInvitation.objects.exists()


def planned() -> Event:
    event = opened()
    event.do(c.StartTournament(), lambda state: next_plan(state, "main", seed_of(event.tournament)))
    return event


def started() -> Event:
    return planned().do(c.PublishPairings(1, 1), c.StartRound(1, 1, 0))


def confirmed() -> Event:
    event = started().do(c.TakeResult(1, 1, None, POINTS), c.TakeResult(1, 2, None, POINTS))
    return event.do(c.ConfirmRound(1))


OPENED, PLANNED_ROUND = World(opened), World(planned)
STARTED_ROUND, CONFIRMED_ROUND = World(started), World(confirmed)


ROUND = "desk/rounds/1/"
TABLE = "desk/rounds/1/tables/1/"
PLANNED = (
    Case(f"{ROUND}swap/", {"one": "a", "other": "a", "edition": "1"}, "same_entry", "other",
         ("one", "other", "edition")),
    Case(f"{ROUND}swap/", {"one": "a", "other": "nobody", "edition": "1"}, "unknown_value",
         "other", ("one", "other", "edition")),
    Case(f"{ROUND}swap/", {"one": "a", "other": "b", "edition": "x"}, "unknown_value",
         "edition", ("one", "other", "edition")),
    Case(f"{ROUND}swap/", {"one": "a", "other": "b", "edition": "7", "sure": "yes"},
         "edition_changed", "edition", ("one", "other", "edition", "sure")),
    Case(f"{ROUND}schedule/", {"starts_at": "soon"}, "unknown_value", "starts_at"),
    Case(f"{ROUND}schedule/", {"starts_at": "1969-01-01T10:00"}, "out_of_range", "starts_at"),
    Case("desk/step/", {"step": "confirm_round:main:1:"}, "stale", "", ("step",)),
    Case("desk/settings/", {"play": "points"}, "terms_frozen", "", ("play",)),
    Case("desk/import/pairings/",
         {"text": "round,table,east,south,west,north\n1,1,Name a,Name a,,"}, "twice_in_round", ""),
)  # fmt: skip


@pytest.mark.parametrize("case", PLANNED, ids=str)
def test_while_a_round_is_planned(db: None, case: Case):
    PLANNED_ROUND()
    event = only_event()
    check(event, event.account, case)


def four(*points: object) -> dict[str, object]:
    return {f"points_{place}": str(value) for place, value in enumerate(points)}


STARTED = (
    Case(f"{ROUND}clock/", {"action": "extend", "minutes": ""}, "empty", "minutes", ("action",)),
    Case(f"{ROUND}clock/", {"action": "extend", "minutes": "0"}, "out_of_range", "minutes",
         ("action", "minutes")),
    Case(f"{ROUND}clock/", {"action": "extend", "minutes": "-5"}, "out_of_range", "minutes",
         ("action", "minutes")),
    Case(f"{ROUND}clock/", {"action": "extend", "minutes": "9999"}, "out_of_range", "minutes",
         ("action", "minutes")),
    Case(f"{ROUND}clock/", {"action": "stop"}, "unknown_value", "action", ("action",)),
    Case(f"{ROUND}clock/", {"action": "pause", "table": "77"}, "no_such_table", "table",
         ("action", "table")),
    Case(f"{ROUND}confirm/", {"reason": ""}, "empty", "exceptions.0.why"),
    Case(f"{ROUND}confirm/", {"reason": "r" * 2001}, "too_long", "exceptions.0.why"),
    Case(f"{ROUND}reopen/", {"reason": "why"}, "not_confirmed", "round", ("reason",)),
    Case(f"{ROUND}dispute/", {"table": "1", "by": "a", "text": ""}, "empty", "text",
         ("table", "by")),
    Case(f"{ROUND}dispute/", {"table": "9", "by": "a", "text": "x"}, "no_such_table", "table",
         ("table", "by", "text")),
    Case(f"{ROUND}dispute/", {"table": "1", "by": "king", "text": MARKUP}, "unknown_entry", "by",
         ("table", "by")),
    Case(f"{TABLE}result/", four(9, 9, 9, 9), "not_zero_sum", "", ()),
    Case(f"{TABLE}result/", four(9, -9, "x", 0), "unknown_value", "points_2", ()),
    Case(f"{TABLE}result/", four(9, -9, "", 0), "empty", "points_2", ()),
    Case(f"{TABLE}result/", four(9, -9, 10**12, 0), "out_of_range", "points_2", ()),
    Case(f"{TABLE}result/", four("1.5", "-1.5", 0, 0), "unknown_value", "points_0", ()),
    Case(f"{TABLE}result/withdraw/", {"reason": "wrong"}, "no_result", "table", ("reason",)),
    Case(f"{TABLE}result/correct/", {**four(1, -1, 0, 0), "reason": ""}, "nothing_to_correct",
         "table", ("points_0", "points_1", "points_2", "points_3")),
    Case(f"{TABLE}seat/", {"place": "9"}, "no_such_place", "", ("place",)),
    Case(f"{TABLE}seat/",
         {"place": "0", "seat0-person": "king", "seat0-role": "substitute", "seat0-from_hand": "1"},
         "unknown_value", "seat0-person", ("place", "seat0-person", "seat0-role")),
    Case(f"{TABLE}seat/",
         {"place": "0", "seat0-person": "new", "seat0-role": "king", "seat0-from_hand": "2"},
         "unknown_value", "seat0-role", ("place", "seat0-person", "seat0-role")),
    Case(f"{TABLE}seat/",
         {"place": "0", "seat0-person": "new", "seat0-role": "substitute", "seat0-from_hand": "0",
          "name": "Somebody"},
         "out_of_range", "seat0-from_hand", ("place", "seat0-person", "seat0-role")),
    Case(f"{TABLE}seat/",
         {"place": "0", "seat0-person": "new", "seat0-role": "substitute", "seat0-from_hand": "1",
          "name": LONG},
         "too_long", "name", ("place", "seat0-person", "seat0-role")),
    Case(f"{TABLE}seat/",
         {"place": "0", "seat0-person": "new", "seat0-role": "substitute", "seat0-from_hand": "1",
          "name": ""},
         "empty", "name", ("place", "seat0-person", "seat0-role")),
    Case(f"{TABLE}seat/undo/", {"place": "0"}, "nothing_to_undo", "place", ("place",)),
    Case("desk/penalties/give/", {"entry": "king", "round": "1", "reason": MARKUP},
         "unknown_value", "entry", ("entry", "round")),
    Case("desk/penalties/give/", {"entry": "a", "round": "9", "reason": "late"},
         "unknown_value", "round", ("entry", "round")),
    Case("desk/penalties/give/", {"entry": "a", "round": "1", "reason": ""}, "empty", "reason",
         ("entry", "round")),
    Case("desk/penalties/give/", {"entry": "a", "round": "1", "reason": "late", "game": "-3"},
         "out_of_range", "game", ("entry", "round")),
    Case("desk/penalties/give/", {"entry": "a", "round": "1", "reason": "late", "game": "9" * 20},
         "out_of_range", "game", ("entry", "round")),
    Case("desk/penalties/give/", {"entry": "a", "round": "1", "reason": "r" * 501},
         "too_long", "reason", ("entry", "round")),
    Case("desk/penalties/lift/", {"penalty": "none", "reason": "x"}, "no_such_penalty", "penalty",
         ("penalty", "reason")),
    Case("desk/import/results/", {"text": "round,table,place,name,game_points\n1,1,east,Name a,x"},
         "bad_points", ""),
    Case("desk/corrections/decide/", {"correction": "none", "choice": "keep", "reason": "x"},
         "no_such_correction", "correction", ("correction", "choice", "reason")),
    Case("desk/players/a/withdraw/", {"reason": "ill", "instead": "king", "credit": "nobody",
                                      "from_hand": "1"},
         "unknown_value", "instead", ("instead", "credit")),
    Case("desk/players/a/withdraw/", {"reason": "ill", "instead": "new", "credit": "nobody",
                                      "from_hand": "1", "name": ""},
         "empty", "name", ("instead", "credit")),
)  # fmt: skip


@pytest.mark.parametrize("case", STARTED, ids=str)
def test_while_a_round_is_played(db: None, case: Case):
    STARTED_ROUND()
    event = only_event()
    check(event, event.account, case)


CONFIRMED = (
    Case(f"{ROUND}confirm/", {"reason": "again"}, "already_confirmed", "round", ("reason",)),
    Case(f"{ROUND}reopen/", {"reason": ""}, "empty", "reason"),
    Case(f"{ROUND}reopen/", {"reason": "r" * 2001}, "too_long", "reason"),
    Case(f"{TABLE}result/", four(1, -1, 0, 0), "round_confirmed", "round",
         tuple(four(0, 0, 0, 0))),
    Case(f"{TABLE}result/correct/", {**four(9, 9, 9, 9), "reason": "typo"}, "not_zero_sum", ""),
    Case(f"{TABLE}result/correct/", {**four(9, -9, "x", 0), "reason": MARKUP}, "unknown_value",
         "points_2"),
    Case(f"{TABLE}result/correct/", {**four(1, -1, 0, 0), "reason": ""}, "empty", "reason"),
)  # fmt: skip


@pytest.mark.parametrize("case", CONFIRMED, ids=str)
def test_when_a_round_is_confirmed(db: None, case: Case):
    CONFIRMED_ROUND()
    event = only_event()
    check(event, event.account, case)


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
