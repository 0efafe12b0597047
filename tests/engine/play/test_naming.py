"""Naming wild kinds 财神 (C2-C4)."""

from __future__ import annotations

import pytest

from engine.errors import IllegalAction, InvalidInput
from engine.notation import parse_tiles
from engine.play import commands as c
from engine.play import events as e
from engine.play.naming import legal_wilds
from engine.play.state import MatchState
from engine.seats import E, S
from tests.engine.play.builder import menu, opened, position, run
from tests.strategies import Table


def naming(form: str = "two_wild", **options: bool | str) -> MatchState:
    """South names after a bid of two tai."""
    table = Table(3)
    table.start("bao", options)
    table.deal()
    table.do(c.PassBid(E))
    table.do(c.Bid(S, 2, form))
    for seat in (2, 3, 0):
        table.do(c.PassBid(seat))
    return table.state


def name(state: MatchState, kinds: str) -> MatchState:
    return run(state, c.NameWilds(S, parse_tiles(kinds)))[0]


@pytest.mark.parametrize("kinds", ["5m6m", "6m5m", "9s1s", "1z2z", "4z1z", "5z6z", "5z7z"])
def test_two_kinds_must_be_neighbours(kinds: str) -> None:
    state = name(naming(), kinds)
    assert state.hand is not None
    assert state.hand.wilds == tuple(sorted(parse_tiles(kinds)))


@pytest.mark.parametrize("kinds", ["5m7m", "9m1p", "1z3z", "4z5z", "5m5m"])
def test_kinds_apart_are_refused(kinds: str) -> None:
    with pytest.raises(IllegalAction) as refused:
        name(naming(), kinds)
    assert (refused.value.code, refused.value.rule) == ("wilds_not_neighbours", "C4")


def test_any_two_kinds_may_be_allowed() -> None:
    name(naming(wild_pair="any"), "1m7z")
    with pytest.raises(IllegalAction, match="not two neighbouring kinds"):
        name(naming(wild_pair="any"), "1m1m")


@pytest.mark.parametrize(("form", "kinds"), [("two_wild", "5m"), ("one_wild", "5m6m")])
def test_exactly_as_many_as_bid_are_named(form: str, kinds: str) -> None:
    with pytest.raises(IllegalAction) as refused:
        name(naming(form), kinds)
    assert (refused.value.code, refused.value.rule) == ("wilds_count", "C2")


def test_adjacent_pairs_are_counted_out() -> None:
    # Nine in each suit's circle, four winds in a circle, three pairs of dragons.
    assert len(menu(naming(), "S")) == 3 * 9 + 4 + 3
    assert len(menu(naming("one_wild"), "S")) == 34


def test_only_kinds_held_may_be_named_if_so_chosen() -> None:
    state = position(
        options={"wild_must_be_held": True},
        hands={"S": "12m1245689p119s1z"},
        contract=("S", 2, "two_wild"),
        turn="S",
    )
    assert state.hand is not None
    state = state._replace(hand=state.hand._replace(phase="naming"))
    assert menu(state, "S") == [
        "name_wilds " + pair for pair in ("12m", "12p", "19p", "45p", "56p", "89p", "19s")
    ]
    with pytest.raises(IllegalAction, match="only kinds in the own hand") as refused:
        name(state, "5s6s")
    assert refused.value.rule == "C2"


def test_without_two_neighbours_in_hand_any_neighbours_may_be_named() -> None:
    state = position(
        options={"wild_must_be_held": True},
        hands={"S": "1357m1357p135s13z"},
        contract=("S", 2, "two_wild"),
        turn="S",
    )
    assert state.hand is not None
    assert len(legal_wilds(state.ruleset, state.hand)) == 34


def free(**options: int | str) -> Table:
    table = Table(5)
    table.start("free", options)
    table.deal()
    return table


def test_free_the_dealer_names_after_seeing_the_deal() -> None:
    table = free()
    assert table.state.hand is not None
    assert (table.state.hand.phase, table.state.hand.turn) == ("naming", E)
    table.do(c.NameWilds(E, parse_tiles("3p4p")))
    assert table.state.hand.phase == "turn"


def test_free_one_kind() -> None:
    table = free(free_wild_kinds=1)
    with pytest.raises(IllegalAction, match="1 kinds are named") as refused:
        table.do(c.NameWilds(E, parse_tiles("3p4p")))
    assert refused.value.rule == "C3"


def test_free_wilds_may_be_drawn_with_the_deal() -> None:
    table = free(free_wild="random")
    named = table.events[-1]
    assert isinstance(named, e.WildsNamed)
    assert named.by is None
    assert table.state.ruleset.wilds_fit(named.kinds)


def test_free_wilds_may_be_fixed_for_the_match() -> None:
    assert isinstance(opened("free", {"free_wild": "fixed"}).setup, e.MatchOpened)
    table = free(free_wild="fixed")
    assert table.state.setup is not None
    assert table.events[-1] == e.WildsNamed(None, table.state.setup.fixed_wilds)


def test_fixed_wilds_must_be_neighbours_and_given_only_where_wilds_are_fixed() -> None:
    table = Table(1)
    for options, kinds in (({"free_wild": "fixed"}, "1m3m"), ({}, "1m2m")):
        with pytest.raises(InvalidInput) as refused:
            table.do(_opening(options, kinds))
        assert refused.value.field == "fixed_wilds"


def _opening(options: dict[str, str], kinds: str) -> c.OpenMatch:
    good = Table(1)
    good.open("free")
    command = good.commands[0]
    assert isinstance(command, c.OpenMatch)
    return c.OpenMatch(
        command.match, "free", options, command.length, command.players,
        command.commitment, parse_tiles(kinds),
    )  # fmt: skip
