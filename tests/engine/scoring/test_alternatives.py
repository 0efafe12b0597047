"""Other readings of a hand: all that differ in their elements, none worth more than the score."""

from __future__ import annotations

from random import Random

import pytest

from engine.errors import EngineError
from engine.notation import format_tiles, parse_tile, parse_tiles
from engine.rulesets import get_ruleset
from engine.scoring import ScoreInput, score
from engine.scoring.alternatives import readings
from engine.scoring.case_json import case_from_json
from tests.bruteforce.generate import random_line


def case(concealed: str, tile: str, wilds: str = "", **more: object) -> ScoreInput:
    facts = {"source": "self_draw", "winner": 0, **more}
    return ScoreInput(
        concealed=parse_tiles(concealed),
        winning_tile=parse_tile(tile),
        wild_kinds=parse_tiles(wilds),
        **facts,
    )


def test_three_runs_of_three_are_also_three_pungs_which_is_worth_less() -> None:
    bao = get_ruleset("bao")
    found = readings(bao, case("111222333m78p55s", "9p"))
    names = [[element.id for element in one.elements] for one in found]
    assert names == [["all_chows", "no_wild"], ["no_wild"]]
    shown = [format_tiles(one.tiles) for one in found[1].reading]
    assert shown == ["111m", "222m", "333m", "789p", "55s"]


def test_a_wild_may_make_a_pung_of_dragons_or_stay_a_pair() -> None:
    free = get_ruleset("free")
    found = readings(free, case("234m567p234s55z9s1m", "9s", wilds="1m2p"))
    assert found[0].tai == score(free, case("234m567p234s55z9s1m", "9s", wilds="1m2p")).tai
    assert {tuple(e.id for e in one.elements) for one in found} == {("dragon_pung",), ()}


def test_an_incomplete_hand_has_no_readings() -> None:
    assert readings(get_ruleset("bao"), case("147m258p369s1234z", "5z")) == ()


@pytest.mark.parametrize("seed", range(300))
def test_the_best_of_all_readings_is_the_one_that_is_scored(seed: int) -> None:
    line = random_line(Random(seed))
    try:
        ruleset, facts = case_from_json(line)
    except EngineError:
        return
    found, scored = readings(ruleset, facts), score(ruleset, facts)
    assert bool(found) == bool(scored.reading)
    if found:
        assert found[0].tai == scored.tai
        same = [one for one in found if one.tai == scored.tai]
        assert set(scored.elements) in [set(one.elements) for one in same]
        assert len({one.elements for one in found}) == len(found)
