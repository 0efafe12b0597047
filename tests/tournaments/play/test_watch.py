"""Every reason for which a table is shown in red, and the moment before it."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from django.utils import translation

from tables.models import Table as Match
from tests.tournaments.domain.desk import MINUTE, POINTS, Desk, running
from tournaments.domain import commands as c
from tournaments.play.watch import TEXTS, Trouble, troubles

START = datetime(2026, 12, 1, 19, tzinfo=UTC)
MATCH = "11111111-1111-1111-1111-111111111111"


def minutes(number: float) -> datetime:
    return START + timedelta(minutes=number)


def playing(**changes: object) -> Desk:
    desk = running(*"abcd", **{"round_ms": 60 * MINUTE, **changes})
    return desk.play(1, "abcd", at=int(START.timestamp() * 1000))


def match(**changes: object) -> Match:
    given = {"pk": MATCH, "play": "live", "opened_at": START, "started_at": START, **changes}
    contested = bool(given.pop("is_contested", False))
    found = Match(**given)
    found.is_contested = contested
    return found


def red(desk: Desk, at: float, one: Match | None = None, moved: float = 0) -> str | None:
    """The code at the only table, so many minutes after the start; the match moved then last."""
    matches = {1: one} if one else {}
    moves = {one.pk: minutes(moved)} if one else {}
    found = troubles(desk.state, desk.state.rounds[1], matches, moves, minutes(at))
    return found[1].code if found else None


def test_a_table_that_is_not_opened_in_time() -> None:
    assert red(playing(), 0.3) is None
    assert red(playing(), 0.4) == "not_opened"


def test_a_table_where_somebody_has_not_come() -> None:
    waiting = match(started_at=None)
    assert red(playing(), 1.9, waiting, 0) is None
    assert red(playing(), 2.1, waiting, 0) == "not_begun"


@pytest.mark.parametrize(("play", "quiet"), [("live", 3), ("scored", 40)])
def test_a_table_at_which_nothing_happens_unless_it_is_paused(play: str, quiet: int) -> None:
    assert red(playing(), 10 + quiet - 0.1, match(play=play), 10) is None
    assert red(playing(), 10 + quiet + 0.1, match(play=play), 10) == "stalled"
    assert red(playing(), 10 + quiet + 0.1, match(play=play, paused=True), 10) is None


def test_a_table_that_plays_on_after_its_time() -> None:
    assert red(playing(), 59.9, match(), 59) is None
    assert red(playing(), 60.1, match(), 60) == "time_over"


def test_a_match_that_is_over_without_a_result() -> None:
    over = match(ended_at=minutes(30))
    assert red(playing(), 30.3, over, 30) is None
    assert red(playing(), 30.4, over, 30) == "no_result"
    assert red(playing().results(1), 31) is None


def test_a_contested_hand_and_an_open_dispute() -> None:
    assert red(playing(), 5, match(play="scored", is_contested=True), 5) == "hand_contested"
    desk = playing().results(1)
    desk.do(c.OpenDispute("d", 1, 1, "a", "no"))
    assert red(desk, 5) == "dispute_open"


def test_points_alone_are_waited_for_until_time_is_up() -> None:
    assert red(playing(play="points"), 59) is None
    assert red(playing(play="points"), 61) == "time_over"


def test_a_round_that_is_not_being_played_is_never_red() -> None:
    desk = playing()
    desk.do(c.TakeResult(1, 1, None, POINTS), c.ConfirmRound(1))
    assert red(desk, 500) is None


@pytest.mark.parametrize("language", ["en", "zh-hans", "zh-hant"])
def test_every_reason_is_told_in_words(language: str) -> None:
    with translation.override(language):
        assert all(Trouble(code).text and Trouble(code).text != code for code in TEXTS)
