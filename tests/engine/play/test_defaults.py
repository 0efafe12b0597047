"""What happens for a seat whose time is up."""

from __future__ import annotations

import pytest

from engine.errors import IllegalAction
from engine.notation import parse_tile, parse_tiles
from engine.play import commands as c
from engine.play import events as e
from engine.seats import E, N, S, W
from tests.engine.play.builder import claim, discard, laid, passes, position, run
from tests.strategies import Table

SCATTERED = "19m19p19s1234567z"


def test_a_bid_is_passed_and_wilds_are_the_first_possible() -> None:
    table = Table(1)
    table.start("bao")
    table.deal()
    table.do(c.Bid(E, 2, "two_wild"))
    for seat in (S, W, N):
        assert table.do(c.TimeOut(seat))[0] == e.BidPassed(seat)
    assert table.do(c.TimeOut(E)) == (e.WildsNamed(E, parse_tiles("1m2m")),)


def test_the_tile_drawn_is_discarded() -> None:
    state = position(hands={"E": SCATTERED + "4p"}, drawn="4p")
    assert run(state, c.TimeOut(E))[1] == [e.TileDiscarded(E, parse_tile("4p"))]


def test_after_a_claim_the_last_kind_that_is_not_wild_goes() -> None:
    state = position(
        hands={"E": SCATTERED + "4p", "S": "44p1367m258s1567z"}, wilds="6z7z",
        contract=("E", 2, "two_wild"),
    )  # fmt: skip
    state, _ = run(discard(state, "4p"), claim("S", "pung", "44p"), *passes("WN"))
    assert run(state, c.TimeOut(S))[1] == [e.TileDiscarded(S, parse_tile("5z"))]


def test_a_drawn_wild_that_may_not_go_stays() -> None:
    state = position(
        options={"wild_discard": "forbidden"}, hands={"E": "119m19p19s12345667z"},
        drawn="6z", wilds="6z7z", contract=("E", 2, "two_wild"),
    )  # fmt: skip
    assert run(state, c.TimeOut(E))[1] == [e.TileDiscarded(E, parse_tile("5z"))]


def test_a_hand_of_nothing_but_wilds_gives_up_the_last() -> None:
    melds = {"E": [laid("pung", f"{n}{n}{n}p", "S") for n in (1, 3, 5, 7)]}
    state = position(
        hands={"E": "12m"}, melds=melds, wilds="1m2m", contract=("E", 3, "two_wild"),
        source="claim",
    )  # fmt: skip
    assert run(state, c.TimeOut(E))[1] == [e.TileDiscarded(E, parse_tile("2m"))]


def test_a_claim_is_passed_even_where_a_win_was_possible() -> None:
    state = discard(position(hands={"E": SCATTERED + "6p", "S": "123m45p789s55577z"}), "6p")
    assert run(state, c.TimeOut(S))[1] == [e.ClaimPassed(S)]


def test_nothing_happens_for_a_seat_that_nobody_waits_for() -> None:
    state = position(hands={"E": SCATTERED + "4p"}, drawn="4p")
    with pytest.raises(IllegalAction, match="nothing is expected of South"):
        run(state, c.TimeOut(S))
