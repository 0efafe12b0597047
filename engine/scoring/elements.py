"""Which elements 台 a reading has: ordinary ones add up, a flat one replaces them (E1-E12)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.rules.element import ELEMENT_BY_ID
from engine.rules.ruleset import HonourTai
from engine.scoring.choice import Choice
from engine.scoring.plan import Evaluation, Plan, ScoredElement
from engine.tiles import EAST, Kind, is_dragon

MANY_WILDS: Final = 3


def evaluation_of(plan: Plan, choice: Choice, wild_tiles: int) -> Evaluation:
    """The ordinary count, or the flat element that replaces it (E11, E12)."""
    ordinary = tuple(_ordinary_elements(plan, choice, wild_tiles))
    tai = sum([element.tai for element in ordinary])
    flat = max(_flat_elements(plan, choice, wild_tiles, tai), key=lambda one: one.tai, default=None)
    if flat and (plan.frame.ruleset.options.special == "flat" or flat.tai >= tai):
        return Evaluation(flat.tai, (flat,), choice, is_flat=True)
    return Evaluation(tai, ordinary, choice, is_flat=False)


def _ordinary_elements(plan: Plan, choice: Choice, wild_tiles: int) -> Iterator[ScoredElement]:
    pungs = sorted((*plan.meld_pungs, *choice.honours.pungs), key=_honour_order)
    yield from _honour_elements(pungs, plan.honour_tai)
    frame = plan.frame
    has = {
        "all_chows": choice.outline.sort == "chows",
        "all_pungs": choice.outline.sort == "pungs",
        "full_flush": choice.outline.flush == "full",
        "half_flush": choice.outline.flush == "half",
        "kong_draw": frame.kong_draw,
        "robbed_kong": frame.robbed_kong,
        "no_wild": _is_no_wild(plan, wild_tiles),
        "three_wilds": wild_tiles >= MANY_WILDS,
    }
    yield from (_scored(plan, name) for name in has if has[name] and _adds_up(plan, name))


def _honour_order(kind: Kind) -> tuple[bool, Kind]:
    return not is_dragon(kind), kind


def _flat_elements(
    plan: Plan, choice: Choice, wild_tiles: int, ordinary: int
) -> Iterator[ScoredElement]:
    if choice.outline.flush == "honours":
        yield _scored(plan, "all_honours")
    if ordinary < plan.frame.ruleset.game.flat_minimum:
        return
    if plan.frame.blessing:
        yield _scored(plan, plan.frame.blessing)
    if _is_flat(plan, "no_wild") and _is_no_wild(plan, wild_tiles):
        yield _scored(plan, "no_wild")


def _is_flat(plan: Plan, name: str) -> bool:
    return plan.frame.ruleset.id in ELEMENT_BY_ID[name].flat


def _adds_up(plan: Plan, name: str) -> bool:
    return not _is_flat(plan, name) and plan.frame.ruleset.tai_of(ELEMENT_BY_ID[name]) > 0


def _is_no_wild(plan: Plan, wild_tiles: int) -> bool:
    """无财 (E9): no wild tile in hand or melds; where no kind is wild, as the option says."""
    frame = plan.frame
    return not wild_tiles and bool(
        frame.wild_kinds or frame.ruleset.options.no_wild_bonus_without_wilds
    )


def _scored(plan: Plan, name: str) -> ScoredElement:
    ruleset, element = plan.frame.ruleset, ELEMENT_BY_ID[name]
    return ScoredElement(name, ruleset.tai_of(element), element.rule_in(ruleset.id))


def _honour_elements(pungs: list[Kind], worth: HonourTai) -> Iterator[ScoredElement]:
    """One entry for every honour pung that is worth tai (E1, E2)."""
    for kind in pungs:
        tai = worth[kind - EAST]
        if tai:
            name = _honour_element_id(kind)
            yield ScoredElement(name, tai, ELEMENT_BY_ID[name].rule, kind)


def _honour_element_id(kind: Kind) -> str:
    if is_dragon(kind):
        return "dragon_pung"
    return "east_pung" if kind == EAST else "seat_wind_pung"
