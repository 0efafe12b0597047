"""Whole matches of legal play with random options: what holds after every event."""

from __future__ import annotations

from collections import Counter
from itertools import combinations_with_replacement

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from engine.errors import IllegalAction
from engine.hands import unpack
from engine.play import commands as c
from engine.play import events as e
from engine.play.codec import event_from_json, event_to_json
from engine.play.command_codec import command_from_json, command_to_json
from engine.play.decide import decide
from engine.play.defaults import default_action, waiting_on
from engine.play.evolve import evolve, fold
from engine.play.legal import legal
from engine.play.match import Length
from engine.play.state import HandState, MatchState
from engine.rules.contract import FORMS
from engine.seats import ALL_SEATS
from engine.tiles import KINDS
from tests.strategies import GAMES, TASTES, Choose, Table, tables

# Without shrinking: a smaller match is no plainer, and finding one takes minutes.
WITHOUT_SHRINKING = (Phase.explicit, Phase.reuse, Phase.generate)
QUICK = settings(
    max_examples=25,
    deadline=None,
    phases=WITHOUT_SHRINKING,
    suppress_health_check=[HealthCheck.too_slow],
)


def all_tiles(hand: HandState) -> Counter[int]:
    """Every tile of the hand, wherever it lies."""
    tiles = Counter(hand.wall[hand.head : hand.tail])
    for seat in ALL_SEATS:
        tiles.update(unpack(hand.hands[seat]))
        tiles.update(hand.discards[seat])
        for laid in hand.melds[seat]:
            tiles.update(laid.meld.tiles)
    return tiles


FOUR_OF_EACH = Counter(dict.fromkeys(range(KINDS), 4))


def check(state: MatchState) -> None:
    assert sum(state.points) == 0
    if state.hand is not None:
        assert all_tiles(state.hand) == FOUR_OF_EACH


@QUICK
@given(tables())
def test_tiles_are_conserved_and_points_add_up_to_zero_at_every_event(
    played: tuple[Table, Choose],
) -> None:
    table, choose = played
    list(table.play(choose))
    state = MatchState.empty()
    for event in table.events:
        state = evolve(state, event)
        check(state)
        if isinstance(event, e.HandWon):
            assert sum(event.breakdown["payments"].values()) == 0
    assert state == table.state
    assert state.phase == "ended"


@QUICK
@given(tables(), st.integers(0, 2**32))
def test_pauses_absences_time_outs_and_voided_hands_keep_all_in_order(
    played: tuple[Table, Choose], seed: int
) -> None:
    table, choose = played
    for state in table.play_meddled(choose, seed):
        check(state)
    assert isinstance(table.events[-1], e.MatchEnded)
    assert fold(table.events) == table.state
    check(table.state)


@QUICK
@given(tables())
def test_events_and_commands_survive_json(played: tuple[Table, Choose]) -> None:
    table, choose = played
    list(table.play(choose))
    again = [
        event_from_json(type(event).__name__, 1, event_to_json(event)) for event in table.events
    ]
    assert again == table.events
    assert fold(again) == table.state
    for command in table.commands:
        if isinstance(command, c.SeatCommand):
            assert command_from_json(command.seat, command_to_json(command)) == command


@QUICK
@given(tables())
def test_somebody_can_always_act_and_the_default_is_legal(played: tuple[Table, Choose]) -> None:
    table, choose = played
    for state in table.play(choose):
        hand = state.hand
        if state.phase != "hand" or hand is None or hand.phase == "over":
            continue
        waiting = [hand.seat_of(place) for place in waiting_on(state)]
        assert waiting
        for seat in ALL_SEATS:
            menu = legal(state, seat)
            assert bool(menu) is (seat in waiting)
            assert len(set(menu)) == len(menu)
            default = default_action(state, seat)
            assert (default in menu) if seat in waiting else default is None


def universe(hand: HandState, seat: int) -> list[c.SeatCommand]:
    """Every command that could be thought of for a seat."""
    held = sorted({*unpack(hand.hands[seat]), *hand.wilds, 0, 33})
    found: list[c.SeatCommand] = [c.PassBid(seat), c.DeclareWin(seat), c.PassClaim(seat)]
    found += [c.Bid(seat, tai, form) for tai in range(32) for form in FORMS]
    found += [c.Discard(seat, kind) for kind in range(KINDS)]
    found += [c.Claim(seat, "win")]
    for size in range(3):
        named = combinations_with_replacement(range(KINDS), size)
        found += [c.NameWilds(seat, kinds) for kinds in named]
    for tiles in combinations_with_replacement(held, 2):
        found.append(c.Claim(seat, "pung", tiles))
        around = hand.tile or 0
        found += [
            c.Claim(seat, "chow", tiles, (low, low + 1, low + 2))
            for low in range(max(around - 3, 0), min(around + 2, 31))
        ]
    found += [c.Claim(seat, "kong", t) for t in combinations_with_replacement(held, 3)]
    for kind in range(KINDS):
        onto = [(pung,) * 4 for pung in range(KINDS)] if kind in hand.wilds else [()]
        found += [c.DeclareKong(seat, "added_kong", (kind,), stands_as) for stands_as in onto]
    for kind in held:
        for fourth in held:
            tiles = tuple(sorted((kind, kind, kind, fourth)))
            found.append(c.DeclareKong(seat, "concealed_kong", tiles))
    return list(dict.fromkeys(found))


def is_accepted(state: MatchState, command: c.Command) -> bool:
    try:
        decide(state, command)
    except IllegalAction:
        return False
    return True


@settings(QUICK, max_examples=12)
@given(tables())
def test_decide_accepts_exactly_what_legal_lists(played: tuple[Table, Choose]) -> None:
    table, choose = played
    for number, state in enumerate(table.play(choose, 260)):
        hand = state.hand
        if number % 9 or state.phase != "hand" or hand is None:
            continue
        for seat in ALL_SEATS:
            accepted = {x for x in universe(hand, seat) if is_accepted(state, x)}
            assert accepted == set(legal(state, seat))


@pytest.mark.parametrize("ruleset", GAMES)
@pytest.mark.parametrize("taste", TASTES)
def test_matches_of_every_taste_end(ruleset: str, taste: object) -> None:
    table = Table(11)
    table.start(ruleset, length=Length("hands", 4))
    list(table.play(taste(7)))
    assert isinstance(table.events[-1], e.MatchEnded)


def test_every_sort_of_event_comes_up() -> None:
    seen: Counter[str] = Counter()
    for seed in range(12):
        for ruleset in GAMES:
            table = Table(seed)
            table.start(ruleset, {"free_minimum": 2}, length=Length("hands", 3))
            list(table.play(TASTES[1 + seed % 3](seed)))
            seen.update(type(event).__name__ for event in table.events)
    for expected in (
        "HandWon", "HandExhausted", "KongDeclared", "MeldClaimed", "ClaimMade", "WildsNamed",
        "AuctionEnded", "SecretOpened",
    ):  # fmt: skip
        assert seen[expected], expected
