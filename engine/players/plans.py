"""Plans: the sorts of hand that score, and how far a hand is from each.

A plan says which suits may be used, in which shape, and which honour pungs are
to be made; its tai follow from that (E1-E6). Owns the distance of a hand to a
plan and the tiles that bring it nearer.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations
from typing import Final, NamedTuple

from engine.hands import PackedHand, lanes
from engine.melds import Meld
from engine.players.blocks import (
    ANY,
    CHOWS,
    CLOSED,
    PUNGS,
    Costs,
    Lane,
    Shape,
    add_set,
    honour_costs,
    lacking,
    merge,
    suit_costs,
)
from engine.rules.element import ELEMENT_BY_ID
from engine.rules.ruleset import Ruleset
from engine.seats import Seat
from engine.tiles import EAST, Kind, is_honour, suit_of

HONOURS: Final = 3
_KEPT: Final = 50_000
_ALL_LANES: Final = (0, 1, 2, 3)
_POWERS: Final = tuple(5**rank for rank in range(9))


class Plan(NamedTuple):
    """A sort of hand to aim at.

    `lanes` may be used (0 万, 1 筒, 2 索, 3 honours), `pungs` are the honours
    (0 East … 6 Red) to be made pungs of, `idle` those that must not be the pair,
    `tai` is what the finished hand is worth. `wilds` is False where it is worth
    that only without a wild tile.
    """

    tai: int
    lanes: tuple[int, ...]
    shape: Shape
    pungs: tuple[int, ...]
    idle: tuple[int, ...]
    wilds: bool


class Holding(NamedTuple):
    """A hand to be judged: natural tiles, how many wild ones, and the own melds."""

    naturals: PackedHand
    wilds: int
    melds: tuple[Meld, ...]


class Aim(NamedTuple):
    """How far a plan is: tiles that must still come, and the kinds that help."""

    plan: Plan
    missing: int
    kinds: tuple[Kind, ...]


def plans_for(
    ruleset: Ruleset, seat: Seat, holding: Holding, wild_kinds: tuple[Kind, ...]
) -> list[Plan]:
    """Every plan that the melds allow and the tiles make thinkable."""
    worth = ruleset.honour_tai(seat)
    done = _honours_done(holding.melds, worth)
    wild_used = holding.wilds > 0 or any(
        tile in wild_kinds for meld in holding.melds for tile in meld.tiles
    )
    plans: list[Plan] = []
    for used, flush in _colours(holding):
        for shape, pungs in _shapes(holding, used, worth):
            idle = _idle(ruleset, worth) if shape == CHOWS else ()
            tai = done + flush + (shape != ANY) + sum([worth[pung] for pung in pungs])
            if used == (HONOURS,):
                tai = ruleset.options.all_honours
            base = Plan(tai, used, shape, pungs, idle, True)
            plans += _with_and_without_wilds(ruleset, base, holding, wild_used, bool(wild_kinds))
    return plans


def _honours_done(melds: Sequence[Meld], worth: Sequence[int]) -> int:
    return sum([worth[meld.lowest - EAST] for meld in melds if is_honour(meld.lowest)])


def _idle(ruleset: Ruleset, worth: Sequence[int]) -> tuple[int, ...]:
    """E3: honours whose pair breaks all chows."""
    if not ruleset.options.value_pair_breaks_all_chows:
        return ()
    return tuple(honour for honour in range(7) if worth[honour])


def _with_and_without_wilds(
    ruleset: Ruleset, base: Plan, holding: Holding, wild_used: bool, wilds_exist: bool
) -> Iterator[Plan]:
    three = _tai(ruleset, "three_wilds") if holding.wilds >= 3 else 0
    if wild_used:
        yield base._replace(tai=base.tai + three)
        return
    bonus = _tai(ruleset, "no_wild")
    if ruleset.game.flat_minimum:
        bonus = max(bonus - base.tai, 0) if base.tai >= ruleset.game.flat_minimum else 0
    elif not wilds_exist and not ruleset.options.no_wild_bonus_without_wilds:
        bonus = 0
    if bonus:
        yield base._replace(tai=base.tai + bonus, wilds=False)
    if wilds_exist or not bonus:
        yield base


def _tai(ruleset: Ruleset, element: str) -> int:
    return ruleset.tai_of(ELEMENT_BY_ID[element])


def _colours(holding: Holding) -> Iterator[tuple[tuple[int, ...], int]]:
    """Lanes to use and the flush tai (E5, E6) that come of it."""
    yield _ALL_LANES, 0
    sizes = [_lane_size(lane) for lane in lanes(holding.naturals)]
    melded = {suit_of(meld.lowest) for meld in holding.melds}
    for suit in range(3):
        foreign = sum(sizes[:3]) - sizes[suit]
        if not melded <= {suit, HONOURS} or foreign > 6:
            continue
        if sizes[HONOURS] or HONOURS in melded:
            yield (suit, HONOURS), 1
        if HONOURS not in melded and foreign + sizes[HONOURS] <= 6:
            yield (suit,), 3
    if melded <= {HONOURS} and sum(sizes[:3]) <= 5:
        yield (HONOURS,), 0


def _lane_size(lane: Lane) -> int:
    size = 0
    while lane:
        size += lane % 5
        lane //= 5
    return size


def _shapes(
    holding: Holding, used: tuple[int, ...], worth: Sequence[int]
) -> Iterator[tuple[Shape, tuple[int, ...]]]:
    melds = holding.melds
    no_chow = not any(meld.is_chow for meld in melds)
    if all(meld.is_chow for meld in melds):
        yield CHOWS, ()
    honours = lanes(holding.naturals)[HONOURS] if HONOURS in used else 0
    held = [honours // _POWERS[honour] % 5 for honour in range(7)]
    enough = 1 if holding.wilds else 2
    candidates = [honour for honour in range(7) if worth[honour] and held[honour] >= enough]
    most = min(len(candidates), 4 - len(melds), 3)
    for size in range(most + 1):
        for pungs in combinations(candidates, size):
            yield ANY, pungs
            if no_chow:
                yield PUNGS, pungs


@lru_cache(maxsize=_KEPT)
def _honour_lane(shape: Shape, pungs: tuple[int, ...], idle: tuple[int, ...], lane: Lane) -> Costs:
    """The honours' costs with a plan's pungs set aside first."""
    for honour in idle:
        lane -= lane // _POWERS[honour] % 5 * _POWERS[honour]
    owed = 0
    for honour in pungs:
        copies = lane // _POWERS[honour] % 5
        lane -= copies * _POWERS[honour]
        owed += max(3 - copies, 0)
    costs = honour_costs(shape)(lane)
    for place, _ in enumerate(pungs):
        costs = add_set(costs, 0 if place else owed)
    return costs


def _lane_costs(plan: Plan, lane: int, code: Lane) -> Costs:
    _, used, shape, pungs, idle, _ = plan
    if lane not in used:
        return CLOSED
    return _honour_lane(shape, pungs, idle, code) if lane == HONOURS else suit_costs(shape)(code)


def missing(plan: Plan, holding: Holding) -> int:
    """How many tiles must still come to finish the plan."""
    m, p, s, z = lanes(holding.naturals)
    suits = merge(_lane_costs(plan, 0, m), _lane_costs(plan, 1, p))
    rest = merge(_lane_costs(plan, 2, s), _lane_costs(plan, HONOURS, z))
    return lacking(suits, rest, 4 - len(holding.melds)) - (holding.wilds if plan.wilds else 0)


def aim(plan: Plan, holding: Holding, wild_kinds: tuple[Kind, ...]) -> Aim:
    """The distance to a plan with the kinds that shorten it, wild ones among them."""
    codes = lanes(holding.naturals)
    sets = 4 - len(holding.melds)
    m, p, s, z = [_lane_costs(plan, lane, code) for lane, code in enumerate(codes)]
    suits, rest = merge(m, p), merge(s, z)
    raw = lacking(suits, rest, sets)
    beside = (merge(p, rest), merge(m, rest), merge(suits, z), merge(suits, s))
    kinds: list[Kind] = []
    for lane in plan.lanes:
        if lane == HONOURS:
            ranks = _useful_honours(plan.shape, plan.pungs, plan.idle, codes[3], beside[3], sets)
        else:
            ranks = _useful_suit(plan.shape, codes[lane], beside[lane], sets)
        kinds += [lane * 9 + rank for rank in ranks]
    kinds = [kind for kind in kinds if kind not in wild_kinds]
    if plan.wilds:
        kinds += wild_kinds
    return Aim(plan, raw - (holding.wilds if plan.wilds else 0), tuple(kinds))


@lru_cache(maxsize=_KEPT)
def _useful_suit(shape: Shape, lane: Lane, beside: Costs, sets: int) -> tuple[int, ...]:
    """Ranks of a suit of which one tile more shortens the way."""
    costs = suit_costs(shape)
    raw = lacking(costs(lane), beside, sets)
    return tuple(
        rank
        for rank in range(9)
        if lane // _POWERS[rank] % 5 < 4
        and lacking(costs(lane + _POWERS[rank]), beside, sets) < raw
    )


@lru_cache(maxsize=_KEPT)
def _useful_honours(
    shape: Shape,
    pungs: tuple[int, ...],
    idle: tuple[int, ...],
    lane: Lane,
    beside: Costs,
    sets: int,
) -> tuple[int, ...]:
    """The honours of which one tile more shortens the way."""
    raw = lacking(_honour_lane(shape, pungs, idle, lane), beside, sets)
    return tuple(
        honour
        for honour in range(7)
        if lane // _POWERS[honour] % 5 < 4
        and lacking(_honour_lane(shape, pungs, idle, lane + _POWERS[honour]), beside, sets) < raw
    )
