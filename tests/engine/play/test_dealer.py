"""Who deals next, and laozhuang 老庄 (Z1-Z4, L6)."""

from __future__ import annotations

import pytest

from engine.play import commands as c
from engine.play.state import MatchState
from engine.rules.option import OptionValue
from engine.seats import E
from tests.engine.play.builder import claim, discard, passes, position, run
from tests.strategies import Table, at_random

SCATTERED = "19m19p19s1234567z"
READY = "123m45p789s55577z"


def won_by_north(**more: OptionValue) -> MatchState:
    state = position(
        hands={"E": SCATTERED + "6p", "N": READY}, dealer=1, repeat=2, options=more,
        discards={"W": "9p"},
    )  # fmt: skip
    return run(discard(state, "6p"), claim("N", "win"), *passes("SW"))[0]


def test_the_next_seat_deals_when_the_dealer_loses() -> None:
    state = won_by_north()
    assert (state.dealer, state.repeat, state.lost_deal) == (2, 0, (1,))


def test_or_the_winner_deals() -> None:
    assert won_by_north(dealer_succession="winner").dealer == (1 + 3) % 4


@pytest.mark.parametrize("succession", ["rotate", "winner"])
def test_a_winning_dealer_stays_and_the_count_goes_up(succession: str) -> None:
    state = position(
        hands={"E": "123m456p789s55577z"}, drawn="7z", dealer=3, repeat=1,
        options={"dealer_succession": succession}, discards={"E": "1m"},
    )  # fmt: skip
    state, _ = run(state, c.DeclareWin(E))
    assert (state.dealer, state.repeat, state.lost_deal) == (3, 2, ())


@pytest.mark.parametrize("ruleset", ["bao", "free"])
def test_after_an_exhausted_hand_the_dealer_stays_and_the_count_goes_up(ruleset: str) -> None:
    state = position(
        ruleset=ruleset, hands={"E": SCATTERED + "4p"}, dealer=2, repeat=0, wall_left=14
    )
    state, _ = run(discard(state, "4p"), *passes("SWN"))
    assert (state.dealer, state.repeat, state.lost_deal) == (2, 1, ())


def test_points_go_to_places_not_to_seats() -> None:
    state = won_by_north()
    # North of a hand that place 1 deals sits at place 0: 2 tai on East's discard.
    assert state.points == (16, -8, -4, -4)


def test_a_voided_hand_is_played_again_by_the_same_dealer() -> None:
    table = Table(2)
    table.start("bao")
    table.deal()
    before = table.state
    table.do(c.VoidHand("a tile fell"))
    table.open_secret()
    assert (table.state.dealer, table.state.repeat) == (before.dealer, before.repeat)
    assert table.state.played == 0
    table.deal()
    assert table.state.hand_number == 2
    assert table.state.points == (0, 0, 0, 0)


def test_the_first_dealer_is_drawn_and_differs_between_matches() -> None:
    dealers = set()
    for seed in range(30):
        table = Table(seed)
        table.start("bao")
        dealers.add(table.state.dealer)
    assert dealers == {0, 1, 2, 3}


def test_seat_winds_follow_the_dealer() -> None:
    table = Table(9)
    table.start("bao", {"draw_payer": "none"})
    for _ in table.play(at_random(1), 500):
        hand = table.state.hand
        if hand is not None and hand.result is None:
            assert hand.place_of(E) == hand.dealer
            assert [hand.seat_of(hand.place_of(seat)) for seat in range(4)] == [0, 1, 2, 3]
