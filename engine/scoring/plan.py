"""What stays the same while tiles are arranged: ruleset, seat, melds, wilds, the win's kind."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from typing import TypeAlias

from engine.melds import Meld
from engine.rules.element import ELEMENT_BY_ID, FLAT_ORDER, Element
from engine.rules.ruleset import Blessing, HonourTai, Ruleset
from engine.scoring.choice import Choice, Chooser, MeldShape, Sort, Worth, chooser
from engine.scoring.honours import HonourTable, honour_table
from engine.scoring.lanes import LaneClass, lane_class
from engine.seats import Seat
from engine.tiles import COPIES, KINDS, Kind, is_honour, suit_of


@dataclass(frozen=True, slots=True)
class ScoredElement:
    """One line of a breakdown; `tile` is the honour of a pung that counts."""

    id: str
    tai: int
    rule: str
    tile: Kind | None = None


Scored: TypeAlias = tuple[tuple[Element, ScoredElement], ...]


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
    the same where it bounds the readings too (C8), and None where it does not. `sets_left` are
    the sets that the concealed tiles must make.
    """

    frame: Frame
    wild_kinds: tuple[Kind, ...]
    sets_left: int
    chooser: Chooser
    honour_tai: HonourTai
    ordinary: Scored
    flat: Scored
    meld_pungs: tuple[Kind, ...]
    honours: HonourTable
    meld_wilds: int
    caps: tuple[int, int, int, int] | None
    supply: tuple[int, int, int, int]
    holds_too_many: bool
    memo: dict[int, Evaluation | None] = field(default_factory=dict)

    def laid(self, kind: Kind) -> int:
        """How many tiles of a kind lie in the melds."""
        return sum([meld.tiles.count(kind) for meld in self.frame.melds])


@lru_cache(maxsize=1 << 10)
def plan_for(frame: Frame) -> Plan:
    """The plan of a frame; the same object for an equal frame while it is remembered."""
    ruleset, melds = frame.ruleset, frame.melds
    worth = Worth(*(ruleset.tai_of(ELEMENT_BY_ID[name]) for name in Worth._fields))
    ordinary, flat = elements_of(ruleset)
    used = _kinds_in_melds(melds)
    capped = not ruleset.options.fifth_copy
    supply = _caps_beside(used)
    honour_tai = ruleset.honour_tai(frame.seat)
    return Plan(
        frame=frame,
        wild_kinds=frame.wild_kinds,
        sets_left=4 - len(melds),
        chooser=chooser(_meld_shape(melds), worth),
        honour_tai=honour_tai,
        ordinary=ordinary,
        flat=flat,
        meld_pungs=tuple(meld.lowest for meld in melds if is_honour(meld.lowest)),
        meld_wilds=sum(tile in frame.wild_kinds for meld in melds for tile in meld.tiles),
        honours=honour_table(
            honour_tai,
            ruleset.options.value_pair_breaks_all_chows,
            supply[3] if capped else None,
        ),
        caps=supply if capped else None,
        supply=supply,
        holds_too_many=capped and any(copies > COPIES for copies in used.values()),
    )


def elements_of(ruleset: Ruleset) -> tuple[Scored, Scored]:
    """The elements of a game that add up, and those that are flat, as a breakdown shows them."""
    scored = [
        (element, ScoredElement(element.id, ruleset.tai_of(element), element.rule_in(ruleset.id)))
        for element in ruleset.elements()
    ]
    flat = [pair for pair in scored if ruleset.id in pair[0].flat]
    flat.sort(key=lambda pair: FLAT_ORDER.index(pair[0].id))
    return tuple(pair for pair in scored if ruleset.id not in pair[0].flat), tuple(flat)


def _kinds_in_melds(melds: tuple[Meld, ...]) -> dict[Kind, int]:
    used: dict[Kind, int] = {}
    for meld in melds:
        for kind in meld.stands_as:
            used[kind] = used.get(kind, 0) + 1
    return used


def _caps_beside(used: dict[Kind, int]) -> tuple[int, int, int, int]:
    """How many of each kind a reading may hold beside its melds, as four lane codes (C8)."""
    caps = [0, 0, 0, 0]
    for kind in range(KINDS):
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


def lane_of(plan: Plan, code: int, suit: int) -> LaneClass:
    """The class of one number lane under the plan's caps."""
    return lane_class(code, plan.caps[suit] if plan.caps else None)
