"""Each element and option of E1-E12, one rule a test."""

import pytest

from engine.notation import format_tile, format_tiles
from tests.engine.hands_in_notation import bao, bid, free, ids


def elements(result) -> dict[str, int]:
    return {element.id: element.tai for element in result.elements}


# A wild in each hand keeps 无财 out of the count.
W = {"wild_kinds": "9s8s", "contract": bid("N")}


def test_e1_every_dragon_pung_is_an_entry_with_its_tile() -> None:
    result = bao("555z666z123m78p9s1m", "1m", **W)
    named = [format_tile(e.tile) for e in result.elements if e.id == "dragon_pung"]
    assert named == ["5z", "6z"]
    assert result.tai == 2


def test_e1_a_kong_counts_like_a_pung() -> None:
    result = bao("123m78p9s456p1m", "1m", melds=[{"kind": "concealed_kong", "tiles": "7777z"}], **W)
    assert elements(result) == {"dragon_pung": 1}


def test_e2_east_is_worth_two_to_the_dealer_and_one_to_others_in_bao() -> None:
    hand = ("111z123m456p78p9s1m", "1m")
    assert elements(bao(*hand, winner="E", **W)) == {"east_pung": 2}
    assert elements(bao(*hand, winner="W", **W)) == {"east_pung": 1}
    assert elements(bao(*hand, options={"wind_scheme": "east2"}, **W)) == {"east_pung": 2}


def test_e2_the_own_wind_counts_for_its_seat_alone() -> None:
    hand = ("222z123m456p78p9s1m", "1m")
    assert elements(bao(*hand, winner="S", **W)) == {"seat_wind_pung": 1}
    assert elements(bao(*hand, winner="W", **W)) == {}
    assert elements(bao(*hand, options={"wind_scheme": "east2"}, **W)) == {}


def test_e2_free_counts_east_two_for_everyone_unless_told_otherwise() -> None:
    hand = ("111z123m456m78m9s1m", "1m")
    assert elements(free(*hand)) == {"east_pung": 2, "half_flush": 1}
    assert elements(free(*hand, options={"wind_scheme": "seat"}))["east_pung"] == 1


@pytest.mark.parametrize(
    ("pair", "seat", "broken"),
    [("1z", "S", True), ("2z", "S", True), ("3z", "S", False), ("5z", "S", True), ("3z", "W", 1)],
)
def test_e3_a_pair_that_is_worth_tai_breaks_all_chows_in_bao(pair, seat, broken) -> None:
    result = bao(f"123m456m456p78p9s{pair}", pair, winner=seat, **W)
    assert ("all_chows" not in ids(result)) == broken


def test_e3_under_east2_only_dragons_and_east_break_it() -> None:
    facts = {"options": {"wind_scheme": "east2"}, **W}
    assert ids(bao("123m456m456p78p9s2z", "2z", **facts)) == ["all_chows"]
    assert ids(bao("123m456m456p78p9s1z", "1z", **facts)) == []


def test_e3_any_pair_will_do_in_free_or_by_option() -> None:
    options = {"value_pair_breaks_all_chows": False}
    assert ids(bao("123m456m456p78p9s5z", "5z", options=options, **W)) == ["all_chows"]
    assert "all_chows" in ids(free("123m456m456p78p9s5z", "5z"))


def test_e3_a_pung_anywhere_is_never_all_chows() -> None:
    meld = {"kind": "pung", "tiles": "111p"}
    assert ids(bao("123m456m78p9s4z", "4z", melds=[meld], **W)) == []


def test_e4_kongs_count_as_pungs() -> None:
    kong = {"kind": "kong", "tiles": "1111p"}
    assert ids(bao("333z444s77p9s1m", "1m", melds=[kong], **W)) == ["all_pungs"]


def test_e5_e6_a_hand_of_honours_is_no_flush() -> None:
    result = free("111z222z333z444z9s", "5z", options={"all_honours": 7})
    assert elements(result) == {"all_honours": 7}


def test_e6_half_flush_needs_an_honour_and_the_wilds_may_be_it() -> None:
    # All other tiles are of one suit, so a full flush is worth more than the wild as an honour.
    assert ids(bao("123m456m789m99m9s1m", "1m", **W))[-1] == "full_flush"
    assert "half_flush" in ids(bao("123m456m789m44z9s1m", "1m", **W))


def test_e7_a_kong_draw_and_e8_a_robbed_kong_count_towards_the_contract() -> None:
    kong = {"kind": "concealed_kong", "tiles": "2222p"}
    facts = {"wild_kinds": "9s8s", "contract": bid("S"), "melds": [kong]}
    hand = ("777z123m78p9s1m", "1m")
    assert bao(*hand, **facts).reason == "below_contract"
    assert bao(*hand, kong_draw=True, **facts).wins
    robbed = bao(*hand, source="robbed_kong", discarder="N", **facts)
    assert ids(robbed) == ["dragon_pung", "robbed_kong"]
    assert robbed.wins


def test_e9_a_wild_that_shows_its_own_face_is_a_wild_tile() -> None:
    facts = {"wild_kinds": "5m", "contract": bid("N", form="one_wild")}
    assert "no_wild" not in ids(bao("123m456m789p11z99s", "9s", **facts))
    assert "no_wild" in ids(bao("123m234m789p11z99s", "9s", **facts))
    drawn = bao("123m46m789p111z99s", "5m", source="discard", discarder="N", **facts)
    assert (drawn.wins, "no_wild" in ids(drawn)) == (True, False)


def test_e9_without_wild_kinds_every_hand_has_no_wild_or_none_as_the_option_says() -> None:
    hand = ("123m456m789p11z99s", "9s")
    assert ids(bao(*hand)) == ["no_wild"]
    options = {"no_wild_bonus_without_wilds": False}
    assert bao(*hand, options=options).reason == "below_minimum"
    named = {"wild_kinds": "5m", "contract": bid("N", form="one_wild"), "options": options}
    assert ids(bao("123m789m456p11z99s", "9s", **named)) == ["no_wild"]


def test_e10_three_wild_tiles_are_worth_two_in_free_melds_and_faces_included() -> None:
    pung = {"kind": "pung", "tiles": "999s"}
    result = free("123m456m78m44z", "9m", melds=[pung])
    assert elements(result) == {"three_wilds": 2}
    assert "three_wilds" not in ids(bao("123m456m78m44z", "9m", melds=[pung], **W))


def test_e11_all_honours_replace_the_ordinary_count() -> None:
    result = bao("555z666z777z11z9s2z", "2z", wild_kinds="9s8s", contract=bid("N"))
    assert elements(result) == {"all_honours": 8}


def test_e11_an_ordinary_count_worth_more_is_taken_unless_flat_always_replaces_it() -> None:
    pungs = [{"kind": "kong", "tiles": f"{k}{k}{k}{k}z"} for k in (5, 6, 7)]
    hand = ("1z1z1z4z", "4z")
    facts = {"melds": pungs, "winner": "E", "kong_draw": True}
    # Three dragons 3, East 2, all pungs 1, kong draw 1, no wild 1: as much as the flat eight.
    assert elements(bao(*hand, **facts)) == {"all_honours": 8}
    seven = free(*hand, **facts, options={"all_honours": 7}, wild_kinds="9s8s")
    assert ids(seven) == ["no_wild"]
    shown = free("111z9s", "9s", **facts, options={"all_honours": 7, "free_minimum": 8})
    assert shown.wins


def test_e11_a_flat_seven_needs_no_minimum() -> None:
    result = free("111z222z333z444z9s", "5z", options={"all_honours": 7, "free_minimum": 8})
    assert (result.wins, elements(result)) == (True, {"all_honours": 7})


def test_e11_eight_meets_a_bid_of_eight_and_not_of_nine() -> None:
    hand = ("555z666z777z222z4z", "4z")
    assert bao(*hand, wild_kinds="9s8s", contract=bid("S", 8)).wins
    refused = bao(*hand, wild_kinds="9s8s", contract=bid("S", 9))
    assert (refused.wins, refused.reason, refused.tai) == (False, "below_contract", 8)


def test_e12_blessings_in_bao() -> None:
    hand = ("123m456m789p11z99s", "9s")
    assert elements(bao(*hand, winner="E", blessing="heavenly")) == {"heavenly": 8}
    earthly = bao(*hand, source="discard", discarder="E", blessing="earthly")
    assert elements(earthly) == {"earthly": 8}


def test_e12_free_needs_three_ordinary_tai_whatever_the_minimum() -> None:
    poor = ("123m456m789p123p9s", "4p")
    low = free(*poor, winner="E", blessing="heavenly", options={"free_minimum": 2})
    assert "heavenly" not in ids(low)
    rich = ("123m456m789m77z9s4z", "4z")
    assert free(*rich, winner="E", blessing="heavenly").reason == "below_minimum"
    flush = free("123m456m789m12m9s4m", "4m", winner="E", blessing="heavenly")
    assert elements(flush) == {"heavenly": 8}


def test_e12_no_wild_in_free_is_flat_and_needs_three_ordinary_tai() -> None:
    assert elements(free("123m456m789m12m44m", "3m")) == {"no_wild": 8}
    poor = free("123m456m789p11p23s", "4s", wild_kinds="9s8s", options={"free_minimum": 2})
    assert (poor.wins, ids(poor)) == (False, ["all_chows"])


def test_w4_the_wilds_are_read_for_the_most_tai() -> None:
    """The wild could complete 99s or stand beside 55z; only the dragon is worth anything."""
    result = bao("13m55z456p789p99s2m", "2z", wild_kinds="2z1z", contract=bid("N"))
    assert (ids(result), format_tiles(result.wilds_as)) == (["dragon_pung"], "5z")


def test_w4_a_wild_chow_is_the_run_that_leaves_four_of_a_kind_at_most() -> None:
    """With 2222m beside it, 34m and a wild can only be 345m where a fifth 2m is none (C8)."""
    hand = ("222234m5578s", "9s")
    chow = {"kind": "chow", "tiles": "34m9p"}
    facts = {"wild_kinds": "9p", "contract": bid("N", form="one_wild")}
    counted = facts | {"options": {"fifth_copy": False}}
    assert format_tiles(bao(*hand, melds=[chow], **facts).reading[0].tiles) == "234m"
    assert format_tiles(bao(*hand, melds=[chow], **counted).reading[0].tiles) == "345m"
    told = chow | {"stands_as": "234m"}
    assert bao(*hand, melds=[told], **counted).reason == "not_complete"


def test_e11_an_ordinary_count_that_is_worth_more_is_taken_unless_special_is_flat() -> None:
    """Three dragons, East, all pungs, three wilds and a kong draw: 9."""
    kong = {"kind": "concealed_kong", "tiles": "5555z"}
    hand = {"concealed": "11226677z9s9s", "tile": "1s", "melds": [kong], "kong_draw": True}
    ordinary = free(**hand)
    assert (ordinary.tai, "all_honours" in ids(ordinary)) == (9, False)
    assert elements(free(**hand, options={"special": "flat"})) == {"all_honours": 8}
