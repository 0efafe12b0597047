"""The tai of a complete hand with its elements 台, over every use of the wilds (W4, E1-E12).

`plan_for` gathers what does not change while a player arranges tiles: ruleset, seat, melds, wilds
and how the hand is won. `evaluate` then needs the concealed natural tiles and the count of wilds.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final

from engine.hands import LANE_MASK, LANE_POWER, LANE_SHIFT, UNIT, PackedHand
from engine.melds import Meld
from engine.rules.element import ELEMENT_BY_ID, ELEMENTS
from engine.rules.ruleset import Blessing, HonourTai, Ruleset
from engine.scoring.choice import (
    Choice,
    MeldShape,
    Sort,
    Worth,
    best_of_honours,
    best_with_numbers,
    merge_numbers,
)
from engine.scoring.honours import HonourProfile, honour_profile
from engine.scoring.lanes import LaneClass, lane_class
from engine.scoring.tables import NUMBER_CLASSES, NUMBER_SHAPE
from engine.seats import Seat
from engine.tiles import COPIES, EAST, Kind, is_dragon, is_honour, suit_of

MANY_WILDS: Final = 3
_MEMO_LIMIT: Final = 1 << 15


@dataclass(frozen=True, slots=True)
class ScoredElement:
    """One line of a breakdown; `tile` is the honour of a pung that counts."""

    id: str
    tai: int
    rule: str
    tile: Kind | None = None


@dataclass(frozen=True, slots=True)
class Evaluation:
    """The best reading's tai and elements, and the choice it was read by."""

    tai: int
    elements: tuple[ScoredElement, ...]
    choice: Choice
    is_flat: bool


@dataclass(frozen=True, slots=True)
class Frame:
    """Everything that decides a hand's tai except its concealed tiles."""

    ruleset: Ruleset
    seat: Seat
    melds: tuple[Meld, ...] = ()
    wild_kinds: tuple[Kind, ...] = ()
    kong_draw: bool = False
    robbed_kong: bool = False
    blessing: Blessing | None = None


@dataclass(slots=True, eq=False)
class Plan:
    """A frame with all that follows from it, and the evaluations found so far.

    `supply` is how many of each kind can be had beside the melds, as four lane codes; `caps` is
    the same where it bounds the readings too (C8), and None where it does not.
    """

    frame: Frame
    shape: MeldShape
    honour_tai: HonourTai
    worth: Worth
    meld_elements: tuple[ScoredElement, ...]
    meld_wilds: int
    caps: tuple[int, int, int, int] | None
    supply: tuple[int, int, int, int]
    holds_too_many: bool
    memo: dict[int, Evaluation | None] = field(default_factory=dict)

    @property
    def sets_left(self) -> int:
        """Sets that the concealed tiles must make."""
        return self.shape.sets_left

    def laid(self, kind: Kind) -> int:
        """How many tiles of a kind lie in the melds."""
        return sum([meld.tiles.count(kind) for meld in self.frame.melds])


@lru_cache(maxsize=1 << 10)
def plan_for(frame: Frame) -> Plan:
    """The plan of a frame; the same object for an equal frame while it is remembered."""
    ruleset, melds = frame.ruleset, frame.melds
    elements = {element.id: ruleset.tai_of(element) for element in ELEMENTS}
    worth = Worth(*(elements[name] for name in Worth._fields))
    used = _kinds_in_melds(melds)
    capped = not ruleset.options.fifth_copy
    honour_tai = ruleset.honour_tai(frame.seat)
    return Plan(
        frame=frame,
        shape=_meld_shape(melds),
        honour_tai=honour_tai,
        worth=worth,
        meld_elements=tuple(_honour_elements(_pungs_in_melds(melds), honour_tai)),
        meld_wilds=sum(tile in frame.wild_kinds for meld in melds for tile in meld.tiles),
        caps=_caps_beside(used) if capped else None,
        supply=_caps_beside(used),
        holds_too_many=capped and any(copies > COPIES for copies in used.values()),
    )


def _kinds_in_melds(melds: tuple[Meld, ...]) -> dict[Kind, int]:
    used: dict[Kind, int] = {}
    for meld in melds:
        for kind in meld.stands_as:
            used[kind] = used.get(kind, 0) + 1
    return used


def _caps_beside(used: dict[Kind, int]) -> tuple[int, int, int, int]:
    """How many of each kind a reading may hold beside its melds, as four lane codes (C8)."""
    caps = [0, 0, 0, 0]
    for kind in range(34):
        caps[suit_of(kind)] += max(0, COPIES - used.get(kind, 0)) * 5 ** (kind % 9)
    return caps[0], caps[1], caps[2], caps[3]


def _meld_shape(melds: tuple[Meld, ...]) -> MeldShape:
    sorts: list[Sort] = []
    if all(meld.is_chow for meld in melds):
        sorts.append("chows")
    if not any(meld.is_chow for meld in melds):
        sorts.append("pungs")
    suits = frozenset(suit_of(meld.lowest) for meld in melds)
    return MeldShape(4 - len(melds), (*sorts, "any"), suits)


def _pungs_in_melds(melds: tuple[Meld, ...]) -> tuple[Kind, ...]:
    return tuple(meld.lowest for meld in melds if is_honour(meld.lowest))


def _honour_elements(pungs: tuple[Kind, ...], worth: HonourTai) -> Iterator[ScoredElement]:
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
        return _evaluate_capped(plan, naturals, wild_tiles)
    key = (
        NUMBER_SHAPE[naturals & LANE_MASK]
        | NUMBER_SHAPE[naturals >> 21 & LANE_MASK] << 8
        | NUMBER_SHAPE[naturals >> 42 & LANE_MASK] << 16
        | wild_tiles << 24
        | naturals >> 63 << 26
    )
    memo = plan.memo
    if key in memo:
        return memo[key]
    lanes = (
        NUMBER_CLASSES[key & 255],
        NUMBER_CLASSES[key >> 8 & 255],
        NUMBER_CLASSES[key >> 16 & 255],
    )
    if len(memo) >= _MEMO_LIMIT:
        memo.clear()
    found = memo[key] = _evaluate_lanes(plan, lanes, naturals >> 63, wild_tiles)
    return found


def _evaluate_capped(plan: Plan, naturals: PackedHand, wild_tiles: int) -> Evaluation | None:
    key = naturals << 2 | wild_tiles
    memo = plan.memo
    if key in memo:
        return memo[key]
    lanes = (
        lane_of(plan, naturals & LANE_MASK, 0),
        lane_of(plan, naturals >> 21 & LANE_MASK, 1),
        lane_of(plan, naturals >> 42 & LANE_MASK, 2),
    )
    if len(memo) >= _MEMO_LIMIT:
        memo.clear()
    found = memo[key] = _evaluate_lanes(plan, lanes, naturals >> 63, wild_tiles)
    return found


def lane_of(plan: Plan, code: int, suit: int) -> LaneClass:
    """The class of one number lane under the plan's caps."""
    return lane_class(code, plan.caps[suit] if plan.caps else None)


def honours_of(plan: Plan, code: int) -> HonourProfile:
    """The profile of the honours lane under the plan's caps and values."""
    return honour_profile(
        code,
        plan.honour_tai,
        plan.frame.ruleset.options.value_pair_breaks_all_chows,
        plan.caps[3] if plan.caps else None,
    )


def _evaluate_lanes(
    plan: Plan, lanes: tuple[LaneClass, LaneClass, LaneClass], honours_code: int, wild_tiles: int
) -> Evaluation | None:
    if plan.holds_too_many:
        return None
    numbers = merge_numbers(lanes)
    honours = honours_of(plan, honours_code)
    best: Evaluation | None = None
    # All honours stand first: at equal tai the reading that has a flat element is named.
    for find in (best_of_honours, best_with_numbers):
        choice = find(numbers, honours, plan.shape, plan.worth)
        if choice is not None:
            found = _evaluation(plan, choice, wild_tiles)
            if best is None or _rank(found) > _rank(best):
                best = found
    return best


def _rank(evaluation: Evaluation) -> tuple[int, bool]:
    return evaluation.tai, evaluation.is_flat


def _evaluation(plan: Plan, choice: Choice, wild_tiles: int) -> Evaluation:
    """The ordinary count, or the flat element that replaces it (E11, E12)."""
    ordinary = tuple(_ordinary_elements(plan, choice, wild_tiles))
    tai = sum([element.tai for element in ordinary])
    flat = max(_flat_elements(plan, choice, wild_tiles, tai), key=lambda one: one.tai, default=None)
    if flat and (plan.frame.ruleset.options.special == "flat" or flat.tai >= tai):
        return Evaluation(flat.tai, (flat,), choice, is_flat=True)
    return Evaluation(tai, ordinary, choice, is_flat=False)


def _ordinary_elements(plan: Plan, choice: Choice, wild_tiles: int) -> Iterator[ScoredElement]:
    concealed = _honour_elements(choice.honours.pungs, plan.honour_tai)
    yield from sorted((*plan.meld_elements, *concealed), key=_honour_order)
    frame = plan.frame
    has = {
        "all_chows": choice.sort == "chows",
        "all_pungs": choice.sort == "pungs",
        "full_flush": choice.flush == "full",
        "half_flush": choice.flush == "half",
        "kong_draw": frame.kong_draw,
        "robbed_kong": frame.robbed_kong,
        "no_wild": _is_no_wild(plan, wild_tiles),
        "three_wilds": wild_tiles >= MANY_WILDS,
    }
    yield from (_scored(plan, name) for name in has if has[name] and _adds_up(plan, name))


def _honour_order(element: ScoredElement) -> tuple[bool, Kind]:
    kind = element.tile or 0
    return not is_dragon(kind), kind


def _flat_elements(
    plan: Plan, choice: Choice, wild_tiles: int, ordinary: int
) -> Iterator[ScoredElement]:
    if choice.flush == "honours":
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
