"""Every option by its name, its default in each game, and what is refused."""

from itertools import product

import pytest

from engine.errors import InvalidInput
from engine.notation import parse_tiles
from engine.rules.contract import FORMS, Contract
from engine.rules.option import Options
from engine.rules.options import OPTIONS
from engine.rules.settlement import multiplier
from engine.rulesets import get_ruleset
from engine.seats import E, N, S, W
from tests.bruteforce.tiles import NAMES, neighbours

BAO_DEFAULTS = {
    "dead_wall": 26,
    "wild_must_be_held": False,
    "wild_pair": "adjacent",
    "wild_meld_max": 1,
    "wild_chow": True,
    "wild_kong": True,
    "kong_of_wilds": False,
    "wild_discard": "face",
    "fifth_copy": True,
    "bid_reentry": True,
    "max_bid": 13,
    "all_pass": "no_contract",
    "rob_scope": "contractor",
    "swap_call": False,
    "wind_scheme": "seat",
    "value_pair_breaks_all_chows": True,
    "no_wild_bonus_without_wilds": True,
    "special": "max",
    "draw_payer": "contractor",
    "laozhuang": "flat",
    "laozhuang_cap": 5,
    "dealer_succession": "rotate",
}
FREE_DEFAULTS = {
    "dead_wall": 14,
    "free_wild_kinds": 2,
    "free_wild": "dealer",
    "wild_pair": "adjacent",
    "wild_meld_max": 0,
    "kong_of_wilds": False,
    "wild_discard": "face",
    "fifth_copy": True,
    "free_rob": True,
    "swap_call": False,
    "free_minimum": 3,
    "wind_scheme": "east2",
    "value_pair_breaks_all_chows": False,
    "no_wild_bonus_without_wilds": True,
    "all_honours": 8,
    "special": "max",
    "free_rob_pay": "each",
    "laozhuang": "flat",
    "laozhuang_cap": 5,
    "dealer_succession": "winner",
}


@pytest.mark.parametrize(("game", "defaults"), [("bao", BAO_DEFAULTS), ("free", FREE_DEFAULTS)])
def test_defaults(game, defaults) -> None:
    written = get_ruleset(game).options.as_dict()
    assert {name: written[name] for name in defaults} == defaults


def test_every_option_is_written_out() -> None:
    names = {option.name for option in OPTIONS}
    assert set(get_ruleset("bao").options.as_dict()) == names == set(Options.__slots__)


@pytest.mark.parametrize("option", OPTIONS, ids=lambda option: option.name)
def test_every_value_is_taken_by_its_own_game(option) -> None:
    for game in option.belongs_to:
        for value in option.allowed:
            taken = getattr(get_ruleset(game, {option.name: value}).options, option.name)
            assert (taken, type(taken)) == (value, type(value))


@pytest.mark.parametrize("option", OPTIONS, ids=lambda option: option.name)
def test_an_option_of_the_other_game_is_accepted_and_changes_nothing(option) -> None:
    for game in {"bao", "free"} - set(option.belongs_to):
        for value in option.allowed:
            assert get_ruleset(game, {option.name: value}) == get_ruleset(game)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("dead_wall", "26"),
        ("dead_wall", 61),
        ("dead_wall", -1),
        ("fifth_copy", 1),
        ("fifth_copy", "true"),
        ("free_minimum", 1),
        ("free_minimum", 9),
        ("free_minimum", 3.0),
        ("wild_meld_max", 2),
        ("wild_meld_max", True),
        ("laozhuang", "Flat"),
        ("special", None),
        ("all_honours", 9),
        ("laozhuang_cap", 0),
        ("laozhuang_cap", 11),
    ],
)
def test_a_value_that_is_not_allowed_is_refused_with_the_list(name, value) -> None:
    for game in ("bao", "free"):
        with pytest.raises(InvalidInput) as refused:
            get_ruleset(game, {name: value})
        assert refused.value.field == f"options.{name}"
        assert "one of" in refused.value.message


def test_an_unknown_option_is_refused_with_the_names() -> None:
    with pytest.raises(InvalidInput, match="dead_wall"):
        get_ruleset("bao", {"deadwall": 26})


def test_an_unknown_game_is_refused() -> None:
    with pytest.raises(InvalidInput, match="bao, free"):
        get_ruleset("riichi")


def test_c4_neighbours() -> None:
    def near(text: str) -> bool:
        return get_ruleset("bao").wilds_fit(parse_tiles(text))

    assert all(map(near, ["1m2m", "9p1p", "5s4s", "1z2z", "4z1z", "5z7z", "6z5z"]))
    assert not any(map(near, ["1m3m", "9m1p", "1m2p", "1z3z", "4z5z", "9s1z", "5m5m", "5z5z"]))
    for one, other in product(NAMES, repeat=2):
        assert near(one + other) is neighbours(one, other)
    anywhere = get_ruleset("bao", {"wild_pair": "any"})
    assert anywhere.wilds_fit(parse_tiles("1m7z"))
    assert not anywhere.wilds_fit(parse_tiles("1m1m"))
    assert not get_ruleset("bao").wilds_fit(parse_tiles("1m7z"))


def test_e1_e2_what_a_pung_of_each_honour_is_worth() -> None:
    dragons = (1, 1, 1)
    by_seat = [(2, 0, 0, 0), (1, 1, 0, 0), (1, 0, 1, 0), (1, 0, 0, 1)]
    for game in ("bao", "free"):
        seat_winds = get_ruleset(game, {"wind_scheme": "seat"})
        east_alone = get_ruleset(game, {"wind_scheme": "east2"})
        for seat, winds in zip((E, S, W, N), by_seat, strict=True):
            assert seat_winds.honour_tai(seat) == (*winds, *dragons)
            assert east_alone.honour_tai(seat) == (2, 0, 0, 0, *dragons)


def test_w2_w3_bao_alone_is_won_on_discards() -> None:
    assert [get_ruleset(game).wins_on_discard for game in ("bao", "free")] == [True, False]


def test_a2_the_ladder() -> None:
    ladder = [Contract(E, tai, form) for tai in (2, 3, 4) for form in FORMS]
    assert [bid.rank for bid in ladder] == sorted(bid.rank for bid in ladder)


def test_p7_who_may_rob_whom() -> None:
    contract = Contract(S, 2, "two_wild")
    bao, anyone = get_ruleset("bao"), get_ruleset("bao", {"rob_scope": "anyone"})
    assert bao.may_rob(contract, winner=S, robbed=W)
    assert bao.may_rob(contract, winner=E, robbed=S)
    assert not bao.may_rob(contract, winner=E, robbed=W)
    assert bao.may_rob(None, winner=E, robbed=W)
    assert anyone.may_rob(contract, winner=E, robbed=W)
    assert get_ruleset("free").may_rob(None, winner=E, robbed=W)
    assert not get_ruleset("free", {"free_rob": False}).may_rob(None, winner=E, robbed=W)


def test_l6_laozhuang() -> None:
    flat, off = get_ruleset("bao"), get_ruleset("bao", {"laozhuang": "off"})
    compound = get_ruleset("bao", {"laozhuang": "compound", "laozhuang_cap": 3})
    assert [multiplier(flat.options, k) for k in (0, 1, 2, 9)] == [1, 2, 2, 2]
    assert [multiplier(compound.options, k) for k in (0, 1, 2, 3, 9)] == [1, 2, 4, 8, 8]
    assert multiplier(off.options, 3) == 1


def test_z2_z3_dealer_succession() -> None:
    bao, free = get_ruleset("bao"), get_ruleset("free")
    assert [bao.next_dealer(winner) for winner in (None, E, S, N)] == [E, E, S, S]
    assert [free.next_dealer(winner) for winner in (None, E, S, N)] == [E, E, S, N]


def test_l4_who_pays_for_an_exhausted_hand() -> None:
    contract = Contract(W, 3, "no_wild")
    pays = {
        payer: get_ruleset("bao", {"draw_payer": payer}).settle_exhausted(contract, 0).payments
        for payer in ("contractor", "dealer", "none")
    }
    assert pays == {
        "contractor": (20, 20, -60, 20),
        "dealer": (-60, 20, 20, 20),
        "none": (0, 0, 0, 0),
    }
    assert get_ruleset("bao").settle_exhausted(None, 1).payments == (0, 0, 0, 0)
    assert get_ruleset("free").settle_exhausted(None, 1).payments == (0, 0, 0, 0)
