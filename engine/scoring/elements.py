"""Which elements 台 a reading has: ordinary ones add up, a flat one replaces them (E1-E12)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.rules.element import ELEMENTS, Facts
from engine.scoring.choice import Choice
from engine.scoring.plan import Evaluation, Plan, ScoredElement
from engine.tiles import EAST, Kind, is_dragon


def evaluation_of(plan: Plan, choice: Choice, wild_tiles: int) -> Evaluation:
    """The ordinary count, or the flat element that replaces it (E11, E12)."""
    facts = _facts(plan, choice, wild_tiles)
    ordinary = (*_honour_pungs(plan, choice), *_ordinary(plan, facts))
    tai = sum([element.tai for element in ordinary])
    flat = max(_flat(plan, facts, tai), key=lambda element: element.tai, default=None)
    if flat and (plan.frame.ruleset.options.special == "flat" or flat.tai >= tai):
        return Evaluation(flat.tai, (flat,), choice, is_flat=True)
    return Evaluation(tai, ordinary, choice, is_flat=False)


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


def _ordinary(plan: Plan, facts: Facts) -> Iterator[ScoredElement]:
    return (scored for element, scored in plan.ordinary if element.applies(facts))


def _flat(plan: Plan, facts: Facts, ordinary: int) -> Iterator[ScoredElement]:
    """The flat elements that apply, in the order in which they are named at equal worth."""
    enough = ordinary >= plan.frame.ruleset.game.flat_minimum
    for element, scored in plan.flat:
        if (enough or element.needs_nothing) and element.applies(facts):
            yield scored
