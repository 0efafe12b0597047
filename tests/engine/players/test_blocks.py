"""How many tiles a hand lacks: against the engine's distance, and for hands of one shape."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.hands import lanes, pack
from engine.melds import Meld
from engine.notation import parse_tiles
from engine.players.blocks import (
    ANY,
    CHOWS,
    CLOSED,
    IMPOSSIBLE,
    PUNGS,
    honour_costs,
    lacking,
    merge,
    suit_costs,
)
from engine.rulesets import get_ruleset
from engine.scoring import Frame, distance, plan_for

WALL = [kind for kind in range(34) for _ in range(4)]


def lacks(tiles: str, shape: str = ANY, sets: int = 4) -> int:
    return lacks_of(parse_tiles(tiles), shape, sets)


def lacks_of(kinds, shape: str = ANY, sets: int = 4) -> int:
    m, p, s, z = lanes(pack(kinds))
    suit, honours = suit_costs(shape), honour_costs(shape)
    return lacking(merge(suit(m), suit(p)), merge(suit(s), honours(z)), sets)


@pytest.mark.parametrize(
    ("tiles", "missing"),
    [
        ("123m456m789m123p55p", 0),
        ("123m456m789m123p5p", 1),
        ("123m456m789m12p55p", 1),
        ("222234m", 8),
        ("222333444m55z", 3),
        ("19m19p19s1234567z", 9),
        ("11122233344455z", 0),
    ],
)
def test_hands_of_any_shape(tiles, missing):
    assert lacks(tiles) == missing


def test_a_hand_of_chows_wants_no_pungs():
    assert lacks("222m456m789m123p55p") == 0
    assert lacks("222m456m789m123p55p", CHOWS) == 2
    assert lacks("222333444m123p55p", CHOWS) == 0


def test_a_hand_of_pungs_wants_no_chows():
    assert lacks("222m444m789m111p55p", PUNGS) == 2
    assert lacks("222m444m777m111p55p", PUNGS) == 0


def test_honours_give_a_hand_of_chows_its_pair_only():
    assert lacks("123m456m789m123p55z", CHOWS) == 0
    assert lacks("123m456m789m555z11p", CHOWS) == 2
    assert lacks("123m456m789m555z11p") == 0


def test_melds_leave_fewer_sets_to_make():
    assert lacks("123m55p", sets=1) == 0
    assert lacks("5p", sets=0) == 1


def test_a_closed_lane_is_never_used():
    assert lacking(suit_costs(ANY)(0), CLOSED, 0) == 2
    assert lacking(CLOSED, CLOSED, 0) >= IMPOSSIBLE


@given(st.permutations(WALL), st.integers(0, 4), st.integers(0, 33))
def test_it_agrees_with_the_engines_distance(wall, melds, wild):
    kinds = wall[: 13 - 3 * melds]
    naturals = [kind for kind in kinds if kind != wild]
    laid = tuple(Meld("pung", (kind,) * 3, (kind,) * 3) for kind in range(34) if kind not in kinds)[
        :melds
    ]
    plan = plan_for(Frame(get_ruleset("bao"), 0, laid, (wild,)))
    missing = lacks_of(naturals, sets=4 - melds) - (len(kinds) - len(naturals))
    assert missing - 1 == distance(plan, pack(kinds))
