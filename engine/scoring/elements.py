"""Which elements 台 a reading has: ordinary ones add up, a flat one replaces them (E1-E12)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from engine.rules.element import ELEMENTS, Facts
from engine.rules.ruleset import Ruleset
from engine.scoring.choice import Choice
from engine.scoring.plan import Evaluation, Plan, Scored, ScoredElement
from engine.tiles import EAST, Kind, is_dragon


class Count(NamedTuple):
    """The tai of a hand and the elements they come from; `is_flat` if one of them replaced all."""

    tai: int
    elements: tuple[ScoredElement, ...]
    is_flat: bool


def evaluation_of(plan: Plan, choice: Choice, wild_tiles: int) -> Evaluation:
    """A reading with its tai."""
    facts = _facts(plan, choice, wild_tiles)
    pungs = tuple(_honour_pungs(plan, choice))
    found = count_elements(plan.frame.ruleset, facts, pungs, plan.ordinary, plan.flat)
    return Evaluation(found.tai, found.elements, choice, is_flat=found.is_flat)


def count_elements(
    ruleset: Ruleset,
    facts: Facts,
    pungs: tuple[ScoredElement, ...],
    ordinary: Scored,
    flat: Scored,
) -> Count:
    """The ordinary count, or the flat element that replaces it (E11, E12)."""
    counted = (*pungs, *[scored for element, scored in ordinary if element.applies(facts)])
    tai = sum([element.tai for element in counted])
    applying = _flat(flat, facts, enough=tai >= ruleset.game.flat_minimum)
    best = max(applying, key=lambda element: element.tai, default=None)
    if best and (ruleset.options.special == "flat" or best.tai >= tai):
        return Count(best.tai, (best,), is_flat=True)
    return Count(tai, counted, is_flat=False)


def _facts(plan: Plan, choice: Choice, wild_tiles: int) -> Facts:
    frame = plan.frame
    # Where no kind is wild, the option says whether a hand counts as having none (E9).
    counts = frame.wild_kinds or frame.ruleset.options.no_wild_bonus_without_wilds
    return Facts(
        sort=choice.outline.sort,
        flush=choice.outline.flush,
        kong_draw=frame.kong_draw,
        robbed_kong=frame.robbed_kong,
        no_wild=not wild_tiles and bool(counts),
        wild_tiles=wild_tiles,
        blessing=frame.blessing,
    )


def _honour_pungs(plan: Plan, choice: Choice) -> Iterator[ScoredElement]:
    """One entry for every honour pung that is worth tai (E1, E2), dragons first."""
    pungs = (*plan.meld_pungs, *choice.honours.pungs)
    for kind in sorted(pungs, key=_dragons_first):
        tai = plan.honour_tai[kind - EAST]
        if tai:
            element = next(one for one in ELEMENTS if one.counts_pung(kind))
            yield ScoredElement(element.id, tai, element.rule, kind)


def _dragons_first(kind: Kind) -> tuple[bool, Kind]:
    return not is_dragon(kind), kind


def _flat(flat: Scored, facts: Facts, *, enough: bool) -> Iterator[ScoredElement]:
    """The flat elements that apply, in the order in which they are named at equal worth."""
    for element, scored in flat:
        if (enough or element.needs_nothing) and element.applies(facts):
            yield scored
