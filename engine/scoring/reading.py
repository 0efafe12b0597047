"""The reading that was scored: every set and the pair 将, each wild replaced by what it stands for.

Order where several readings are worth the same (W4): the choice of engine.scoring.choice first;
then the pair in the lowest suit; then as few sets as possible in 万, then in 筒; within a suit,
from the lowest kind up, chows before pungs before the pair, as many as lead to a reading.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from engine.hands import PackedHand, lanes
from engine.notation import format_tiles
from engine.scoring.automaton import UNCAPPED
from engine.scoring.choice import MASK_OF_SORT, Choice, Sort
from engine.scoring.plan import Plan, lane_of
from engine.tiles import Kind

SetKind: TypeAlias = Literal["chow", "pung", "kong", "added_kong", "concealed_kong", "pair"]


@dataclass(frozen=True, slots=True)
class ReadSet:
    """One set or the pair of a reading."""

    kind: SetKind
    tiles: tuple[Kind, ...]

    def as_dict(self) -> dict[str, str]:
        """Its JSON form."""
        return {"kind": self.kind, "tiles": format_tiles(self.tiles)}


def read_hand(plan: Plan, naturals: PackedHand, choice: Choice) -> tuple[ReadSet, ...]:
    """Melds as they lie, the concealed sets by suit, and the pair last."""
    melds = [ReadSet(meld.kind, meld.stands_as) for meld in plan.frame.melds]
    concealed = _read_numbers(plan, naturals, choice)
    concealed += [ReadSet("pung", (kind,) * 3) for kind in choice.honours.pungs]
    if choice.honours.pair is not None:
        concealed.append(ReadSet("pair", (choice.honours.pair,) * 2))
    sets = [one for one in concealed if one.kind != "pair"]
    pair = [one for one in concealed if one.kind == "pair"]
    return tuple(melds + sets + pair)


def _read_numbers(plan: Plan, naturals: PackedHand, choice: Choice) -> list[ReadSet]:
    sets, has_pair = choice.number_sets_and_pair
    total = plan.sets_left - sets
    read: list[ReadSet] = []
    for suit, share, pair in _shares(plan, naturals, choice, total, has_pair):
        caps = plan.caps[suit] if plan.caps else None
        code = lanes(naturals)[suit]
        read += read_lane(code, caps, suit, share, pair, choice.outline.sort)
    return read


def _shares(
    plan: Plan, naturals: PackedHand, choice: Choice, total: int, has_pair: bool
) -> list[tuple[int, int, int]]:
    """How many sets and pairs each suit holds: (suit, sets, pairs)."""
    if choice.outline.suit is not None:
        return [(choice.outline.suit, total, int(has_pair))]
    at = MASK_OF_SORT[choice.outline.sort]
    codes = lanes(naturals)
    masks = [lane_of(plan, codes[suit], suit)[at] for suit in range(3)]
    for pair_suit in range(3) if has_pair else (None,):
        for first in range(total + 1):
            for second in range(total - first + 1):
                shares = (first, second, total - first - second)
                pairs = [int(suit == pair_suit) for suit in range(3)]
                if all(masks[suit] >> shares[suit] + 5 * pairs[suit] & 1 for suit in range(3)):
                    return [(suit, shares[suit], pairs[suit]) for suit in range(3)]
    return []


def read_lane(
    code: int, caps: int | None, suit: int, sets: int, pairs: int, sort: Sort
) -> list[ReadSet]:
    """The first way, in the documented order, to hold a lane in so many sets and pairs."""
    tiles = [code // 5**kind % 5 for kind in range(9)]
    most = [UNCAPPED if caps is None else caps // 5**kind % 5 for kind in range(9)]
    left = [sum(tiles[kind:]) for kind in range(9)]
    walk = _LaneWalk(tiles, most, left, 0 if sort == "pungs" else 4, 0 if sort == "chows" else 4)
    steps = walk.from_kind(0, 0, 0, sets, pairs)
    return _as_sets(steps or [], 9 * suit)


@dataclass(slots=True)
class _LaneWalk:
    tiles: list[int]
    most: list[int]
    left: list[int]
    """How many tiles there are of this kind and all after it."""
    max_chows: int
    max_pungs: int

    def from_kind(
        self, kind: int, two_ago: int, last: int, sets: int, pairs: int
    ) -> list[tuple[int, int, int]] | None:
        """Chows, pungs and pairs at this kind and each after it; None if nothing fits."""
        if kind == 9:
            return [] if not (two_ago or last or sets or pairs) else None
        if self.left[kind] > two_ago + 2 * last + 3 * sets + 2 * pairs:
            return None
        for chows in range(min(self.max_chows, sets) if kind < 7 else 0, -1, -1):
            for pungs in range(min(self.max_pungs, sets - chows), -1, -1):
                for pair in range(pairs, -1, -1):
                    used = two_ago + last + chows + 3 * pungs + 2 * pair
                    if not self.tiles[kind] <= used <= self.most[kind]:
                        continue
                    left = sets - chows - pungs
                    rest = self.from_kind(kind + 1, last, chows, left, pairs - pair)
                    if rest is not None:
                        return [(chows, pungs, pair), *rest]
        return None


def _as_sets(steps: list[tuple[int, int, int]], first: Kind) -> list[ReadSet]:
    read: list[ReadSet] = []
    for rank, (chows, pungs, pair) in enumerate(steps):
        kind = first + rank
        read += [ReadSet("chow", (kind, kind + 1, kind + 2))] * chows
        read += [ReadSet("pung", (kind,) * 3)] * pungs
        read += [ReadSet("pair", (kind, kind))] * pair
    return read
