"""What a player is told of the tiles they wait for, and that an organiser can switch it off."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest

from engine.play import events as e
from engine.play.match import Aids, Length
from engine.play.state import MatchState
from engine.rulesets import get_ruleset
from engine.seats import SEATS
from engine.selfplay import SelfPlay, opening
from engine.view import view
from engine.viewer import Viewer
from tables.live.aids import waits_message
from tables.live.messages import Refused
from tables.live.trail import Horizon

Json = dict


@cache
def moments(ruleset: str, *, aid: bool = True) -> list[tuple[e.Event, MatchState]]:
    """Every event of three hands that sensible players play, with where the match then stood."""
    found: list[tuple[e.Event, MatchState]] = []
    command = opening("aid", get_ruleset(ruleset, None), Length("hands", 3), ["sensible"] * 4, "7")
    command = replace(command, aids=Aids(waits=aid))
    SelfPlay(command, "7", lambda state, event: found.append((event, state))).play()
    return found


def states(ruleset: str, *, aid: bool = True) -> list[MatchState]:
    """Where the match stood after every discard."""
    after = moments(ruleset, aid=aid)
    return [state for event, state in after if isinstance(event, e.TileDiscarded)]


def told(state: MatchState, place: int) -> Json:
    return waits_message(Horizon(1, state), place)


def seen_of(shown: Json, seat: str, tile: str) -> int:
    """How many of a kind lie open in a player's own view, or in their hand."""
    count = 0
    for owner, held in shown["seats"].items():
        texts = list(held["discards"])
        if owner == seat:
            texts += pieces(held["concealed"])
        for meld in held["melds"]:
            texts += pieces(meld["tiles"] or "")
        count += texts.count(tile)
    return count


def pieces(text: str) -> list[str]:
    """Sorted notation as single tiles: "34m5z" is 3m, 4m, 5z."""
    found, digits = [], ""
    for sign in text:
        if sign.isdigit():
            digits += sign
        else:
            found += [digit + sign for digit in digits]
            digits = ""
    return found


@pytest.mark.parametrize("ruleset", ["bao", "free"])
def test_what_is_left_is_what_the_player_does_not_see(ruleset: str) -> None:
    checked = 0
    for state in states(ruleset):
        assert state.hand is not None
        for place in range(4):
            shown = view(state, Viewer("seat", place))
            seat = SEATS[state.hand.seat_of(place)]
            for wait in told(state, place)["waits"]:
                assert wait["left"] == 4 - seen_of(shown, seat, wait["tile"])
                checked += 1
    assert checked > 20


def test_who_waits_for_something_is_ready_and_who_does_not_is_told_how_far_it_is() -> None:
    for state in states("bao"):
        for place in range(4):
            answer = told(state, place)
            if answer["waits"]:
                assert answer["distance"] == 0
            else:
                assert answer["distance"] >= 0


@pytest.mark.parametrize("ruleset", ["bao", "free"])
def test_a_tile_that_was_just_drawn_changes_nothing_about_the_waits(ruleset: str) -> None:
    found, before = 0, MatchState.empty()
    for event, state in moments(ruleset):
        if isinstance(event, e.TileDrawn) and event.source == "head":
            assert state.hand is not None
            place = state.hand.place_of(event.seat)
            pairs = [
                [(wait["tile"], wait["tai"]) for wait in told(one, place)["waits"]]
                for one in (before, state)
            ]
            assert pairs[0] == pairs[1]
            found += bool(pairs[0])
        before = state
    assert found > 5


def test_the_aid_is_refused_where_it_is_switched_off() -> None:
    state = states("bao", aid=False)[0]
    with pytest.raises(Refused) as refusal:
        told(state, 0)
    assert refusal.value.code == "aid_off"


def test_between_hands_there_is_nothing_to_wait_for() -> None:
    state = states("bao")[0]._replace(phase="between", hand=None)
    with pytest.raises(Refused) as refusal:
        told(state, 0)
    assert refusal.value.code == "not_now"
