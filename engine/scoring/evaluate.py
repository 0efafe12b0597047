"""The tai of a complete hand with its elements 台, over every use of the wilds (W4, E1-E12).

`plan_for` gathers what does not change while a player arranges tiles; `evaluate` then needs the
concealed natural tiles and the count of wilds. What it finds is kept by the classes of the lanes,
so that a hand never seen before is mostly known already.
"""

from __future__ import annotations

from typing import Final

from engine.hands import LANE_MASK, LANE_POWER, LANE_SHIFT, UNIT, PackedHand
from engine.rules.element import MANY_WILDS
from engine.scoring.elements import evaluation_of
from engine.scoring.numbers import NumberId, id_of_lanes
from engine.scoring.plan import Evaluation, Plan, lane_of
from engine.scoring.tables import NUMBER_SHAPE, NUMBERS_OF_PAIR, NUMBERS_OF_THREE
from engine.tiles import Kind

_MEMO_LIMIT: Final = 1 << 15
_HONOURS_AT: Final = 2
_NUMBERS_AT: Final = 20


def split_wilds(hand: PackedHand, wild_kinds: tuple[Kind, ...]) -> tuple[PackedHand, int]:
    """The natural tiles of a hand, and how many wild tiles 财神 it holds."""
    wilds = 0
    for kind in wild_kinds:
        # As hands.count, which a call would double in cost.
        copies = (hand >> LANE_SHIFT[kind] & LANE_MASK) // LANE_POWER[kind] % 5
        if copies:
            hand -= copies * UNIT[kind]
            wilds += copies
    return hand, wilds


def evaluate(
    plan: Plan, naturals: PackedHand, wilds: int, shown_wilds: int = 0
) -> Evaluation | None:
    """The best reading of a hand, the winning tile included; None if it is not complete (W1).

    `naturals` are the concealed tiles that are no full wilds, `wilds` counts those that are: they
    fit exactly when 3·sets + 2 tiles are held. A wild that counts as its own face (C7) is among
    the naturals, and in `shown_wilds` because it is a wild tile all the same (E9, E10).
    """
    wild_tiles = plan.meld_wilds + wilds + shown_wilds
    if wild_tiles > MANY_WILDS:
        wild_tiles = MANY_WILDS
    if plan.caps is not None:
        return _evaluate_lanes(plan, _capped_numbers(plan, naturals), naturals >> 63, wild_tiles)
    pair = NUMBERS_OF_PAIR[
        NUMBER_SHAPE[naturals & LANE_MASK] << 7 | NUMBER_SHAPE[naturals >> 21 & LANE_MASK]
    ]
    numbers = NUMBERS_OF_THREE[pair << 7 | NUMBER_SHAPE[naturals >> 42 & LANE_MASK]]
    try:
        return plan.memo[
            numbers << _NUMBERS_AT
            | plan.honours.id_of_code[naturals >> 63] << _HONOURS_AT
            | wild_tiles
        ]
    except KeyError:
        return _evaluate_lanes(plan, numbers, naturals >> 63, wild_tiles)


def _capped_numbers(plan: Plan, naturals: PackedHand) -> NumberId:
    return id_of_lanes(
        (
            lane_of(plan, naturals & LANE_MASK, 0),
            lane_of(plan, naturals >> 21 & LANE_MASK, 1),
            lane_of(plan, naturals >> 42 & LANE_MASK, 2),
        )
    )


def _evaluate_lanes(
    plan: Plan, numbers: NumberId, honours_code: int, wild_tiles: int
) -> Evaluation | None:
    honours = plan.honours.id_of(honours_code)
    key = numbers << _NUMBERS_AT | honours << _HONOURS_AT | wild_tiles
    memo = plan.memo
    if key in memo:
        return memo[key]
    if len(memo) >= _MEMO_LIMIT:
        memo.clear()
    found = memo[key] = _best(plan, numbers, honours, wild_tiles)
    return found


def _best(plan: Plan, numbers: NumberId, honours_id: int, wild_tiles: int) -> Evaluation | None:
    if plan.holds_too_many:
        return None
    honours = plan.honours.profiles[honours_id]
    best: Evaluation | None = None
    # All honours stand first: at equal tai the reading that has a flat element is named.
    for find in (plan.chooser.of_honours, plan.chooser.with_numbers):
        choice = find(numbers, honours)
        if choice is not None:
            found = evaluation_of(plan, choice, wild_tiles)
            if best is None or _rank(found) > _rank(best):
                best = found
    return best


def _rank(evaluation: Evaluation) -> tuple[int, bool]:
    return evaluation.tai, evaluation.is_flat
