"""Plans: the sorts of hand that score, and how far a hand is from each.

A plan says which suits may be used, in which shape, and which honour pungs are
to be made; its tai follow from that (E1-E6). Owns the distance of a hand to a
plan and the tiles that bring it nearer.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Final, NamedTuple

from engine.hands import PackedHand, lanes
from engine.melds import Meld
from engine.players.blocks import ANY, CHOWS, POWERS, PUNGS, Lane, Shape, lacking, merge
from engine.players.lane_tables import HONOURS, LaneTable, lane_tables
from engine.rules.element import ELEMENT_BY_ID
from engine.rules.ruleset import Ruleset
from engine.seats import Seat
from engine.tiles import EAST, Kind, is_honour, suit_of

_ALL_LANES: Final = (0, 1, 2, 3)


class Plan(NamedTuple):
    """A sort of hand to aim at.

    `lanes` may be used (0 万, 1 筒, 2 索, 3 honours), `tables` say what is lacking in each of the
    four, `tai` is what the finished hand is worth. `wilds` is False where it is worth that only
    without a wild tile.
    """

    tai: int
    lanes: tuple[int, ...]
    tables: tuple[LaneTable, ...]
    wilds: bool


class Holding(NamedTuple):
    """A hand to be judged: natural tiles, how many wild ones, and the own melds."""

    naturals: PackedHand
    wilds: int
    melds: tuple[Meld, ...]


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
            base = Plan(tai, used, lane_tables(used, shape, pungs, idle), True)
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
    held = [honours // POWERS[honour] % 5 for honour in range(7)]
    enough = 1 if holding.wilds else 2
    candidates = [honour for honour in range(7) if worth[honour] and held[honour] >= enough]
    most = min(len(candidates), 4 - len(melds), 3)
    for size in range(most + 1):
        for pungs in combinations(candidates, size):
            yield ANY, pungs
            if no_chow:
                yield PUNGS, pungs


def missing(plan: Plan, holding: Holding) -> int:
    """How many tiles must still come to finish the plan."""
    m, p, s, z = lanes(holding.naturals)
    in_m, in_p, in_s, in_z = plan.tables
    suits, rest = merge(in_m.costs(m), in_p.costs(p)), merge(in_s.costs(s), in_z.costs(z))
    return lacking(suits, rest, 4 - len(holding.melds)) - (holding.wilds if plan.wilds else 0)


def helping(plan: Plan, holding: Holding, wild_kinds: tuple[Kind, ...]) -> list[Kind]:
    """The kinds of which one tile more brings the plan nearer, wild ones among them."""
    codes, sets = lanes(holding.naturals), 4 - len(holding.melds)
    m, p, s, z = [table.costs(code) for table, code in zip(plan.tables, codes, strict=True)]
    suits, rest = merge(m, p), merge(s, z)
    beside = (merge(p, rest), merge(m, rest), merge(suits, z), merge(suits, s))
    kinds = [
        kind
        for lane in plan.lanes
        for kind in plan.tables[lane].useful(codes[lane], beside[lane], sets)
        if kind not in wild_kinds
    ]
    return kinds + list(wild_kinds) if plan.wilds else kinds
