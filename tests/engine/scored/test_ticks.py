"""Ticked elements: counted as a hand of them would be, refused where no hand has them."""

from __future__ import annotations

from random import Random

import pytest

from engine.errors import EngineError
from engine.rulesets import get_ruleset
from engine.scored.entry import Entry, Ticked
from engine.scored.ticks import Winning, count_ticks
from engine.scoring.case_json import case_from_json
from engine.scoring.score import score
from tests.bruteforce.generate import random_line
from tests.engine.scored.keeper import Keeper, free_won, won

BAO = get_ruleset("bao")
FREE = get_ruleset("free")
DRAWN = Winning(1, "self_draw", None, 2)


def tai(ruleset, winning, *ticks) -> int:
    return count_ticks(ruleset, winning, ticks).tai


@pytest.mark.parametrize(
    ("ticks", "expected"),
    [
        (("all_chows",), 1),
        (("full_flush", "all_chows"), 4),
        (("dragon_pung", "dragon_pung", "all_pungs"), 3),
        (("half_flush", "east_pung", "seat_wind_pung"), 3),
        (("all_honours",), 8),
        (("heavenly",), None),
        (("no_wild",), 1),
    ],
)
def test_elements_add_up_or_replace_one_another(ticks, expected):
    if expected is None:
        assert tai(BAO, Winning(0, "self_draw", None, 2), *ticks) == 8
    else:
        assert tai(BAO, DRAWN, *ticks) == expected


def test_east_is_worth_two_to_the_dealer():
    assert tai(BAO, Winning(0, "self_draw", None, 2), "east_pung") == 2
    assert tai(BAO, DRAWN, "east_pung") == 1


def test_a_flat_element_of_the_free_game_needs_three_ordinary_tai():
    """E12."""
    assert tai(FREE, DRAWN, "no_wild", "full_flush") == 8
    assert count_ticks(FREE, DRAWN, ("no_wild", "half_flush")).is_flat is False


def test_where_no_kind_is_wild_every_hand_has_no_wild():
    """E9: the option decides, not a tick."""
    none = Winning(1, "self_draw", None, 0)
    assert tai(BAO, none, "all_chows") == 2
    without = get_ruleset("bao", {"no_wild_bonus_without_wilds": False})
    assert tai(without, none, "all_chows") == 1


@pytest.mark.parametrize(
    ("ticks", "refusal"),
    [
        (("all_chows", "all_pungs"), ("elements_clash", "E3")),
        (("all_chows", "dragon_pung"), ("elements_clash", "E3")),
        (("all_chows", "kong_draw"), ("elements_clash", "E3")),
        (("full_flush", "half_flush"), ("elements_clash", "E5")),
        (("full_flush", "east_pung"), ("elements_clash", "E5")),
        (("all_honours", "half_flush"), ("elements_clash", "E6")),
        (("three_wilds",), ("no_such_element", "E10")),
        (("golden_dragon",), ("no_such_element", "W1")),
        (("all_pungs", "all_pungs"), ("element_twice", "E4")),
        (("heavenly",), ("element_does_not_fit", "E12")),
        (("earthly",), ("element_does_not_fit", "E12")),
        (("robbed_kong",), ("element_does_not_fit", "E8")),
        (("dragon_pung",) * 5, ("too_many_pungs", "W1")),
        (("dragon_pung",) * 3 + ("east_pung",), ("elements_missing", "E4")),
        (("dragon_pung",) * 3 + ("east_pung", "all_pungs"), ("elements_missing", "E6")),
        (("dragon_pung",) * 4 + ("all_pungs", "no_wild", "half_flush"), ("too_many_pungs", "C8")),
    ],
)
def test_what_no_hand_has_is_refused_with_the_rule(ticks, refusal):
    assert Keeper().refused_entry(won(1, *ticks, bid=(0, 2))) == refusal


def test_a_kong_draw_is_a_self_draw():
    entry = won(1, "kong_draw", off=2, bid=(0, 2))
    assert Keeper().refused_entry(entry) == ("element_does_not_fit", "E7")


def test_the_dealer_has_no_other_seat_wind_and_under_east2_nobody_has_one():
    """E2."""
    assert Keeper().refused_entry(won(0, "seat_wind_pung"))[1] == "E2"
    sheet = Keeper(options={"wind_scheme": "east2"})
    assert sheet.refused_entry(won(1, "seat_wind_pung"))[1] == "E2"
    assert Keeper("free").refused_entry(free_won(1, "seat_wind_pung", "full_flush"))[1] == "E5"


def test_three_wilds_and_none_exclude_each_other():
    entry = free_won(1, "three_wilds", "no_wild")
    assert Keeper("free").refused_entry(entry) == ("elements_clash", "E9")


def test_a_robbed_kong_need_not_be_ticked():
    entry = won(1, source="robbed_kong", off=0, bid=(0, 2))
    sheet = Keeper()
    sheet.enter(entry)
    assert [one["id"] for one in sheet.state.sheet[0].breakdown["elements"]] == ["robbed_kong"]


def test_ticking_what_a_real_hand_has_counts_what_that_hand_counts():
    """Against hands scored by their tiles, under all options."""
    rng = Random(11)
    compared = 0
    while compared < 400:
        try:
            ruleset, case = case_from_json(random_line(rng))
            result = score(ruleset, case)
        except EngineError:
            continue
        if case.source == "exhausted" or not result.wins:
            continue
        ticks = tuple(element.id for element in result.elements)
        if any(ruleset.id in _flat(name) for name in ticks):
            continue
        if all(kind >= 27 for one in result.reading for kind in one.tiles):
            ticks += ("all_honours",)
        wild_kinds = len(case.wild_kinds)
        winning = Winning(case.winner, case.source, case.discarder, wild_kinds)
        found = count_ticks(ruleset, winning, ticks)
        assert found.tai == result.tai, (ruleset.options, case, ticks)
        compared += 1


def _flat(name):
    from engine.rules.element import ELEMENT_BY_ID

    return ELEMENT_BY_ID[name].flat


def test_elements_and_tiles_are_not_both_given():
    from engine.scored.forms import read_entry, write_entry

    entry = Entry("no_contract", None, "won", 1, "self_draw", None, Ticked(("all_pungs",)))
    data = write_entry(entry)
    assert read_entry(data) == entry
    with pytest.raises(EngineError):
        read_entry(data | {"tiles": {}})
