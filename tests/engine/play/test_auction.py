"""The auction 包牌 (A1-A5)."""

from __future__ import annotations

import pytest

from engine.errors import IllegalAction
from engine.play import commands as c
from engine.play import events as e
from engine.play.state import MatchState
from engine.rules.contract import Contract
from engine.seats import E, N, S, W
from tests.engine.play.builder import menu, run
from tests.strategies import Table


def auction(**options: bool | int | str) -> MatchState:
    table = Table(1)
    table.start("bao", options)
    table.deal()
    return table.state


def bid(seat: int, tai: int = 2, form: str = "two_wild") -> c.Bid:
    return c.Bid(seat, tai, form)


def turn_of(state: MatchState) -> int:
    assert state.hand is not None
    return state.hand.turn


def test_the_dealer_speaks_first_then_in_turn_order() -> None:
    state = auction()
    assert turn_of(state) == E
    state, _ = run(state, c.PassBid(E))
    assert turn_of(state) == S
    with pytest.raises(IllegalAction, match="North is not in turn: South is"):
        run(state, c.PassBid(N))


def test_the_ladder_is_plain_one_wild_no_wild_then_the_next_tai() -> None:
    state, _ = run(auction(max_bid=3), bid(E, 2, "one_wild"))
    assert menu(state, "S") == ["pass_bid", "bid 2 no_wild", "bid 3 two_wild",
                                "bid 3 one_wild", "bid 3 no_wild"]  # fmt: skip


def test_a_bid_must_outrank_the_last() -> None:
    state, _ = run(auction(), bid(E, 2, "no_wild"))
    with pytest.raises(IllegalAction, match="cannot bid 2 one_wild over 2 no_wild") as refused:
        run(state, bid(S, 2, "one_wild"))
    assert refused.value.rule == "A2"
    with pytest.raises(IllegalAction, match="cannot bid 2 no_wild over 2 no_wild"):
        run(state, bid(S, 2, "no_wild"))
    run(state, bid(S, 3))


@pytest.mark.parametrize("reentry", [True, False])
def test_the_auction_is_over_when_all_four_have_passed(reentry: bool) -> None:
    passed = [c.PassBid(seat) for seat in (E, S, W, N)]
    _, events = run(auction(bid_reentry=reentry), *passed)
    assert events[-1] == e.AuctionEnded("no_contract", None)


@pytest.mark.parametrize("tai", [0, 1, 14, 10**9])
def test_a_bid_outside_the_bounds_is_refused(tai: int) -> None:
    with pytest.raises(IllegalAction) as refused:
        run(auction(), bid(E, tai))
    assert (refused.value.code, refused.value.rule) == ("bid_out_of_range", "A3")


def test_at_the_top_of_the_ladder_only_a_pass_is_left() -> None:
    state, _ = run(auction(), bid(E, 13, "no_wild"))
    assert menu(state, "S") == ["pass_bid"]


def test_three_passes_after_a_bid_end_the_auction_and_the_contractor_names() -> None:
    state, events = run(auction(), c.PassBid(E), bid(S), c.PassBid(W), c.PassBid(N), c.PassBid(E))
    assert events[-1] == e.AuctionEnded("contract", Contract(S, 2, "two_wild"))
    assert state.hand is not None
    assert (state.hand.phase, state.hand.turn) == ("naming", S)


def test_who_passed_may_bid_again() -> None:
    state, _ = run(auction(), c.PassBid(E), bid(S), c.PassBid(W), c.PassBid(N), bid(E, 3))
    assert turn_of(state) == S


def test_without_reentry_who_passed_is_out() -> None:
    state, _ = run(auction(bid_reentry=False), c.PassBid(E), bid(S), bid(W, 3), c.PassBid(N))
    assert turn_of(state) == S
    state, events = run(state, c.PassBid(S))
    assert events[-1] == e.AuctionEnded("contract", Contract(W, 3, "two_wild"))


def test_without_reentry_earlier_passes_count_towards_the_end() -> None:
    _, events = run(auction(bid_reentry=False), c.PassBid(E), c.PassBid(S), c.PassBid(W), bid(N))
    assert events[-1] == e.AuctionEnded("contract", Contract(N, 2, "two_wild"))


def test_with_reentry_the_last_to_speak_leaves_the_others_their_word() -> None:
    _, events = run(auction(), c.PassBid(E), c.PassBid(S), c.PassBid(W), bid(N))
    assert events[-1] == e.BidMade(N, 2, "two_wild")


def all_pass(**options: str) -> tuple[MatchState, list[e.Event]]:
    return run(auction(**options), *[c.PassBid(seat) for seat in range(4)])


def test_all_pass_plays_without_contract_and_wilds() -> None:
    state, events = all_pass()
    assert events[-1] == e.AuctionEnded("no_contract", None)
    assert state.hand is not None
    assert (state.hand.phase, state.hand.turn, state.hand.wilds) == ("turn", E, ())


def test_all_pass_may_force_the_dealer_to_hold_two_tai() -> None:
    state, events = all_pass(all_pass="dealer_forced")
    assert events[-1] == e.AuctionEnded("dealer_forced", Contract(E, 2, "two_wild"))
    assert state.hand is not None
    assert (state.hand.phase, state.hand.turn) == ("naming", E)


def test_all_pass_may_deal_again_with_the_same_dealer_and_count() -> None:
    before = auction(all_pass="redeal")
    state, events = all_pass(all_pass="redeal")
    assert events[-1] == e.HandRedealt()
    assert (state.dealer, state.repeat, state.played) == (before.dealer, 0, 0)
    assert state.points == (0, 0, 0, 0)


def test_a_bid_without_wilds_names_none_and_the_dealer_plays() -> None:
    passes = [c.PassBid(seat) for seat in (W, N, E)]
    state, _ = run(auction(), c.PassBid(E), bid(S, 2, "no_wild"), *passes)
    assert state.hand is not None
    assert (state.hand.phase, state.hand.turn) == ("turn", E)
