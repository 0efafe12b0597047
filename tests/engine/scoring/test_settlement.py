"""Who pays whom (L2, L3, L5): rules that the worked examples leave out."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.rules.contract import FORMS, Contract
from engine.rules.options import OPTION_BY_NAME
from engine.rules.settlement import Win
from engine.rulesets import get_ruleset
from engine.seats import E, N, S, W
from engine.wall import CHAIN_LENGTH
from tests.engine.hands_in_notation import bid, paid, scored

seats = st.integers(0, 3)


def test_contractor_pays_stake_to_each_when_another_wins() -> None:
    win = Win(S, "self_draw", None, 2, Contract(N, 2, "one_wild"))
    assert get_ruleset("bao").settle_win(win, 0).payments == (6, 22, 6, -34)


def test_a_robbed_kong_pays_like_a_discard_in_bao() -> None:
    bao = get_ruleset("bao")
    robbed = Win(S, "robbed_kong", W, 3, None)
    discarded = Win(S, "discard", W, 3, None)
    assert bao.settle_win(robbed, 0) == bao.settle_win(discarded, 0)
    assert bao.settle_win(robbed, 0).payments == (-4, 16, -8, -4)


def test_the_robbed_player_pays_for_all_in_free_by_option() -> None:
    win = Win(S, "robbed_kong", W, 4, None)
    assert get_ruleset("free").settle_win(win, 0).payments == (-4, 12, -4, -4)
    robbed_all = get_ruleset("free", {"free_rob_pay": "robbed_all"})
    assert robbed_all.settle_win(win, 0).payments == (0, 12, -12, 0)
    drawn = Win(S, "self_draw", None, 4, None)
    assert robbed_all.settle_win(drawn, 0).payments == (-4, 12, -4, -4)


def test_no_contract_no_stake() -> None:
    win = Win(E, "self_draw", None, 1, None)
    assert get_ruleset("bao").settle_win(win, 0).payments == (6, -2, -2, -2)


@given(
    st.sampled_from(["bao", "free"]),
    seats,
    st.integers(1, 3),
    st.booleans(),
    st.integers(2, 20),
    st.none() | st.builds(Contract, seats, st.integers(2, 13), st.sampled_from(FORMS)),
    st.integers(0, 9),
    st.sampled_from(["flat", "compound", "off"]),
)
def test_l7_payments_are_whole_and_add_up_to_nothing(
    game, winner, turns, drawn, tai, contract, repeat, laozhuang
) -> None:
    ruleset = get_ruleset(game, {"laozhuang": laozhuang})
    source = "self_draw" if drawn else "robbed_kong"
    discarder = None if drawn else (winner + turns) % 4
    contract = contract if ruleset.has_auction else None
    win = Win(winner, source, discarder, tai, contract)
    for settlement in (ruleset.settle_win(win, repeat), ruleset.settle_exhausted(contract, repeat)):
        assert sum(settlement.payments) == 0
        assert all(type(amount) is int for amount in settlement.payments)
        assert all(part.amount > 0 and part.payer != part.payee for part in settlement.parts)
    assert ruleset.settle_win(win, repeat).payments[winner] > 0


@pytest.mark.parametrize(("game", "rule"), [("bao", "L4"), ("free", "L5")])
def test_an_exhausted_hand_needs_no_tiles_and_cites_its_rule(game, rule) -> None:
    contract = bid("S", 3) if game == "bao" else None
    result = scored({"ruleset": game, "source": "exhausted", "contract": contract})
    assert (result.wins, result.reason, result.rule) == (False, "exhausted", rule)
    assert (result.tai, result.elements) == (0, ())
    assert paid(result)["S"] == (-30 if contract else 0)


def test_the_points_of_a_match_are_exact_in_every_program() -> None:
    """A contractor who fails the highest bid in every hand that a commitment covers."""
    most = {name: OPTION_BY_NAME[name].allowed[-1] for name in ("max_bid", "laozhuang_cap")}
    ruleset = get_ruleset("bao", {**most, "laozhuang": "compound"})
    contract = Contract(E, ruleset.options.max_bid, "no_wild")
    worst = ruleset.settle_exhausted(contract, CHAIN_LENGTH).payments[E]
    assert 0 > worst * CHAIN_LENGTH > -(2**53)
