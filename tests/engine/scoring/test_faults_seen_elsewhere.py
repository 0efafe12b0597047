"""Hands on which other mahjong programs have been seen to go wrong."""

import pytest

from engine.errors import InvalidInput
from engine.hands import pack
from engine.notation import format_tiles, parse_tiles
from engine.scoring import is_win, split_wilds
from engine.tiles import EAST
from tests.engine.hands_in_notation import bao, bid, free, ids


def complete(text: str, sets: int = 4, wild_kinds: str = "") -> bool:
    naturals, _ = split_wilds(pack(parse_tiles(text)), parse_tiles(wild_kinds))
    assert len(parse_tiles(text)) == 3 * sets + 2
    return is_win(naturals, sets)


def test_a_pung_inside_a_run() -> None:
    assert complete("222234m55p", 2)
    assert not complete("222235m55p", 2)


def test_three_runs_that_are_three_pungs_take_the_better_reading() -> None:
    """222333444m: pungs with pungs beside them, runs with runs beside them (W4)."""
    facts = {"wild_kinds": "1s9s", "contract": bid("E")}
    pungs = bao("222333444m444z9s", "8p", **facts)
    runs = bao("222333444m567p9s", "8p", **facts)
    assert ids(pungs) == ["all_pungs"]
    assert ids(runs) == ["all_chows"]


@pytest.mark.parametrize("text", ["89m1p", "89p1s", "89s1z", "9m12p", "6z7z5z", "123z"])
def test_no_run_crosses_a_suit_border_or_is_made_of_honours(text) -> None:
    assert not complete(text + "55z", 1)


def test_five_of_a_kind_is_refused() -> None:
    with pytest.raises(InvalidInput) as refused:
        bao("11111m234p567p99s", "9s")
    assert refused.value.field == "concealed"
    with pytest.raises(InvalidInput) as refused:
        bao("1111m234p567p999s", "1m")
    assert refused.value.field == "winning_tile"
    with pytest.raises(InvalidInput) as refused:
        bao("11m234p567p99s", "9s", melds=[{"kind": "pung", "tiles": "111m"}])
    assert refused.value.field == "melds"


def test_three_suits_each_feasible_alone_but_needing_more_wilds_together() -> None:
    """19 of one suit needs two sets: three such suits six, and there are four."""
    assert complete("19m123p456p789p" + "5z5z5z", 4, wild_kinds="5z")
    assert not complete("19m19p19s123m" + "5z5z5z5z6z", 4, wild_kinds="5z6z")
    assert not complete("19m19p19s" + "5z5z5z5z6z6z6z6z", 4, wild_kinds="5z6z")
    assert complete("19m19p1s" + "5z5z5z5z6z6z6z6z" + "1s", 4, wild_kinds="5z6z")


def test_three_times_n_tiles_without_a_pair() -> None:
    """Four sets and two single tiles are no hand, whatever the two are."""
    assert not complete("123m456m789m123p15s")
    with pytest.raises(InvalidInput) as refused:
        bao("123m456m789m123p", "1p")
    assert refused.value.field == "concealed"


def test_a_claimed_tile_is_not_credited_to_a_set_that_cannot_hold_it() -> None:
    """The tiles of a meld stay in it (C1): 4m cannot leave the chow to help the hand."""
    chow = {"kind": "chow", "tiles": "456m"}
    assert bao("44m123p456s78s", "9s", melds=[chow], wild_kinds="").wins
    assert bao("4m123p456s789s", "5m", melds=[chow]).reason == "not_complete"


def test_an_element_counts_once_in_the_reading_that_is_scored() -> None:
    # 111222333m reads as runs and as pungs; full flush is named once.
    flush = bao("111222333m789m5m", "5m", wild_kinds="")
    assert ids(flush) == ["all_chows", "full_flush", "no_wild"]


def test_eight_wilds_with_any_six_tiles_that_fit() -> None:
    assert complete("147m25s7z" + "1p1p1p1p2p2p2p2p", wild_kinds="1p2p") is False
    assert complete("147m2s77z" + "1p1p1p1p2p2p2p2p", wild_kinds="1p2p")
    result = free("1z2z3z4z5z" + "1p1p1p1p2p2p2p2p", "5z", wild_kinds="1p2p")
    assert ids(result) == ["all_honours"]
    assert all(one.tiles[0] >= EAST for one in result.reading)


def test_a_wild_stands_for_a_fifth_copy_only_where_the_option_allows_it() -> None:
    # Four East tiles are a pung and a pair only with a fifth.
    hand = ("1111z222m333m44m9p", "4m")
    facts = {"wild_kinds": "9p8p", "contract": bid("E")}
    assert bao(*hand, **facts).wins
    assert bao(*hand, options={"fifth_copy": False}, **facts).reason == "not_complete"


def test_a_kong_counts_four_of_its_kind() -> None:
    kong = {"kind": "concealed_kong", "tiles": "1111m"}
    facts = {"melds": [kong], "wild_kinds": "9p8p", "contract": bid("E")}
    assert format_tiles(bao("23m9p555s777s8s", "8s", **facts).wilds_as) == "1m"
    capped = bao("23m9p555s777s8s", "8s", options={"fifth_copy": False}, **facts)
    assert [format_tiles(one.tiles) for one in capped.reading] == [
        "1111m",
        "234m",
        "555s",
        "777s",
        "88s",
    ]


def test_kinds_of_five_in_melds_alone_can_be_read_in_no_way() -> None:
    result = bao(
        "99s8s8s8s7s7s",
        "7s",
        options={"fifth_copy": False},
        wild_kinds="9p8p",
        contract=bid("E"),
        melds=[{"kind": "pung", "tiles": "11m9p"}, {"kind": "chow", "tiles": "123m"}],
    )
    assert result.reason == "below_minimum"
    two = bao(
        "99s8s8s8s7s7s",
        "7s",
        options={"fifth_copy": False},
        wild_kinds="9p8p",
        contract=bid("E"),
        melds=[{"kind": "kong", "tiles": "111m9p"}, {"kind": "chow", "tiles": "123m"}],
    )
    assert two.reason == "not_complete"
