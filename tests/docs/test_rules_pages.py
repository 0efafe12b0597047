"""The three pages of rules say what the engine does."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from engine.rules.clauses import CLAUSES
from engine.rules.contract import Contract
from engine.rules.element import ELEMENTS
from engine.rules.options import OPTIONS
from engine.rules.settlement import Win
from engine.rulesets import get_ruleset
from tests.bruteforce import oracle
from tests.bruteforce.compare import engine_answers
from tests.docs.rules_pages import PAGES, between, elements_table, options_table, page

RULES = tuple(CLAUSES)
every_language = pytest.mark.parametrize("language", PAGES)


@every_language
def test_every_rule_has_one_place(language: str) -> None:
    places = re.findall(r'<a id="(\w+)"></a>\*\*(\w+)\*\* \S', page(language))
    assert places == [(rule, rule) for rule in RULES]


@every_language
def test_every_option_is_explained_beside_its_rule(language: str) -> None:
    prose = page(language).split("<!-- options -->")[0]
    missing = [option.name for option in OPTIONS if f"`{option.name}`" not in prose]
    assert missing == []


def test_every_rule_cited_by_an_element_or_an_option_exists() -> None:
    cited = {rule for element in ELEMENTS for rule in map(element.rule_in, ("bao", "free"))}
    assert cited | {option.rule for option in OPTIONS} <= set(RULES)


@every_language
def test_the_tables_are_those_of_the_catalogue(language: str) -> None:
    text = page(language)
    assert between(text, "elements") == elements_table(language)
    assert between(text, "options") == options_table(language)


def examples(language: str) -> list[tuple[dict[str, Any], dict[str, Any]]]:
    found = re.findall(r"```score\n(.*?)```\n\n```answer\n(.*?)```", page(language), re.DOTALL)
    return [(json.loads(hand), json.loads(answer)) for hand, answer in found]


def test_the_three_pages_have_the_same_examples() -> None:
    first, *others = map(examples, PAGES)
    assert len(first) >= 5
    assert others == [first, first]


def test_the_examples_are_answered_as_printed() -> None:
    hands = [hand for hand, _ in examples("en")]
    answers = engine_answers([json.dumps(hand) for hand in hands])
    for (_, printed), answer in zip(examples("en"), answers, strict=True):
        assert answer | printed == answer


def test_the_brute_force_gives_the_same_answers() -> None:
    defaults = {
        "options": {},
        "discarder": None,
        "melds": [],
        "kong_draw": False,
        "blessing": None,
        "laozhuang": 0,
        "contract": None,
    }
    for hand, printed in examples("en"):
        answer = oracle.score(defaults | hand)
        assert (answer.wins, answer.tai) == (printed["wins"], printed["tai"])
        assert answer.payments == printed.get("payments", answer.payments)


# C, W and D of the printed table; the order of the rows is that of the page.
CASES = (
    ("C", None, 4, 0),
    ("C", None, 4, 1),
    ("C", "D", 3, 0),
    ("W", None, 2, 0),
    ("W", "C", 2, 0),
    ("W", "D", 1, 0),
)
SEAT_OF = {"C": 0, "W": 1, "D": 2}


def payments(winner: str, loser: str | None, tai: int, repeat: int) -> tuple[int, int, int, int]:
    """Payments of C, W, D and the fourth, where C has bid 3 with one wild kind."""
    contract = Contract(0, 3, "one_wild")
    source = "discard" if loser else "self_draw"
    discarder = SEAT_OF[loser] if loser else None
    win = Win(SEAT_OF[winner], source, discarder, tai, contract)
    return get_ruleset("bao", {}).settle_win(win, repeat).payments


@every_language
def test_the_table_of_payments_is_right(language: str) -> None:
    rows = between(page(language), "payments").splitlines()[2:]
    printed = [set(map(number, re.findall(r"[+−]\d+", row))) for row in rows]
    wins = [set(payments(*case)) for case in CASES]
    compound = get_ruleset("bao", {"laozhuang": "compound"})
    contract = Contract(0, 3, "one_wild")
    drawn = [
        set(get_ruleset("bao", {}).settle_exhausted(contract, 0).payments),
        set(compound.settle_exhausted(contract, 2).payments),
    ]
    assert printed == wins + drawn


def number(text: str) -> int:
    return int(text.replace("−", "-"))
