"""Naming the wild kinds 财神 of a hand (C2-C4)."""

from __future__ import annotations

from itertools import combinations

from engine.hands import unpack
from engine.play.state import HandState
from engine.rules.ruleset import Ruleset
from engine.tiles import KINDS, Kind


def legal_wilds(ruleset: Ruleset, hand: HandState) -> tuple[tuple[Kind, ...], ...]:
    """Every choice of the seat that names the wilds, in ascending order.

    Where `wild_must_be_held` would leave no pair of neighbours, it is waived: exactly as
    many kinds as were bid must be named (C2).
    """
    count = ruleset.wild_kinds_named(hand.contract)
    if ruleset.options.wild_must_be_held:
        held = sorted(set(unpack(hand.hands[hand.turn])))
        choices = wild_choices(ruleset, held, count)
        if choices:
            return choices
    return wild_choices(ruleset, range(KINDS), count)


def wild_choices(
    ruleset: Ruleset, kinds: range | list[Kind], count: int
) -> tuple[tuple[Kind, ...], ...]:
    """Every set of so many of these kinds that may be wild together (C4)."""
    return tuple([pair for pair in combinations(kinds, count) if ruleset.wilds_fit(pair)])


def partners(ruleset: Ruleset, kind: Kind) -> tuple[Kind, ...]:
    """The kinds that may be wild beside this one (C4)."""
    return tuple([other for other in range(KINDS) if ruleset.wilds_fit((kind, other))])
