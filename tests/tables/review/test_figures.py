"""Irregularities are figures beside their base rate: counted over logs, never a verdict."""

from __future__ import annotations

from collections import Counter

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from engine.play import events as e
from engine.play.commands import Claim, DeclareWin, TakeOver, TimeOut
from engine.play.defaults import waiting_on
from engine.play.legal import legal
from tables import folds, selectors, services
from tables.acting import Order
from tables.models import Table
from tables.review.figures import figures_of, figures_over
from tables.review.irregularities import (
    Rate,
    Tally,
    figures,
    tally_from_json,
    tally_to_json,
    together,
)
from tests.tables.conftest import Opener, play
from tests.tables.review.playing import counted, play_whole

pytestmark = pytest.mark.django_db


def test_wins_passed_up_are_those_that_were_legal_and_not_taken(
    played: Table, players: list[User]
) -> None:
    legal_wins: Counter[str] = Counter()
    passed: Counter[str] = Counter()
    for line in selectors.lines(played):
        event, hand = line.event, line.before.hand
        answers = (e.ClaimMade, e.ClaimPassed, e.TileDiscarded, e.KongDeclared)
        own_win = isinstance(event, e.HandWon) and event.source == "self_draw"
        if hand is None or not (isinstance(event, answers) or own_win):
            continue
        could = any(
            isinstance(one, DeclareWin) or (isinstance(one, Claim) and one.kind == "win")
            for one in legal(line.before, event.seat)
        )
        who = str(players[hand.place_of(event.seat)].pk)
        took = own_win or (isinstance(event, e.ClaimMade) and event.kind == "win")
        legal_wins[who] += could
        passed[who] += could and not took
    found = counted(played)
    for who, number in legal_wins.items():
        assert found.of["passed_win", who, None] == number
        assert found.count["passed_win", who, None] == passed[who]
    assert len(found.passed_wins) == sum(passed.values())


def test_claims_are_counted_out_of_the_tiles_that_could_be_claimed(played: Table) -> None:
    found = counted(played)
    made = [line for line in selectors.lines(played)
            if isinstance(line.event, e.ClaimMade) and line.event.kind != "win"]  # fmt: skip
    count = sum(n for (kind, *_), n in found.count.items() if kind == "claims")
    assert count == len(made) > 0
    assert all(found.count[key] <= found.of[key] for key in found.of)


def test_decisions_that_the_clock_made_are_a_players_time_outs(
    open_table: Opener, players: list[User]
) -> None:
    table = open_table(hands=1)
    play(table, players, seed=3, steps=10)
    state = folds.state_after(selectors.lines(table))
    assert state.hand is not None
    seat = next(one for one in range(4) if legal(state, one))
    who = str(players[state.hand.place_of(seat)].pk)
    services.table_command(order=Order(table.pk, "clock", "late", lambda _: TimeOut(seat)))
    found = counted(table)
    assert found.count["time_out", who, None] == 1
    assert sum(found.count[key] for key in found.count if key[0] == "time_out") == 1


def test_who_was_gone_when_asked_is_counted_and_who_was_gone_unasked_is_not(
    open_table: Opener, players: list[User]
) -> None:
    table = open_table(hands=1)
    play(table, players, seed=3, steps=10)
    asked = waiting_on(folds.state_after(selectors.lines(table)))
    unasked = [place for place in range(4) if place not in asked]
    for place in (asked[0], unasked[0]):
        gone = TakeOver(place, "random")
        services.table_command(
            order=Order(table.pk, "clock", f"gone-{place}", lambda _, gone=gone: gone)
        )
    found = counted(table)
    who = str(players[asked[0]].pk)
    assert {key: n for key, n in found.count.items() if key[0] == "away" and n} == {
        ("away", who, None): 1
    }
    assert found.of["away", who, None] >= 1


def test_base_rate_is_that_of_everybody_else() -> None:
    found = Tally(
        names={"a": "Ann", "b": "Bo", "c": "Cai"},
        count=Counter({("time_out", "a", None): 6, ("time_out", "b", None): 1}),
        of=Counter(
            {("time_out", "a", None): 20, ("time_out", "b", None): 50, ("time_out", "c", None): 50}
        ),
    )
    first = figures(found)[0]
    assert (first.who, first.rate, first.base) == ("a", Rate(6, 20), Rate(1, 100))


def test_a_set_of_matches_adds_up(played: Table) -> None:
    one = counted(played)
    both = together([one, one])
    assert (
        both.of["time_out", next(iter(one.names)), None]
        == 2 * one.of["time_out", next(iter(one.names)), None]
    )
    assert both.hands == 2 * one.hands
    assert +tally_from_json(tally_to_json(one)).count == +one.count
    assert tally_from_json(tally_to_json(one)).of == one.of
    assert tally_from_json(tally_to_json(one)).passed_wins == one.passed_wins
    assert figures_over([played])["hands"] == figures_of(played)["hands"] == 2


def test_many_matches_are_counted_as_far_as_the_time_goes(
    open_table: Opener, players: list[User]
) -> None:
    tables = [play_whole(open_table(hands=1), players) for _ in range(2)]
    first = figures_over(tables, seconds=0)
    assert (first["counted"], first["matches"]) == (1, 2)
    assert figures_over(tables)["counted"] == 2


def test_nothing_is_counted_of_a_hand_that_still_runs(
    open_table: Opener, players: list[User]
) -> None:
    table = open_table(hands=2)
    play(table, players, seed=3, steps=30)
    table.refresh_from_db()
    told = figures_of(table)
    assert (told["hands"], told["passed"], told["lost"]) == (0, [], [])
    assert all(not group["rows"] for group in figures_of(table)["groups"])


def test_figures_are_for_those_who_answer_for_the_table(
    played: Table, players: list[User], organiser: User, referee: User, visitor: User
) -> None:
    services.referee_assign(table=played, account=referee)
    address = reverse("review-figures", args=[played.pk])

    def ask(account: User) -> int:
        client = Client()
        client.force_login(account)
        return client.get(address).status_code

    assert [ask(one) for one in (organiser, referee)] == [200, 200]
    assert [ask(one) for one in (players[0], visitor)] == [403, 403]
