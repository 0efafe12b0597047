"""The engine and a scorer written independently of it agree on random hands."""

from __future__ import annotations

import json
from collections import Counter
from random import Random

import pytest

from tests.bruteforce import oracle
from tests.bruteforce.compare import complaints, engine_answers, fault_complaints
from tests.bruteforce.corrupt import random_fault
from tests.bruteforce.generate import random_line
from tests.bruteforce.tiles import split

HANDS = 600
FAULTS = 300


def test_every_answer_agrees_with_the_brute_force() -> None:
    rng = Random(20261130)
    lines = [random_line(rng) for _ in range(HANDS)]
    answers = engine_answers([json.dumps(line) for line in lines])
    wrong = {
        json.dumps(line): found
        for line, answer in zip(lines, answers, strict=True)
        if (found := complaints(line, answer))
    }
    assert wrong == {}


def test_every_faulty_line_is_answered_with_an_error_that_names_the_field() -> None:
    rng = Random(20261130)
    faults = [random_fault(rng) for _ in range(FAULTS)]
    answers = engine_answers([fault.text for fault in faults])
    wrong = {
        fault.text: found
        for fault, answer in zip(faults, answers, strict=True)
        if (found := fault_complaints(fault, answer))
    }
    assert wrong == {}


def test_the_random_hands_cover_both_games_wins_refusals_and_many_wilds() -> None:
    rng = Random(20261130)
    lines = [random_line(rng) for _ in range(HANDS)]
    seen: Counter[str] = Counter()
    for line in lines:
        seen[line["ruleset"]] += 1
        seen[line["source"]] += 1
        seen.update(oracle.score(line).reasons or {f"{line['ruleset']} win"})
        held = split(line.get("concealed", ""))
        wilds = sum(tile in split(line["wild_kinds"]) for tile in held)
        seen["many wilds"] += wilds >= 6
        seen[f"{line['blessing']} blessing"] += 1
    assert min(seen[name] for name in ("bao win", "free win", "not_complete", "exhausted")) >= 20
    assert min(seen[name] for name in ("below_contract", "below_minimum", "many wilds")) >= 10
    rare = ("heavenly blessing", "earthly blessing", "dead_wild", "rob_not_allowed")
    assert min(seen[name] for name in rare) >= 1


@pytest.mark.parametrize("seed", range(40))
def test_one_set_for_each_suit_is_enough_for_sets_made_of_wilds_alone(seed: int) -> None:
    rng = Random(seed)
    line = random_line(rng)
    while line["source"] == "exhausted" or len(split(line["concealed"])) > 7:
        line = random_line(rng)
    table = oracle.take_apart(line)
    assert oracle.best_worth(table) == oracle.best_worth(table, every_rank=True)


OTHERS_BID = {"by": "E", "tai": 2, "form": "one_wild"}
SELF_DRAW = {
    "ruleset": "bao",
    "options": {},
    "winner": "S",
    "source": "self_draw",
    "discarder": None,
    "melds": [],
    "kong_draw": False,
    "blessing": None,
    "laozhuang": 0,
}


@pytest.mark.parametrize(
    ("concealed", "last", "wild", "tai"),
    [
        ("222m555p789s34m8p5m", "8p", "5m", 0),
        ("123m456s567m789p7z", "7z", "9p", 0),
        ("111z777z123m456m9m", "9m", "9m", 4),
        ("111z777z111m444m9m", "9m", "9m", 5),
        ("123m456m789m111m5m", "5m", "5m", 4),
        ("123m456m777m888m9m", "9m", "9m", 3),
    ],
)
def test_the_brute_force_knows_the_worked_examples(
    concealed: str, last: str, wild: str, tai: int
) -> None:
    winner = "E" if tai >= 3 else "S"
    contract = OTHERS_BID | {"by": "W"}
    hand = {"concealed": concealed, "winning_tile": last, "wild_kinds": wild}
    line = SELF_DRAW | hand | {"winner": winner, "contract": contract}
    answer = oracle.score(line)
    assert answer.tai == tai
    assert answer.wins == (tai > 0)
