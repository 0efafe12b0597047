"""Which elements can be ticked for a win, in groups, and why the others cannot.

Asks the engine about each of them; knows no rule itself.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from django.utils.translation import gettext_lazy as _

from engine.errors import IllegalAction
from engine.rules.element import ELEMENT_BY_ID
from engine.rules.ruleset import Ruleset
from engine.scored.entry import Entry, seat_of
from engine.scored.settle import Standing, contract_of
from engine.scored.ticks import CLASHES, HONOUR_PUNGS, Winning, count_ticks, worth_of
from tables.catalogue import language
from tables.scored.texts import blocked_text

GROUPS: Final = (
    (_("Honours"), HONOUR_PUNGS),
    (_("Sets"), ("all_chows", "all_pungs")),
    (_("Suits"), ("full_flush", "half_flush", "all_honours")),
    (_("Wilds"), ("no_wild", "three_wilds")),
    (_("How it was won"), ("kong_draw", "robbed_kong", "heavenly", "earthly")),
)
DRAGONS: Final = 3


class Choice(NamedTuple):
    """One box to tick; `nth` tells the dragons apart."""

    id: str
    nth: int
    name: str
    tai: int
    rule: str
    ticked: bool


def groups(ruleset: Ruleset, ticked: list[str]) -> list[dict[str, Any]]:
    """Every element of the game as boxes, by groups."""
    return [
        {"title": title, "choices": [c for name in names for c in _choices(ruleset, name, ticked)]}
        for title, names in GROUPS
    ]


def _choices(ruleset: Ruleset, name: str, ticked: list[str]) -> list[Choice]:
    element = ELEMENT_BY_ID[name]
    if not element.tai(ruleset.id):
        return []
    times = DRAGONS if name == "dragon_pung" else 1
    had = ticked.count(name)
    return [
        Choice(
            name,
            nth,
            element.names.in_language(language()),
            ruleset.tai_of(element),
            element.rule_in(ruleset.id),
            nth <= had,
        )
        for nth in range(1, times + 1)
    ]


def winning_of(ruleset: Ruleset, entry: Entry, standing: Standing) -> Winning | None:
    """What is known of a win, None while too little is."""
    if entry.winner is None or entry.source is None:
        return None
    off = entry.discarder
    contract = contract_of(ruleset, entry, standing.places)
    return Winning(
        seat_of(entry.winner, standing.places),
        entry.source,
        None if off is None else seat_of(off, standing.places),
        ruleset.wild_kinds_named(contract),
    )


def blocked(ruleset: Ruleset, winning: Winning, ticked: list[str]) -> dict[str, str]:
    """The elements that cannot be added to those ticked, each with the reason."""
    reasons: dict[str, str] = {}
    for element in ruleset.elements():
        if element.id in ticked and element.id != "dragon_pung":
            continue
        reason = _why_not(ruleset, winning, ticked, element.id)
        if reason:
            reasons[element.id] = reason
    return reasons


def _why_not(ruleset: Ruleset, winning: Winning, ticked: list[str], name: str) -> str | None:
    try:
        count_ticks(ruleset, winning, (*ticked, name))
    except IllegalAction as error:
        # What is missing yet can still be ticked.
        if error.code == "elements_missing" or _fails_anyway(ruleset, winning, ticked, error):
            return None
        clash = next((one for one in ticked if frozenset((one, name)) in CLASHES), None)
        return blocked_text(error, clash)
    return None


def _fails_anyway(
    ruleset: Ruleset, winning: Winning, ticked: list[str], error: IllegalAction
) -> bool:
    """Whether the boxes ticked do not go together as they are: nothing new is to blame."""
    try:
        count_ticks(ruleset, winning, tuple(ticked))
    except IllegalAction as before:
        return (before.code, before.message) == (error.code, error.message)
    return False


def worth(ruleset: Ruleset, winning: Winning) -> dict[str, int]:
    """What each element is worth to this winner."""
    return worth_of(ruleset, winning.seat)
