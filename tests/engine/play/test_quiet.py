"""Quiet turns come to what `decide` and `evolve` come to, event by event, or are none."""

from __future__ import annotations

from itertools import permutations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.errors import IllegalAction
from engine.hands import kinds_held
from engine.notation import parse_tile
from engine.play import commands as c
from engine.play import events as e
from engine.play.codec import written
from engine.play.decide import decide
from engine.play.evolve import evolve
from engine.play.legal import legal
from engine.play.quiet import quiet_turns
from engine.play.state import MatchState
from engine.tiles import KINDS
from tests.engine.play.builder import laid, position
from tests.strategies import GAMES, Table, at_random, tables


def five_events(state: MatchState, tile: int, order: tuple[int, ...]) -> MatchState | None:
    """The state after a discard, three passes in this order and a draw from the head of the wall;
    None if the events are others."""
    hand = state.hand
    assert hand is not None
    seat = hand.turn
    passes = [c.PassClaim((seat + further) % 4) for further in order]
    made: list[e.Event] = []
    try:
        for command in (c.Discard(seat, tile), *passes):
            for event in decide(state, command):
                state = evolve(state, event)
                made.append(event)
    except IllegalAction:
        return None
    last = made[-1]
    return state if isinstance(last, e.TileDrawn) and last.source == "head" else None


def assert_same(state: MatchState, tile: int, order: tuple[int, ...] = (1, 2, 3)) -> bool:
    turns = quiet_turns(state)
    assert turns is not None
    assert turns.state() is state
    after = five_events(state, tile, order)
    drawn = turns.play(tile)
    if after is None:
        assert drawn is None
        assert turns.state() is state
        return False
    assert after.hand is not None
    if drawn is None:
        # What is forbidden but where nothing else is left is for the closer look.
        assert state.hand is not None
        assert tile in (*state.hand.barred, *state.hand.wilds)
        assert turns.state() is state
        return False
    assert (drawn, turns.seat) == (after.hand.tile, after.hand.turn)
    assert turns.state() == after
    return True


@settings(max_examples=25, deadline=None)
@given(tables(), st.integers(0, 10**6))
def test_a_turn_is_what_its_five_events_make_of_it(started, seed):
    table, choose = started
    orders = list(permutations((1, 2, 3)))
    for state in table.play_meddled(choose, seed):
        turns = quiet_turns(state)
        hand = state.hand
        in_turn = state.phase == "hand" and hand is not None and hand.phase == "turn"
        assert (turns is not None) == (in_turn and not state.paused)
        if turns is not None:
            for tile in range(KINDS):
                assert_same(state, tile, orders[(seed + tile) % 6])


def assert_answered_alike(state: MatchState, tile: int, rng: Random) -> int:
    """With answers drawn from the menus, wins apart; how many melds were claimed, or -1 where the
    tile may not be discarded."""
    turns = quiet_turns(state)
    assert turns is not None
    seat = turns.seat
    order = rng.sample([(seat + further) % 4 for further in (1, 2, 3)], 3)
    try:
        (discarded,) = decide(state, c.Discard(seat, tile))
    except IllegalAction:
        assert turns.answered(tile, [(other, "") for other in order]) is None
        assert turns.state() is state
        return -1
    after, given, follows = evolve(state, discarded), [], ()
    for other in order:
        menu = [each for each in legal(after, other) if getattr(each, "kind", "") != "win"]
        first, *follows = decide(after, rng.choice(menu))
        given.append(first)
        for event in (first, *follows):
            after = evolve(after, event)
    claims = [isinstance(event, e.ClaimMade) for event in given]
    answers = zip(order, given, claims, strict=True)
    made = turns.answered(tile, [(by, written(one).data * said) for by, one, said in answers])
    if made is None:
        hand = state.hand
        assert hand is not None
        assert tile in (*hand.barred, *hand.wilds)
        return 0
    assert (list(made[0]), list(made[1])) == (given, list(follows))
    assert turns.state() == after
    assert turns.is_over == (after.hand is not None and after.hand.phase == "over")
    return sum(claims)


@settings(max_examples=25, deadline=None)
@given(tables(), st.integers(0, 10**6))
def test_a_turn_with_claims_is_what_its_events_make_of_it(started, seed):
    table, choose = started
    rng = Random(seed)
    for state in table.play_meddled(choose, seed):
        if quiet_turns(state) is not None:
            for tile in range(KINDS):
                assert_answered_alike(state, tile, rng)


def test_a_claim_that_the_hand_cannot_make_needs_a_closer_look():
    state = position(hands={"E": "112233m456p789s12z", "W": "11m345p345s55777z"})
    tile, claim = parse_tile("1m"), '{"kind":"pung","seat":"W","stands_as":"111m","tiles":"11m"}'
    passes = [(1, ""), (3, "")]
    for wrong in (claim.replace("11m", "22m"), claim.replace("pung", "chow"), claim + " ", "{}"):
        turns = quiet_turns(state)
        assert turns.answered(tile, [*passes, (2, wrong)]) is None
        assert turns.state() is state
    given, follows = quiet_turns(state).answered(tile, [*passes, (2, claim)])
    assert [type(event) for event in (*given, *follows)] == [
        e.ClaimPassed, e.ClaimPassed, e.ClaimMade, e.MeldClaimed,
    ]  # fmt: skip


@pytest.mark.parametrize("game", GAMES)
def test_many_turns_at_once_are_what_their_events_make_of_them(game):
    table = Table(3)
    table.start(game)
    state = next(s for s in table.play(at_random(3)) if quiet_turns(s))
    turns = quiet_turns(state)
    assert turns is not None
    played = 0
    while True:
        assert state.hand is not None
        held = state.hand.hands[state.hand.turn]
        tile = kinds_held(held)[0]
        after = five_events(state, tile, (2, 3, 1))
        if turns.play(tile) is None:
            assert after is None
            break
        assert after is not None
        state = after
        played += 1
        assert turns.state() == state
    assert played > 40


@pytest.mark.parametrize("wild_discard", ["forbidden", "dead", "face"])
def test_wilds_and_barred_tiles_are_looked_at(wild_discard):
    state = position(
        hands={"E": "12m345p678s123455z"},
        wilds="5z",
        options={"wild_discard": wild_discard},
    )
    allowed = {tile: assert_same(state, parse_tile(tile)) for tile in ("5z", "1m", "9m")}
    assert allowed == {"5z": wild_discard != "forbidden", "1m": True, "9m": False}
    assert state.hand is not None
    barred = state._replace(hand=state.hand._replace(barred=(parse_tile("1m"),)))
    assert quiet_turns(barred).play(parse_tile("1m")) is None


def test_the_last_tile_before_the_dead_wall_is_drawn_and_no_other():
    hands = {"E": "112233m456p789s12z"}
    dead = position(hands=hands).ruleset.options.dead_wall
    assert assert_same(position(hands=hands, wall_left=dead + 1), parse_tile("1m"))
    assert not assert_same(position(hands=hands, wall_left=dead), parse_tile("1m"))


def test_a_turn_after_a_claim_may_be_quiet():
    state = position(
        hands={"E": "112233m456p12z"}, melds={"E": [laid("pung", "555z", "W")]}, source="claim"
    )
    assert assert_same(state, parse_tile("1z"))
