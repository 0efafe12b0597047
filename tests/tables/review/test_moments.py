"""Moments of a hand: who took how long, on a clock that stands still in pauses."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest

from engine.play import events as e
from engine.play.evolve import evolve
from engine.play.legal import legal
from engine.play.state import MatchState
from tables.events.log import Line, stamp
from tables.review.moments import Moment, moments
from tests.e2e.matches import random_match

START = datetime(2026, 1, 1, tzinfo=UTC)
STEP = 1_000


def lines(seed: str, ruleset: str = "bao") -> tuple[list[Line], MatchState]:
    """A match with an event each second, and the state after it."""
    found, after = [], MatchState.empty()
    for number, (before, event, then) in enumerate(random_match(ruleset, seed, hands=1)):
        found.append(line(number, event, before, number * STEP))
        after = then
    return found, after


def line(number: int, event: e.Event, before: MatchState, at_ms: int) -> Line:
    at = stamp(START + timedelta(milliseconds=at_ms))
    return Line(number + 1, event, 1, before.hand_number, "place:0", "c", at, "", "", "", before)


def answered(found: list[Moment]) -> Iterator[tuple[Moment, int]]:
    for moment in found:
        if moment.reaction_ms is not None:
            yield moment, moment.reaction_ms


@pytest.mark.parametrize("ruleset", ["bao", "free"])
def test_who_answers_took_as_long_as_they_had_been_asked(ruleset: str) -> None:
    for moment, took in answered(moments(*lines("a", ruleset))):
        event, hand = moment.line.event, moment.line.before.hand
        assert hand is not None
        if isinstance(event, e.ClaimMade | e.ClaimPassed):
            # One second for each answer of the window: the third has waited for three.
            assert took == STEP * (len(hand.answers) + 1)
        elif isinstance(event, e.TileDiscarded):
            assert took == STEP


def test_a_pause_and_the_time_the_server_was_down_are_nobodys() -> None:
    played, after = lines("a")
    at = next(n for n, one in enumerate(played) if isinstance(one.event, e.TileDiscarded))
    plain = moments(played, after)[at]
    state, number = played[at].before, played[at].seq
    paused = evolve(state, e.MatchPaused(""))
    ms = (number - 2) * STEP
    extra = [
        line(number, e.MatchPaused(""), state, ms + 100),
        line(number, e.MatchResumed(), paused, ms + 60_100),
        line(number, e.DowntimeExcused(5_000), state, ms + 66_000),
        line(number, played[at].event, state, ms + 66_000),
    ]
    then = played[at + 1].before
    found = moments([*played[:at], *extra], then)[-1]
    assert plain.reaction_ms == STEP
    assert found.reaction_ms == 66_000 - 60_000 - 5_000


def test_chances_are_what_the_engine_lets_each_seat_do() -> None:
    for moment in moments(*lines("b")):
        if moment.place is None:
            assert moment.chances == (None,) * 4
            continue
        for seat in range(4):
            chance = moment.chances[seat]
            could = legal(moment.line.before, seat)
            assert (chance.commands if chance else ()) == could


def test_asking_the_one_who_answers_alone_tells_the_same_of_them() -> None:
    played, after = lines("c")
    whole, single = moments(played, after), moments(played, after, of_all=False)
    for all_, one in zip(whole, single, strict=True):
        assert all_.passed == one.passed
        assert all_.reaction_ms == one.reaction_ms
        if one.place is not None:
            hand = one.line.before.hand
            assert hand is not None
            seat = hand.seat_of(one.place)
            assert all_.chances[seat] == one.chances[seat]
