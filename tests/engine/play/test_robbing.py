"""Robbing an added kong 抢杠 (P7, E8, C7)."""

from __future__ import annotations

import pytest

from engine.errors import IllegalAction
from engine.notation import parse_tile, parse_tiles
from engine.play import commands as c
from engine.play import events as e
from engine.play.defaults import waiting_on
from engine.play.state import MatchState
from engine.seats import E, S, W
from tests.engine.play.builder import claim, laid, menu, passes, position, run

READY = "123m45p789s55577z"


def konged(
    ruleset: str = "bao",
    contractor: str | None = "E",
    ready: str = READY,
    pung: str = "666p",
    added: str = "6p",
    **options: bool | str,
) -> MatchState:
    """East adds a tile to a pung; South is ready."""
    contract = (contractor, 2, "two_wild") if contractor else None
    state = position(
        ruleset=ruleset, options=options, contract=contract,
        wilds="8m9m" if contract or ruleset == "free" else "",
        hands={"E": "19m19s1234567z" + added, "S": ready},
        melds={"E": [laid("pung", pung, "W", "666p")]}, drawn=added, replacement="9p",
    )  # fmt: skip
    kong = c.DeclareKong(E, "added_kong", parse_tiles(added))
    return run(state, kong)[0]


def test_all_three_others_answer_an_added_kong() -> None:
    state = konged()
    assert waiting_on(state) == (1, 2, 3)
    assert menu(state, "S") == ["claim win", "pass"]
    assert menu(state, "W") == ["pass"]


def test_a_robbed_kong_is_a_win_on_the_added_tile() -> None:
    _, events = run(konged(), claim("S", "win"), *passes("WN"))
    won = events[-1]
    assert isinstance(won, e.HandWon)
    assert (won.seat, won.source, won.discarder, won.tile) == (
        S, "robbed_kong", E, parse_tile("6p"),
    )  # fmt: skip
    elements = won.breakdown["elements"]
    assert {"id": "robbed_kong", "tai": 1, "rule": "E8"} in elements


def test_a_passed_robbery_lets_the_kong_be_replaced() -> None:
    state, events = run(konged(), *passes("SWN"))
    assert events[-1] == e.TileDrawn(E, parse_tile("9p"), "tail")
    assert state.hand is not None
    assert state.hand.melds[E][0].meld.kind == "added_kong"
    assert state.hand.melds[E][0].source == W


def test_an_added_tile_is_not_claimed_for_a_meld() -> None:
    state = konged(ready="6p147m258s123456z", pung="66p8m", added="6p")
    assert menu(state, "S") == ["pass"]
    with pytest.raises(IllegalAction) as refused:
        run(state, claim("S", "pung", "66p"))
    assert (refused.value.code, refused.value.rule) == ("rob_only_win", "P7")


def test_a_concealed_kong_is_never_robbed() -> None:
    state = position(hands={"E": "6666p19m19s123456z", "S": READY}, drawn="6p")
    state, events = run(state, c.DeclareKong(E, "concealed_kong", parse_tiles("6666p")))
    assert isinstance(events[-1], e.TileDrawn)
    assert menu(state, "S") == []


@pytest.mark.parametrize(
    ("contractor", "scope", "robs"),
    [
        ("E", "contractor", True),
        ("S", "contractor", True),
        ("W", "contractor", False),
        ("W", "anyone", True),
        (None, "contractor", True),
    ],
)
def test_who_may_rob_whom_in_bao(contractor: str | None, scope: str, robs: bool) -> None:
    state = konged(contractor=contractor, rob_scope=scope)
    assert ("claim win" in menu(state, "S")) is robs
    if not robs:
        with pytest.raises(IllegalAction) as refused:
            run(state, claim("S", "win"))
        assert (refused.value.code, refused.value.rule) == ("rob_not_allowed", "P7")


@pytest.mark.parametrize("allowed", [True, False])
def test_free_robbing_is_an_option(allowed: bool) -> None:
    state = konged("free", None, ready="45p123p789p55577z", free_rob=allowed)
    assert ("claim win" in menu(state, "S")) is allowed
    assert waiting_on(state) == (1, 2, 3)


@pytest.mark.parametrize(("option", "robs"), [("face", True), ("forbidden", True), ("dead", False)])
def test_a_wild_robbed_from_a_kong_is_its_own_face(option: str, robs: bool) -> None:
    state = konged(ready="67m456p789s55577z", added="8m", wild_discard=option)
    assert ("claim win" in menu(state, "S")) is robs
