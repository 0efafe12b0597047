"""The review of a hand: who may open it, and what it tells."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from accounts.models import User
from engine.play import events as e
from engine.play.legal import legal
from engine.play.state import MatchState
from engine.play.winning import judged
from engine.seats import parse_seat
from tables import catalogue, selectors, services
from tables.models import Event, Table
from tables.replay.turnstile import READS
from tables.review.hand_log import hand_log
from tables.review.looks import looks_at
from tests.tables.conftest import Opener, play, state_of

pytestmark = pytest.mark.django_db


def get(
    table: Table, account: User | None, hand: int = 1, language: str = "en", **query: Any
) -> Any:
    client = Client(headers={"Accept-Language": language})
    if account:
        client.force_login(account)
    return client.get(reverse("review", args=[table.pk, hand]), query)


def told(answer: Any) -> dict[str, Any]:
    """What the page gives its script."""
    text = answer.content.decode()
    found = re.search(
        r'<script id="review-hand" type="application/json">(.*?)</script>', text, re.S
    )
    assert found
    return json.loads(found[1])


def played_to_hand_two(table: Table, players: list[User]) -> None:
    for seed in range(100):
        if state_of(table).hand_number > 1:
            return
        play(table, players, seed=seed, steps=30)
    raise AssertionError("the first hand did not end")


def test_a_running_hand_is_for_its_referees_alone_and_each_look_is_logged(
    open_table: Opener, players: list[User], referee: User, organiser: User, visitor: User
) -> None:
    table = open_table()
    services.referee_assign(table=table, account=referee)
    play(table, players, seed=1, steps=12)
    for stranger in (*players, organiser, visitor, None):
        assert get(table, stranger).status_code == 403
    assert not looks_at([table.pk]).exists()
    answer = get(table, referee)
    assert answer.status_code == 200
    assert "still being played" in answer.content.decode()
    assert [(look.account, look.hand, look.what) for look in looks_at([table.pk])] == [
        (referee, 1, "review")
    ]


def test_the_wall_to_come_is_hidden_from_referees_too(
    open_table: Opener, players: list[User], referee: User
) -> None:
    table = open_table()
    services.referee_assign(table=table, account=referee)
    answer = get(table, referee)
    dealt = told(answer)["events"][0]
    assert all(dealt["data"]["hand_tiles"].values())
    assert "wall" not in dealt["data"]
    assert "wall-title" not in answer.content.decode()


def test_a_finished_hand_is_open_to_players_and_once_the_match_is_over_to_all(
    open_table: Opener, players: list[User], visitor: User, organiser: User
) -> None:
    table = open_table(hands=2)
    played_to_hand_two(table, players)
    for player in players:
        assert get(table, player).status_code == 200
        assert get(table, player, hand=2).status_code == 403
    for stranger in (visitor, None):
        assert get(table, stranger).status_code == 403
    # Who rules on a hand sees it, without being the referee of the running one.
    assert get(table, organiser).status_code == 200
    assert get(table, organiser, hand=2).status_code == 403
    play(table, players, seed=500)
    for anybody in (*players, visitor, organiser, None):
        READS.forget()
        assert get(table, anybody, hand=2).status_code == 200
    assert not looks_at([table.pk]).exists()
    assert get(table, visitor, hand=99).status_code == 404


def test_every_event_is_told_with_time_actor_and_what_each_seat_could_do(
    open_table: Opener, players: list[User]
) -> None:
    table = open_table(hands=1)
    play(table, players, seed=7)
    events = told(get(table, players[0]))["events"]
    log = [line for line in selectors.lines(table) if line.hand == 1]
    log = [line for line in log if line.seq >= events[0]["seq"]][: len(events)]
    assert [one["seq"] for one in events] == [line.seq for line in log]
    assert events[0]["type"] == "HandDealt"
    assert events[-1]["type"] == "SecretOpened"
    for one, line in zip(events, log, strict=True):
        assert (one["at"], one["actor"]) == (line.at, line.actor)
        if one["place"] is not None:
            assert set(one["chances"]) == seats_with_a_choice(line.before)
            assert one["reaction_ms"] is not None


def seats_with_a_choice(state: MatchState) -> set[str]:
    return {"ESWN"[seat] for seat in range(4) if legal(state, seat)}


def test_who_passed_on_what_is_said(open_table: Opener, players: list[User]) -> None:
    table = open_table(hands=1)
    play(table, players, seed=7)
    events = told(get(table, players[0]))["events"]
    passes = [one for one in events if one["type"] == "ClaimPassed"]
    for one in passes:
        seat = one["data"]["seat"]
        could = {meld["kind"] for meld in one["chances"][seat].get("melds", [])}
        win = one["chances"][seat]["win"]
        assert set(one["passed"]) == could | ({"win"} if win and win["wins"] else set())
    assert any(one["passed"] for one in passes)


def test_a_win_that_was_not_to_be_had_names_the_rule_that_refused_it(
    open_table: Opener, players: list[User]
) -> None:
    table = open_table(hands=1)
    play(table, players, seed=7)
    events = told(get(table, players[0]))["events"]
    log = {line.seq: line.before for line in selectors.lines(table)}
    refused = 0
    for one in events:
        for seat, chance in one["chances"].items():
            state, win = log[one["seq"]], chance["win"]
            if win is None or win["wins"]:
                continue
            assert state.hand is not None
            found = judged(state.ruleset, state.hand, parse_seat(seat))
            assert found is not None
            assert (win["reason"], win["rule"]) == (found.reason, found.rule)
            assert win["rule"] in catalogue.rule_headings()
            refused += 1
    assert refused


def won_hand(open_table: Opener, players: list[User]) -> tuple[Table, int]:
    """A hand that somebody has won."""
    table = open_table(hands=3)
    services.FOLDS.forget()
    from tests.tables.review.playing import play_sensibly

    play_sensibly(table, players)
    won = Event.objects.filter(stream=table.pk, type="HandWon").first()
    assert won is not None
    return table, won.hand


@pytest.mark.parametrize(
    ("language", "words"),
    [("en", "How it was scored"), ("zh-hans", "怎样计分"), ("zh-hant", "怎樣計分")],
)
def test_a_score_is_opened_up_with_the_rules_texts_in_the_readers_language(
    open_table: Opener, players: list[User], language: str, words: str
) -> None:
    from tables.option_texts import in_words
    from tables.rulebook import book

    table, hand = won_hand(open_table, players)
    text = get(table, players[0], hand, language).content.decode()
    assert words in text
    log = hand_log(table.pk, hand)
    assert log is not None
    assert log.ending is not None
    event = log.ending.event
    assert isinstance(event, e.HandWon)
    rules = {element["rule"] for element in event.breakdown["elements"]}
    with translation.override(language):
        told = {rule: str(in_words(words)) for rule, words in book(language).rules.items()}
    for rule in (*rules, "L7", "W4"):
        assert told[rule] in text
    # Options are called by what they say, not by their names in programs.
    assert [rule for rule, words in told.items() if "<code>" in words or "_" in words] == []
    if language != "en":
        assert not re.search("[”」] | [“「]|true|false", "".join(told.values()))


def test_the_payments_are_sums_that_come_to_what_was_paid(
    open_table: Opener, players: list[User]
) -> None:
    from tables.review import page

    table, hand = won_hand(open_table, players)
    log = hand_log(table.pk, hand)
    assert log is not None
    score = page.score_of(log)
    assert score is not None
    paid: dict[str, int] = dict.fromkeys((one["name"] for one in score["sums"]), 0)
    for pay in score["payments"]:
        assert pay["total"] == sum(t["amount"] for t in pay["terms"]) * score["multiplier"]
        paid[pay["payer"]] -= pay["total"]
        paid[pay["payee"]] += pay["total"]
    assert paid == {one["name"]: one["total"] for one in score["sums"]}


def test_a_hand_read_by_itself_is_the_hand_of_the_whole_log(
    open_table: Opener, players: list[User]
) -> None:
    table = open_table(hands=2)
    play(table, players, seed=11)
    whole = {line.seq: line for line in selectors.lines(table)}
    log = hand_log(table.pk, 2)
    assert log is not None
    for line in log.lines[1:]:
        assert line == whole[line.seq]
    from tables.models import Snapshot

    Snapshot.objects.all().delete()
    assert hand_log(table.pk, 2) == log


def test_the_page_costs_a_bounded_number_of_queries(
    open_table: Opener, players: list[User], django_assert_max_num_queries: Any
) -> None:
    table = open_table(hands=1)
    play(table, players, seed=7)
    client = Client()
    client.force_login(players[0])
    with django_assert_max_num_queries(16):
        assert client.get(reverse("review", args=[table.pk, 1])).status_code == 200
