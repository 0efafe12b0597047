"""Players at tables of no event are told of calls, rulings and appeals, too."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.db import IntegrityError, transaction
from django.utils import timezone

from accounts.models import User
from engine.play.match import Length
from tables import services
from tables.cases import services as cases
from tables.cases.services import Draft
from tables.cases.signals import Moved
from tables.models import Table
from tables.services import Sitter, Terms
from tests.tables.conftest import contribute_all, play
from tournaments.jobs import queueing
from tournaments.letters import receivers
from tournaments.letters.collecting import collect_outside
from tournaments.letters.models import Message
from tournaments.letters.tasks import letters_outside, letters_sweep

pytestmark = pytest.mark.django_db(transaction=True)


def person(name: str, language: str = "en") -> User:
    account = User.objects.create_user(name, language=language)
    EmailAddress.objects.create(
        user=account, email=f"{name}@x.example", verified=True, primary=True
    )
    return account


@pytest.fixture
def people() -> list[User]:
    return [person(name) for name in ("ann", "bo", "cai", "dan")]


@pytest.fixture
def referee() -> User:
    return person("referee")


def opened(people: list[User], referee: User, name: str = "Friday", **more: Any) -> Table:
    """A friendly table whose match of one hand is over."""
    table = services.table_open(
        terms=Terms("bao", length=Length("hands", 1)),
        sitters=[Sitter(name=one.username, account=one) for one in people],
        name=name,
        **more,
    )
    contribute_all(table, people)
    services.referee_assign(table=table, account=referee)
    play(table, people, seed=11)
    return Table.objects.get(pk=table.pk)


@pytest.fixture
def table(people: list[User], referee: User) -> Table:
    return opened(people, referee)


def call(table: Table, account: User) -> str:
    return cases.referee_call(table=table, account=account, reason="wrong_score", hand=1).case


def rule(table: Table, referee: User) -> str:
    payments = {"payments": {"E": 9, "S": -3, "W": -3, "N": -3}}
    draft = Draft(kind="score_set", hand=1, decision=payments, cites=("L7",), text="Counted again")
    cases.ruling_make(table=table, account=referee, draft=draft)
    return table.rulings.latest("version").ruling


def post(table: Table) -> dict[str, mail.EmailMessage]:
    """What goes out for what is new, by address."""
    mail.outbox.clear()
    letters_outside(str(table.pk))
    return {one.to[0]: one for one in mail.outbox}


ALL = {f"{name}@x.example" for name in ("ann", "bo", "cai", "dan")}


def test_whoever_called_is_told_that_a_referee_has_the_call(
    table: Table, people: list[User], referee: User
):
    cases.case_take(table=table, account=referee, case=call(table, people[1]))
    found = post(table)
    assert found.keys() == {"bo@x.example"}
    letter = found["bo@x.example"]
    assert letter.subject == "Friday: a referee has your call"
    assert "at the table “Friday”" in letter.body
    assert f"https://mahjong.example/tables/{table.pk}/cases/" in letter.body


def test_the_four_are_told_of_a_ruling_once_each(table: Table, referee: User):
    rule(table, referee)
    found = post(table)
    assert found.keys() == ALL
    assert {one.subject for one in found.values()} == {"Friday: a ruling at your table"}
    assert all("Counted again" in one.body for one in found.values())
    assert all("You can appeal against it until" in one.body for one in found.values())
    assert post(table) == {}
    letters_sweep()
    assert mail.outbox == []


def test_an_appeal_its_judge_and_its_end_are_told(people: list[User], referee: User):
    organiser = person("organiser")
    table = opened(people, referee, organiser=organiser)
    ruling = rule(table, referee)
    post(table)
    appeal = cases.appeal_lodge(table=table, account=people[0], ruling=ruling, text="But").appeal
    found = post(table)
    assert found.keys() == ALL - {"ann@x.example"} | {"organiser@x.example"}
    asked = found["organiser@x.example"]
    assert asked.subject == "Friday: an appeal waits for its judges"
    assert f"https://mahjong.example/tables/{table.pk}/rulings/" in asked.body
    cases.panel_name(table=table, account=organiser, appeal=appeal, judges=[organiser])
    found = post(table)
    assert found.keys() == {"organiser@x.example"}
    assert "Please vote by" in found["organiser@x.example"].body
    cases.vote_cast(table=table, account=organiser, appeal=appeal, vote="uphold")
    found = post(table)
    assert found.keys() == ALL
    assert all("The ruling was upheld." in one.body for one in found.values())


def test_only_a_proven_address_is_written_to(table: Table, people: list[User], referee: User):
    EmailAddress.objects.filter(user=people[0]).update(verified=False)
    User.objects.filter(pk=people[1].pk).update(event_mails=False)
    rule(table, referee)
    assert post(table).keys() == ALL - {"ann@x.example", "bo@x.example"}


def test_the_sweep_makes_a_lost_task_good(table: Table, referee: User):
    rule(table, referee)
    mail.outbox.clear()
    letters_sweep()
    assert {one.to[0] for one in mail.outbox} == ALL


@pytest.mark.parametrize(("days", "letters"), [(6, 4), (8, 0)])
def test_a_ruling_stays_news_for_a_week(table: Table, referee: User, days: int, letters: int):
    rule(table, referee)
    assert collect_outside(timezone.now() + timedelta(days=days)) == letters


@pytest.mark.parametrize(
    ("name", "language", "subject"),
    [
        ("", "en", "Bao: a ruling at your table"),
        ("周五", "zh-hans", "周五：您所在桌的裁决"),
        ("周五", "zh-hant", "周五：您所在桌的裁決"),
    ],
)
def test_a_table_is_called_by_its_name_or_its_game_in_the_readers_language(
    people: list[User], referee: User, name: str, language: str, subject: str
):
    table = opened(people, referee, name=name)
    User.objects.update(language=language)
    rule(table, referee)
    assert {one.subject for one in post(table).values()} == {subject}


@pytest.mark.parametrize("context", [{"demo": "seat"}, {"tournament": "x"}])
def test_the_demo_writes_to_nobody_and_an_events_tables_are_the_events(
    people: list[User], referee: User, context: dict[str, str]
):
    table = opened(people, referee, context=context)
    rule(table, referee)
    assert collect_outside(timezone.now()) == 0


def test_the_same_letter_cannot_be_stored_twice(table: Table, referee: User):
    rule(table, referee)
    collect_outside(timezone.now())
    again = Message.objects.first()
    assert again is not None
    assert again.tournament is None
    again.pk = None
    with pytest.raises(IntegrityError), transaction.atomic():
        again.save(force_insert=True)


@pytest.mark.parametrize(
    ("type_", "asks"),
    [
        ("RulingMade", True), ("AppealLodged", True), ("PanelNamed", True),
        ("AppealDecided", True), ("CaseTaken", True), ("StatementMade", False),
    ],
)  # fmt: skip
def test_what_moved_at_a_table_asks_for_its_task(
    table: Table, monkeypatch: pytest.MonkeyPatch, type_: str, asks: bool
):
    asked: list[tuple[str, ...]] = []
    monkeypatch.setattr(queueing, "_send", lambda name, given: asked.append((name, *given)))
    monkeypatch.setattr(queueing._QUEUERS, "submit", lambda deed, *given: deed(*given))
    receivers.case_moved_receive(Moved(table.pk, "", 1, (type_,)))
    assert asked == ([("tournaments.letters_outside", str(table.pk))] if asks else [])
