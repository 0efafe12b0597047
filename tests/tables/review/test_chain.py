"""The review tells what became of a hand: to those at the table all, to others what is public."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from tables import services
from tables.cases import guards
from tables.cases import services as cases
from tables.cases.facts import facts_of
from tables.cases.guards import Guard, Publicity
from tables.cases.services import Draft
from tables.models import HandResult, Ruling, Table
from tests.tables.conftest import Opener, once
from tests.tables.review.playing import play_sensibly

pytestmark = pytest.mark.django_db
TEXT = "The tile was robbed from a kong."


@pytest.fixture
def ruled(open_table: Opener, players: list[User], referee: User) -> tuple[Table, int]:
    """A finished match with a won hand on which the referee has ruled: it was a laozhuang."""
    once("ruled", lambda: _play_and_rule(open_table, players, referee))
    table = Table.objects.latest("opened_at")
    return table, Ruling.objects.get(table=table).hand


def _play_and_rule(open_table: Opener, players: list[User], referee: User) -> None:
    won = HandResult.objects.none()
    # The walls are drawn: a match may go by without a hand of that kind.
    while len(won) < 2:
        table = open_table(hands=3)
        services.referee_assign(table=table, account=referee)
        play_sensibly(table, players)
        won = HandResult.objects.filter(table=table, outcome="won").order_by("repeat")
        won = won if won.filter(repeat=0).exists() else won.none()
    hand = won[0].hand
    facts = facts_of(table, hand) | {"laozhuang": 1}
    draft = Draft(kind="score_corrected", hand=hand, decision={"facts": facts}, cites=("L6",),
                  text=TEXT)  # fmt: skip
    cases.ruling_make(table=table, account=referee, draft=draft, command_id="r1")


def shown(table: Table, hand: int, account: User | None) -> str:
    client = Client(headers={"Accept-Language": "en"})
    if account:
        client.force_login(account)
    answer: Any = client.get(reverse("review", args=[table.pk, hand]))
    assert answer.status_code == 200
    return str(answer.content.decode())


def test_a_ruling_stands_on_the_page_with_who_why_and_the_difference(
    ruled: tuple[Table, int], players: list[User], referee: User
) -> None:
    table, hand = ruled
    for account in (players[0], referee):
        text = shown(table, hand, account)
        assert "What became of it" in text
        assert TEXT in text
        assert referee.public_name in text.split("What became of it")[1]
        assert "Difference:" in text


def test_the_corrected_score_is_opened_up_beside_the_original(
    ruled: tuple[Table, int], players: list[User]
) -> None:
    text = shown(*ruled, players[0])
    original, corrected = text.split("As a ruling corrected it")
    assert "× 2" not in original.split("How it was scored")[1]
    assert "× 2" in corrected


class Policy(Guard):
    def __init__(self, how: Publicity) -> None:
        self.how = how

    def publicity(self, table: Table) -> Publicity | None:
        return self.how


@pytest.fixture
def policy() -> Iterator[Policy]:
    """What the host makes public, for a test to say."""
    one = Policy("all")
    guards.register(one)
    yield one
    guards.unregister(one)


@pytest.mark.parametrize(
    ("how", "kind", "named"),
    [("all", True, True), ("anonymous", True, False), ("none", False, False)],
)
def test_others_see_of_rulings_what_the_host_makes_public(
    ruled: tuple[Table, int], visitor: User, policy: Policy, how: Publicity, kind: bool, named: bool
) -> None:
    policy.how = how
    chain = shown(*ruled, visitor).split("What became of it")[1].split("</section>")[0]
    assert ("Score corrected from the facts" in chain) == kind
    assert (TEXT in chain) == named
    names = ruled[0].seats.values_list("name", flat=True)
    if how == "anonymous":
        assert not any(f"<bdi>{name}</bdi>" in chain for name in names)
    assert "Difference:" in chain


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "The result was corrected"),
        ("zh-hans", "成绩已更正"),
        ("zh-hant", "成績已更正"),
    ],
)
def test_that_a_result_was_corrected_shows_under_every_policy(
    ruled: tuple[Table, int], policy: Policy, language: str, words: str
) -> None:
    policy.how = "none"
    client = Client(headers={"Accept-Language": language})
    address = reverse("review", args=[ruled[0].pk, ruled[1]])
    text = client.get(address).content.decode()
    assert words in text
    assert "Cited:" not in text


def test_a_hand_that_is_worth_what_it_was_shows_no_ruling_where_they_are_not_public(
    ruled: tuple[Table, int], referee: User, policy: Policy, visitor: User
) -> None:
    policy.how = "none"
    table = ruled[0]
    other = HandResult.objects.filter(table=table, outcome="won").exclude(hand=ruled[1])[0].hand
    draft = Draft(kind="score_stands", hand=other, cites=("L6",), text="As it was")
    cases.ruling_make(table=table, account=referee, draft=draft, command_id="r2")
    assert "What became of it" not in shown(table, other, visitor)
    assert "The score stands" in shown(table, other, referee)


def test_the_replay_tells_the_public_what_points_changed_and_no_more(
    ruled: tuple[Table, int], players: list[User], visitor: User, policy: Policy
) -> None:
    def told(account: User) -> dict[str, Any]:
        client = Client()
        client.force_login(account)
        answer = client.get(reverse("replay-events", args=[ruled[0].pk])).json()
        return next(one for one in answer["events"] if one["type"] == "RulingMade")

    full = told(players[0])
    assert full["data"].keys() > {"kind", "decision", "referee", "cites"}
    for how in ("all", "anonymous", "none"):
        policy.how = how
        seen = told(visitor)
        assert seen["data"].keys() == {"ruling", "hand", "supersedes", "points"}
        assert seen["data"]["points"] == full["data"]["points"]
        assert "actor" not in seen


def test_a_hand_nobody_ruled_on_has_no_chain(ruled: tuple[Table, int], players: list[User]) -> None:
    table, hand = ruled
    other = HandResult.objects.filter(table=table).exclude(hand=hand)[0].hand
    assert "What became of it" not in shown(table, other, players[0])
