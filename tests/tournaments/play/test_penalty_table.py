"""Penalties by ruling are those of the event's own table; who may depart from it says why."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.utils import translation

from accounts.models import User
from engine.errors import EngineError
from tables.cases import services as cases
from tables.cases.guards import penalties_of
from tables.cases.services import Draft
from tables.errors import TableError
from tables.models import Ruling
from tests.tournaments.conftest import EventMaker
from tests.tournaments.play.court import Court, court
from tournaments.domain.terms import PenaltyRule
from tournaments.models import TournamentRole

pytestmark = pytest.mark.django_db(transaction=True)
LATE = PenaltyRule("late", "Comes late", 10, 12)
SLOW = PenaltyRule("slow", "Slow play", 0, 0, "warning")
HALF = PenaltyRule("half", "Half a point", 0, 6)
OUT = PenaltyRule("fraud", "Cheating", 0, 0, "expulsion")


@pytest.fixture
def made(make_event: EventMaker, cast: dict[str, User]) -> Court:
    return court(make_event, cast, penalties=(LATE, SLOW, HALF, OUT))


@pytest.fixture
def chief(made: Court, cast: dict[str, User]) -> User:
    account = User.objects.create_user("chief")
    TournamentRole.objects.create(
        tournament=made.event.tournament, account=account, role=TournamentRole.Role.CHIEF
    )
    return account


def penalty(kind: str = "points", game: int = 10, table: int = 1, rule: str | None = "late") -> Any:
    return {"place": 2, "penalty": kind, "game": game, "table": table, "rule": rule}


def rule(made: Court, decision: Any, **more: Any) -> str:
    return made.rule(kind="penalty", hand=0, decision=decision, **more)


def code_of(deed: Callable[[], Any]) -> str:
    with pytest.raises((EngineError, TableError)) as refused:
        deed()
    return str(getattr(refused.value, "code", ""))


def test_the_rows_are_told_with_whole_table_points(made: Court) -> None:
    rows = [(row.id, row.kind, row.game, row.table) for row in penalties_of(made.match())]
    assert rows == [
        ("late", "points", 10, 1), ("slow", "warning", 0, 0), ("half", "points", 0, None),
        ("fraud", "expulsion", 0, 0),
    ]  # fmt: skip


@pytest.mark.parametrize(
    "decision",
    [penalty(), penalty("warning", 0, 0, "slow"), penalty("expulsion", 0, 0, "fraud")],
)
def test_what_a_row_says_any_referee_gives(made: Court, decision: Any) -> None:
    rule(made, decision)
    assert Ruling.objects.get(table=made.match()).decision == decision


@pytest.mark.parametrize(
    ("decision", "code"),
    [
        (penalty(game=9), "penalty_differs"),
        (penalty(table=0), "penalty_differs"),
        (penalty(table=12), "penalty_differs"),
        (penalty("expulsion"), "penalty_differs"),
        (penalty("points", 5, 0, "slow"), "penalty_differs"),
        (penalty("points", 1, 0, "half"), "penalty_differs"),
        (penalty(rule=None), "penalty_differs"),
        (penalty(rule="early"), "no_such_penalty"),
    ],
)
def test_another_penalty_than_the_row_says_is_refused_to_everybody(
    made: Court, chief: User, decision: Any, code: str
) -> None:
    for account in (made.referee, chief, made.event.account):
        assert code_of(lambda who=account: rule(made, decision, account=who, text="So.")) == code
    assert not Ruling.objects.filter(table=made.match()).exists()


def test_a_referee_does_not_depart_from_the_table(made: Court) -> None:
    asked = {"departs": True, "text": "It was the third time."}
    assert code_of(lambda: rule(made, penalty(game=30), **asked)) == "may_not_depart"


@pytest.mark.parametrize("who", ["chief", "organiser"])
def test_chief_referee_and_organisers_depart_with_a_reason(
    made: Court, chief: User, who: str
) -> None:
    account = chief if who == "chief" else made.event.account
    asked = {"account": account, "departs": True}
    decision = penalty(game=30)
    assert code_of(lambda: rule(made, decision, text="", **asked)) == "departure_unexplained"
    assert code_of(lambda: rule(made, decision, text=" \n", **asked)) == "departure_unexplained"
    rule(made, decision, text="It was the third time.", **asked)
    assert Ruling.objects.get(table=made.match()).decision == decision


def test_the_preview_says_the_same_and_waits_for_the_text(made: Court, chief: User) -> None:
    def look(account: User, **more: Any) -> Any:
        draft = Draft(kind="penalty", hand=0, cites=(), decision=penalty(game=30), **more)
        return cases.ruling_preview(table=made.match(), account=account, draft=draft)

    assert code_of(lambda: look(made.referee)) == "penalty_differs"
    assert code_of(lambda: look(made.referee, departs=True)) == "may_not_depart"
    assert look(chief, departs=True).decision["game"] == 30


def test_judges_of_an_appeal_depart_with_a_reason(made: Court, chief: User) -> None:
    first = rule(made, penalty())
    match = made.match()
    lodged = cases.appeal_lodge(table=match, account=made.player(2), ruling=first)
    organiser = made.event.account
    cases.panel_name(table=match, account=organiser, appeal=lodged.appeal, judges=[chief])
    cases.vote_cast(table=match, account=chief, appeal=lodged.appeal, vote="overturn")

    def decide(**more: Any) -> Any:
        draft = Draft("penalty", 0, ("L7",), penalty(game=3), **more)
        return cases.appeal_decide(table=match, account=chief, appeal=lodged.appeal, draft=draft)

    assert code_of(decide) == "penalty_differs"
    assert code_of(lambda: decide(departs=True)) == "departure_unexplained"
    decide(departs=True, text="Two minutes only.")
    assert Ruling.objects.filter(table=match).latest("version").decision["game"] == 3


def test_without_a_table_of_penalties_referees_rule_freely(
    make_event: EventMaker, cast: dict[str, User]
) -> None:
    made = court(make_event, cast)
    rule(made, penalty(rule=None))
    assert penalties_of(made.match()) == []


# The form


def send(made: Court, account: User, language: str = "en", **fields: str) -> Any:
    client = Client(headers={"Accept-Language": language})
    client.force_login(account)
    form = {"kind": "penalty", "penalty-place": "2", "cite": "L7", "text": "So", **fields}
    return client.post(f"/tables/{made.match().pk}/hands/0/rule/", form | {"confirm": "1"})


def test_the_form_offers_the_rows_with_what_they_take(made: Court) -> None:
    client = Client(headers={"Accept-Language": "en"})
    client.force_login(made.referee)
    page = client.get(f"/tables/{made.match().pk}/hands/0/rule/").content.decode()
    assert 'value="late" data-kind="points" data-game="10" data-table="1"' in page
    assert "Comes late · game points −10 · table points −1" in page


def test_a_row_alone_is_enough(made: Court) -> None:
    blank = {"penalty": "", "penalty-game": "", "penalty-table": ""}
    assert send(made, made.referee, **{"penalty-rule": "late"}, **blank).status_code == 302
    assert Ruling.objects.get(table=made.match()).decision == penalty()


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "By the table of penalties it is: game points −10"),
        ("zh-hans", "按罚则应为："),
        ("zh-hant", "按罰則應為："),
    ],
)
def test_what_differs_from_the_row_is_refused_in_words(
    made: Court, language: str, words: str
) -> None:
    answer = send(made, made.referee, language, **{"penalty-rule": "late", "penalty-game": "50"})
    assert answer.status_code == 422
    assert words in answer.content.decode()


@pytest.mark.parametrize(
    ("language", "mark"),
    [
        ("en", "departs from the table of penalties"),
        ("zh-hans", "与罚则不同"),
        ("zh-hant", "與罰則不同"),
    ],
)
def test_a_ruling_that_departs_is_marked_where_it_is_read(
    made: Court, chief: User, language: str, mark: str
) -> None:
    rule(made, penalty())
    client = Client(headers={"Accept-Language": language})
    client.force_login(chief)
    address = f"/tables/{made.match().pk}/rulings/"
    assert mark not in client.get(address).content.decode()
    fields = {"penalty-rule": "late", "penalty-game": "50", "penalty-departs": "1"}
    assert send(made, chief, text="Again and again.", **fields).status_code == 302
    with translation.override(language):
        assert client.get(address).content.decode().count(mark) == 1
