"""Is a hand complete (W1), which kinds would complete it, and how far it is from that.

Hands are the concealed natural tiles; wilds are only counted, because they fit exactly.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from engine.hands import LANE_MASK, LANE_POWER, LANE_SHIFT, UNIT, PackedHand, count
from engine.scoring.evaluate import evaluate, split_wilds
from engine.scoring.lanes import MAX_SETS, convolve, honour_mask
from engine.scoring.missing import Vector, merge, missing_vector
from engine.scoring.plan import Plan, lane_of
from engine.scoring.tables import (
    HONOUR_MISSING,
    HONOUR_VECTORS,
    HONOUR_WIN,
    NEVER,
    NUMBER_MISSING,
    NUMBER_VECTORS,
    NUMBER_WIN,
    PAIR_SAVES_A_SET,
    WIN_SUMS,
)
from engine.tiles import COPIES, KINDS, Kind

_PAIR: Final = MAX_SETS + 1
_POWERS: Final = LANE_POWER[:9]


def _needs(sets: int) -> tuple[int, ...]:
    """For the sum of three lanes' win bytes: what it comes to where four sets are left to make.

    Sums that leave the fourth lane alike come to the same; above a lane, to stand beside it.
    """
    return tuple(
        others % 32 + MAX_SETS - sets + (others >= PAIR_SAVES_A_SET) * PAIR_SAVES_A_SET << 21
        for others in range(3 * (PAIR_SAVES_A_SET + NEVER) + 1)
    )


_NEEDS: Final = tuple(_needs(sets) for sets in range(MAX_SETS + 1))


def is_win(naturals: PackedHand, sets: int) -> bool:
    """Whether natural tiles, with wilds up to 3·sets + 2, make so many sets and a pair.

    Holds where a wild may stand for a fifth copy (C8); `is_complete` asks the options first.
    """
    return WIN_SUMS[sets][
        NUMBER_WIN[naturals & LANE_MASK]
        + NUMBER_WIN[naturals >> 21 & LANE_MASK]
        + NUMBER_WIN[naturals >> 42 & LANE_MASK]
        + HONOUR_WIN[naturals >> 63]
    ]


def may_be_win(hand: PackedHand, wild_kinds: tuple[Kind, ...], sets: int, shown: int = 0) -> bool:
    """As `is_win`, for a hand that holds its wilds; `shown` is a tile that is no full wild, packed.

    Most hands fail here, so this is `split_wilds` and `is_win` in one.
    """
    for kind in wild_kinds:
        copies = (hand >> LANE_SHIFT[kind] & LANE_MASK) // LANE_POWER[kind] % 5
        if copies:
            hand -= copies * UNIT[kind]
    hand += shown
    return WIN_SUMS[sets][
        NUMBER_WIN[hand & LANE_MASK]
        + NUMBER_WIN[hand >> 21 & LANE_MASK]
        + NUMBER_WIN[hand >> 42 & LANE_MASK]
        + HONOUR_WIN[hand >> 63]
    ]


def is_complete(plan: Plan, naturals: PackedHand) -> bool:
    """Whether the tiles make the sets that the melds leave open, and a pair, under the options."""
    if plan.caps is None:
        return is_win(naturals, plan.sets_left)
    if plan.holds_too_many:
        return False
    mask = honour_mask(naturals >> 63, plan.caps[3])
    for suit in range(3):
        mask = convolve(mask, lane_of(plan, naturals >> 21 * suit & LANE_MASK, suit)[0])
    return bool(mask >> plan.sets_left + _PAIR & 1)


def waits(plan: Plan, hand: PackedHand) -> dict[Kind, int]:
    """听: every kind that completes a hand of 3n + 1 tiles when drawn, with the tai it would have.

    `hand` is all concealed tiles; a wild kind drawn is a full wild. A kind of which the hand and
    its melds hold all four is not waited for. The tai may be below what the seat needs.
    """
    wild_kinds = plan.wild_kinds
    naturals, wilds = split_wilds(hand, wild_kinds) if wild_kinds else (hand, 0)
    found = _natural_waits(plan, naturals, wilds)
    if not wild_kinds or not is_win(naturals, plan.sets_left):
        return found
    drawn = evaluate(plan, naturals, wilds + 1)
    for kind in wild_kinds:
        if drawn and count(hand, kind) + plan.laid(kind) < COPIES:
            found[kind] = drawn.tai
    return dict(sorted(found.items()))


def waits_on_discard(plan: Plan, hand: PackedHand) -> dict[Kind, int]:
    """As `waits`, for a tile of another player: a wild counts as its own face only (C7)."""
    naturals, wilds = split_wilds(hand, plan.wild_kinds)
    if not is_win(naturals, plan.sets_left):
        return {}
    found = _natural_waits(plan, naturals, wilds)
    for kind in plan.wild_kinds:
        shown = evaluate(plan, naturals + UNIT[kind], wilds, 1)
        if shown and count(hand, kind) + plan.laid(kind) < COPIES:
            found[kind] = shown.tai
    return dict(sorted(found.items()))


def _natural_waits(plan: Plan, naturals: PackedHand, wilds: int) -> dict[Kind, int]:
    found: dict[Kind, int] = {}
    wild_kinds, has_melds = plan.wild_kinds, plan.sets_left < MAX_SETS
    for kind in _completing(plan, naturals):
        if kind in wild_kinds or (has_melds and count(naturals, kind) + plan.laid(kind) >= COPIES):
            continue
        evaluation = evaluate(plan, naturals + UNIT[kind], wilds)
        if evaluation:
            found[kind] = evaluation.tai
    return found


def _completing(plan: Plan, naturals: PackedHand) -> tuple[Kind, ...]:
    """Kinds in rising order that complete the hand as natural tiles."""
    if plan.caps is not None:
        return _completing_capped(plan, naturals)
    m, p, s, z = (
        naturals & LANE_MASK,
        naturals >> 21 & LANE_MASK,
        naturals >> 42 & LANE_MASK,
        naturals >> 63,
    )
    first, second, third, honours = NUMBER_WIN[m], NUMBER_WIN[p], NUMBER_WIN[s], HONOUR_WIN[z]
    needs, total = _NEEDS[plan.sets_left], first + second + third + honours
    # One more tile to hold never makes it easier: nothing is waited for unless a wild would do.
    if not WIN_SUMS[plan.sets_left][total]:
        return ()
    return (
        *_number_waits(m | needs[total - first])[0],
        *_number_waits(p | needs[total - second])[1],
        *_number_waits(s | needs[total - third])[2],
        *_honour_waits(z | needs[total - honours]),
    )


def _completing_capped(plan: Plan, naturals: PackedHand) -> tuple[Kind, ...]:
    if not is_win(naturals, plan.sets_left):
        return ()
    return tuple(
        [
            kind
            for kind in range(KINDS)
            if count(naturals, kind) < COPIES and is_complete(plan, naturals + UNIT[kind])
        ]
    )


@lru_cache(maxsize=1 << 14)
def _number_waits(lane: int) -> tuple[tuple[Kind, ...], tuple[Kind, ...], tuple[Kind, ...]]:
    """The kinds that complete a hand in this lane, which may be of any suit: for m, p, s."""
    found = _fitting(lane, NUMBER_WIN, 9)
    return tuple(found), tuple([at + 9 for at in found]), tuple([at + 18 for at in found])


@lru_cache(maxsize=1 << 13)
def _honour_waits(lane: int) -> tuple[Kind, ...]:
    return tuple([27 + at for at in _fitting(lane, HONOUR_WIN, 7)])


def _fitting(lane: int, table: bytes, kinds: int) -> list[int]:
    """Which kinds, counted from 0, complete a hand in this lane; above it, what the others need."""
    code, others, wins = lane & LANE_MASK, lane >> 21, WIN_SUMS[MAX_SETS]
    # Where a lane holds all four of a kind, a fifth would be mistaken for one of the next kind.
    return [
        at
        for at, power in enumerate(_POWERS[:kinds])
        if wins[others + table[code + power]] and code // power % 5 < COPIES
    ]


def distance(plan: Plan, hand: PackedHand) -> int:
    """上听数: exchanges of a tile until the hand is ready; 0 is ready, -1 complete.

    For 3n + 1 tiles, or 3n + 2 (then after the best discard). Where no wild can stand for a fifth
    copy, a fifth tile of a kind is never counted on (C8).
    """
    naturals, wilds = split_wilds(hand, plan.wild_kinds)
    if plan.caps is None and plan.wild_kinds:
        vectors = (
            NUMBER_VECTORS[NUMBER_MISSING[naturals & LANE_MASK]],
            NUMBER_VECTORS[NUMBER_MISSING[naturals >> 21 & LANE_MASK]],
            NUMBER_VECTORS[NUMBER_MISSING[naturals >> 42 & LANE_MASK]],
            HONOUR_VECTORS[HONOUR_MISSING[naturals >> 63]],
        )
    else:
        caps = plan.supply
        vectors = (
            missing_vector(naturals & LANE_MASK, False, caps[0]),
            missing_vector(naturals >> 21 & LANE_MASK, False, caps[1]),
            missing_vector(naturals >> 42 & LANE_MASK, False, caps[2]),
            missing_vector(naturals >> 63, True, caps[3]),
        )
    return missing_together(*vectors)[plan.sets_left] - wilds - 1


@lru_cache(maxsize=1 << 16)
def missing_together(m: Vector, p: Vector, s: Vector, z: Vector) -> Vector:
    """Least missing tiles of all four lanes for each number of sets, the pair included."""
    return merge(_merge_two(m, p), _merge_two(s, z))[_PAIR:]


@lru_cache(maxsize=1 << 15)
def _merge_two(first: Vector, second: Vector) -> Vector:
    return merge(first, second)
