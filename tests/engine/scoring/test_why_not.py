"""The nearest rule that forbids a win."""

import pytest

from tests.engine.hands_in_notation import bao, bid, free

HAND = ("123m456m789p123p9s", "9s")


def why(result) -> tuple[str | None, str | None]:
    return result.reason, result.rule


def test_not_complete() -> None:
    assert why(bao("123m456m789p12p99s", "5z")) == ("not_complete", "W1")


def test_a_discard_in_free() -> None:
    result = free("123m456m789m12m44m", "3m", source="discard", discarder="W")
    assert why(result) == ("source_not_allowed", "W3")
    assert result.tai == 8


def test_below_the_minimum_and_below_the_contract() -> None:
    facts = {"wild_kinds": "9s8s"}
    assert why(bao("123m456m789p33z9s4z", "4z", contract=bid("N"), **facts)) == (
        "below_minimum",
        "W2",
    )
    assert why(bao(*HAND, contract=bid("S"), **facts)) == ("below_contract", "W2")
    assert why(free(*HAND)) == ("below_minimum", "W3")


@pytest.mark.parametrize(
    ("wild_discard", "source", "wins"),
    [
        ("face", "discard", True),
        ("dead", "discard", False),
        ("forbidden", "discard", False),
        ("face", "robbed_kong", True),
        ("dead", "robbed_kong", False),
        ("forbidden", "robbed_kong", True),
        ("dead", "self_draw", True),
    ],
)
def test_c7_a_wild_of_another_player(wild_discard, source, wins) -> None:
    result = bao(
        "123m456m78p123p44z",
        "9p",
        source=source,
        options={"wild_discard": wild_discard},
        discarder=None if source == "self_draw" else "N",
        wild_kinds="9p",
        contract=bid("N", form="one_wild"),
    )
    assert (result.wins, result.reason) == (wins, None if wins else "dead_wild")


@pytest.mark.parametrize("wild_discard", ["face", "dead", "forbidden"])
def test_c7_is_about_wild_tiles_alone(wild_discard) -> None:
    facts = {"options": {"wild_discard": wild_discard}, "contract": bid("N"), "wild_kinds": "8s9s"}
    assert bao("123m456m78p123p44z", "9p", source="discard", discarder="N", **facts).wins


def test_c7_another_players_wild_is_its_own_face_only() -> None:
    facts = {"wild_kinds": "9p", "contract": bid("N", form="one_wild")}
    drawn = bao("123m456m78s123p44z", "9p", **facts)
    discarded = bao("123m456m78s123p44z", "9p", source="discard", discarder="N", **facts)
    assert (drawn.wins, discarded.reason) == (True, "not_complete")


def test_robbing_who_may_not_be_robbed() -> None:
    facts = {"source": "robbed_kong", "discarder": "W", "wild_kinds": "7s8s"}
    assert why(bao(*HAND, contract=bid("N"), **facts)) == ("rob_not_allowed", "P7")
    assert bao(*HAND, contract=bid("S"), **facts).wins
    assert bao(*HAND, contract=bid("W"), **facts).wins
    anyone = {"options": {"rob_scope": "anyone"}}
    assert bao(*HAND, contract=bid("N"), **anyone, **facts).wins


def test_robbing_where_free_forbids_it() -> None:
    facts = {"source": "robbed_kong", "discarder": "W"}
    hand = ("123m456m789m12m44m", "3m")
    assert free(*hand, **facts).wins
    assert why(free(*hand, options={"free_rob": False}, **facts)) == ("rob_not_allowed", "P7")
