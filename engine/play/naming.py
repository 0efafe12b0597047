"""Naming the wild kinds 财神 of a hand (C2-C4)."""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations

from engine.hands import kinds_held
from engine.play.state import HandState
from engine.rules.ruleset import Ruleset
from engine.rules.wilds import may_be_wild_together
from engine.tiles import KINDS, Kind


@lru_cache(maxsize=8)
def _of_all_kinds(pair_rule: str, count: int) -> tuple[tuple[Kind, ...], ...]:
    choices = combinations(range(KINDS), count)
    if count < 2:
        return tuple(choices)
    return tuple([pair for pair in choices if may_be_wild_together(pair_rule, *pair)])


def legal_wilds(ruleset: Ruleset, hand: HandState) -> tuple[tuple[Kind, ...], ...]:
    """Every choice of the seat that names the wilds, in ascending order.

    Where `wild_must_be_held` would leave no pair of neighbours, it is waived: exactly as
    many kinds as were bid must be named (C2).
    """
    count = ruleset.wild_kinds_named(hand.contract)
    if ruleset.options.wild_must_be_held:
        held = set(kinds_held(hand.hands[hand.turn]))
        choices = tuple([kinds for kinds in wild_choices(ruleset, count) if held.issuperset(kinds)])
        if choices:
            return choices
    return wild_choices(ruleset, count)


def wild_choices(ruleset: Ruleset, count: int) -> tuple[tuple[Kind, ...], ...]:
    """Every set of so many kinds that may be wild together (C4), ascending."""
    return _of_all_kinds(ruleset.options.wild_pair, count)


def partners(ruleset: Ruleset, kind: Kind) -> tuple[Kind, ...]:
    """The kinds that may be wild beside this one (C4)."""
    return tuple([other for other in range(KINDS) if ruleset.wilds_fit((kind, other))])
