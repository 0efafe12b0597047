"""The review of a hand played with real tiles: who entered and confirmed what, and its score."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from tables import services
from tables.cases import guards, sheets
from tables.cases.guards import Guard, Publicity
from tables.models import Table
from tables.review.looks import looks_at
from tables.scored import services as scored
from tests.engine.scored.keeper import exhausted, won
from tests.tables.scored.conftest import ScoredOpener
from tests.tables.scored.conftest import open_scored as open_scored

pytestmark = pytest.mark.django_db


def get(table: Table, account: User | None, hand: int = 1) -> Any:
    client = Client(headers={"Accept-Language": "en"})
    if account:
        client.force_login(account)
    return client.get(reverse("review", args=[table.pk, hand]))


def test_entry_contest_and_confirmation_are_told_with_the_score_opened_up(
    open_scored: ScoredOpener, players: list[User], referee: User, visitor: User
) -> None:
    table = open_scored()
    services.referee_assign(table=table, account=referee)
    scored.hand_enter(table=table, account=players[1], hand=1, entry=won(1, "all_chows", off=2))
    scored.hand_contest(table=table, account=players[2], hand=1, text="It was my pung")
    answer = get(table, players[0])
    text = answer.content.decode()
    assert answer.status_code == 200
    for words in ("entered the hand", "contested it", "It was my pung", "How it was scored", "L2"):
        assert words in text
    assert get(table, referee).status_code == 200
    assert get(table, visitor).status_code == 403
    assert get(table, players[0], hand=2).status_code == 404
    assert not looks_at([table.pk]).exists()


def test_an_exhausted_hand_says_what_it_costs(
    open_scored: ScoredOpener, players: list[User]
) -> None:
    table = open_scored()
    scored.hand_enter(table=table, account=players[1], hand=1, entry=exhausted(0, 2))
    assert "Exhausted hand" in get(table, players[0]).content.decode()


class Policy(Guard):
    how: Publicity = "all"

    def publicity(self, table: Table) -> Publicity | None:
        return self.how


@pytest.fixture
def policy() -> Iterator[Policy]:
    one = Policy()
    guards.register(one)
    yield one
    guards.unregister(one)


@pytest.mark.parametrize(
    ("how", "told", "worded"),
    [("all", True, True), ("anonymous", True, False), ("none", False, False)],
)
def test_the_public_reads_of_a_contest_what_the_policy_says(
    open_scored: ScoredOpener,
    players: list[User],
    referee: User,
    visitor: User,
    policy: Policy,
    how: Publicity,
    told: bool,
    worded: bool,
) -> None:
    policy.how = how
    table = open_scored()
    services.referee_assign(table=table, account=referee)
    scored.hand_enter(table=table, account=players[1], hand=1, entry=won(1, "all_chows", off=2))
    scored.hand_contest(table=table, account=players[2], hand=1, text="It was my pung")
    sheet = sheet_of(table, visitor)
    assert ("It was my pung" in sheet) == worded
    assert worded or "This hand is contested." in sheet
    sheets.hand_uphold(table=table, account=referee, hand=1, reason="Nobody saw it")
    services.table_end(table=table, account=referee)
    text = get(table, visitor).content.decode()
    assert ("contested it" in text) == told
    for words in ("It was my pung", "Nobody saw it"):
        assert (words in text) == worded
        assert words in get(table, players[0]).content.decode()


def sheet_of(table: Table, account: User) -> str:
    client = Client(headers={"Accept-Language": "en"})
    client.force_login(account)
    return client.get(reverse("score", args=[table.pk])).content.decode()
