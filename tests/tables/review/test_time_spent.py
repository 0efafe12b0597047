"""Where the time went: each player's own, the network's, and what nothing founds, on the page."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from engine.play.commands import ExcuseNetwork, GrantClock, MeasureNetwork
from tables import services
from tables.acting import SYSTEM, Intent, Order
from tables.models import Table
from tests.tables.conftest import Opener
from tests.tables.review.test_review_page import played_to_hand_two

pytestmark = pytest.mark.django_db


def submit(table: Table, intent: Intent, id_: str = "x") -> None:
    services.table_command(order=Order(table.pk, SYSTEM, id_, intent, deals=False))
    table.refresh_from_db()


def page(table: Table, account: User, language: str = "en") -> str:
    """The text of the hand's account, without its marks."""
    client = Client(headers={"Accept-Language": language, "HX-Request": "true"})
    client.force_login(account)
    said = client.get(reverse("review-time", args=[table.pk, 1])).content.decode()
    return " ".join(re.sub(r"<[^>]+>", " ", said).split())


@pytest.fixture
def table(open_table: Opener, players: list[User], referee: User) -> Table:
    found = open_table()
    services.referee_assign(table=found, account=referee)
    played_to_hand_two(found, players)
    found.refresh_from_db()
    return found


def test_the_way_to_each_player_is_told_and_the_account_adds_up(
    table: Table, referee: User
) -> None:
    assert page(table, referee).count("not measured") == 4
    submit(table, lambda _: MeasureNetwork(1, (120, 0, 0, 0)))
    said = page(table, referee)
    assert "120 ms" in said
    assert said.count("not measured") == 3
    assert "the account adds up" in said


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "nothing in the log founds it"),
        ("zh-hans", "日志中没有依据"),
        ("zh-hant", "日誌中沒有依據"),
    ],
)
def test_what_was_given_back_without_ground_is_said_so(
    table: Table, referee: User, language: str, words: str
) -> None:
    submit(table, lambda _: GrantClock(1, 500, "spilt tea"))
    assert words not in page(table, referee, language)
    submit(table, lambda _: ExcuseNetwork(1, 500), "y")
    assert page(table, referee, language).count(words) == 1
