"""The worked examples X1-X14, each by its name."""

import pytest

from engine.rules.contract import Contract
from engine.seats import E
from tests.engine.hands_in_notation import bao, bid, free, ids, paid, scored


def three_tai(by: str, **facts):
    """A contractor's hand of 3 tai: half flush, a Red pung and no wild tile."""
    return bao("123m456m789m77z44z", "7z", wild_kinds="8s9s", contract=bid(by), **facts)


def one_tai(by: str, **facts):
    """One tai: a pung of Red and a wild tile that takes 无财 away."""
    return bao("123m456p789p77z9s5s", "7z", wild_kinds="4s5s", contract=bid(by), **facts)


def test_x1_contractor_self_draws_three_tai() -> None:
    result = three_tai("S")
    assert result.tai == 3
    assert paid(result) == {"S": 39, "E": -13, "W": -13, "N": -13}


def test_x2_another_self_draws_one_tai() -> None:
    result = one_tai("E")
    assert result.tai == 1
    assert paid(result) == {"S": 11, "E": -17, "W": 3, "N": 3}


def test_x3_contractor_wins_three_tai_on_a_discard() -> None:
    result = three_tai("S", source="discard", discarder="W")
    assert paid(result) == {"S": 31, "W": -13, "E": -9, "N": -9}


def test_x4_contractor_discards_to_a_win_of_one_tai() -> None:
    result = one_tai("E", source="discard", discarder="E")
    assert paid(result) == {"S": 9, "E": -17, "W": 4, "N": 4}


def test_x5_another_discards_to_a_third_players_win() -> None:
    result = one_tai("E", source="discard", discarder="N")
    assert paid(result) == {"S": 9, "E": -16, "N": 3, "W": 4}


def test_x6_laozhuang_doubles_x1() -> None:
    result = three_tai("S", laozhuang=1)
    assert result.settlement.multiplier == 2
    assert paid(result) == {"S": 78, "E": -26, "W": -26, "N": -26}


@pytest.mark.parametrize(("repeat", "stake"), [(0, 5), (1, 10)])
def test_x7_exhausted_hand(repeat: int, stake: int) -> None:
    result = scored(
        {
            "ruleset": "bao",
            "source": "exhausted",
            "wild_kinds": "1m2m",
            "contract": bid("S"),
            "laozhuang": repeat,
        }
    )
    assert (result.wins, result.reason) == (False, "exhausted")
    assert paid(result) == {"S": -3 * stake, "E": stake, "W": stake, "N": stake}


@pytest.mark.parametrize(
    ("tai", "form", "stake"),
    [
        (2, "two_wild", 5),
        (2, "one_wild", 10),
        (2, "no_wild", 10),
        (3, "two_wild", 10),
        (3, "one_wild", 20),
        (3, "no_wild", 20),
        (4, "two_wild", 20),
    ],
)
def test_x8_stakes(tai, form, stake) -> None:
    assert Contract(E, tai, form).stake == stake


def test_x9_dealers_east_and_red_pungs_in_a_half_flush() -> None:
    facts = {"winner": "E", "wild_kinds": "8m9m", "contract": bid("S")}
    chow = bao("111z777z234m555m8m", "5m", **facts)
    assert (chow.tai, ids(chow)) == (4, ["dragon_pung", "east_pung", "half_flush"])
    pungs = bao("111z777z222m555m8m", "6m", **facts)
    assert (pungs.tai, "all_pungs" in ids(pungs)) == (5, True)
    without = bao("111z777z234m55m66m", "5m", **facts)
    assert (without.tai, "no_wild" in ids(without)) == (5, True)


@pytest.mark.parametrize(
    ("concealed", "tile", "tai"),
    [
        ("111m222m456m77m9m3m", "3m", 3),
        ("123m234m567m789m3m", "3m", 4),
        ("111m222m444m77m33m", "3m", 4),
    ],
)
def test_x10_full_flush(concealed, tile, tai) -> None:
    # One of the 3m is a wild tile, so no 无财.
    result = bao(concealed, tile, wild_kinds="3m4m", contract=bid("E"))
    assert "full_flush" in ids(result)
    assert result.tai == tai


def test_x11_complete_without_tai_until_it_is_a_kong_draw() -> None:
    facts = {"wild_kinds": "5m", "contract": bid("E", form="one_wild")}
    result = bao("222m555p789s34m5m8p", "8p", **facts)
    assert (result.wins, result.reason, result.tai) == (False, "below_minimum", 0)
    assert set(paid(result).values()) == {0}
    kong = {"kind": "concealed_kong", "tiles": "2222m"}
    drawn = bao("555p789s34m5m8p", "8p", melds=[kong], kong_draw=True, **facts)
    assert (drawn.wins, drawn.tai, ids(drawn)) == (True, 1, ["kong_draw"])


def test_x12_a_value_pair_leaves_nothing() -> None:
    result = bao("123m456s567m78p9p7z", "7z", wild_kinds="9p", contract=bid("E", form="one_wild"))
    assert (result.wins, result.reason, result.tai) == (False, "below_minimum", 0)


@pytest.mark.parametrize(
    ("concealed", "tile", "tai", "gain"),
    [
        # Full flush with a wild: 3 tai; of all chows: 4.
        ("111m444m777m23m9m9s", "9m", 3, 6),
        ("123m234m567m789m9s", "3m", 4, 12),
    ],
)
def test_x13_free_three_and_four_tai(concealed, tile, tai, gain) -> None:
    result = free(concealed, tile)
    assert result.tai == tai
    assert paid(result) == {"S": gain, "E": -gain // 3, "W": -gain // 3, "N": -gain // 3}


def test_x14_free_eight_tai_and_two_with_a_minimum_of_two() -> None:
    eight = free("111z222z333z444z5z", "5z")
    assert (eight.tai, paid(eight)["S"], paid(eight)["E"]) == (8, 192, -64)
    hand = ("123m456m789m77z9s4z", "4z")
    assert free(*hand).reason == "below_minimum"
    two = free(*hand, options={"free_minimum": 2})
    assert (two.tai, paid(two)["S"], paid(two)["E"]) == (2, 3, -1)
