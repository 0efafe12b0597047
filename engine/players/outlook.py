"""How promising a hand is: the chance to finish each plan in time, times what it wins.

Owns the estimate that the sensible player compares its choices by. The numbers
are rough and need only order choices well; they never enter a record.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import exp
from typing import Final, NamedTuple

from engine.hands import UNIT, PackedHand, count, unpack
from engine.melds import Meld
from engine.players.plans import Holding, Plan, helping, missing, plans_for
from engine.players.view import SeatView
from engine.rules.contract import Contract
from engine.rules.ruleset import Ruleset
from engine.seats import Seat
from engine.tiles import KINDS, Kind, count_kinds

_TYPICAL: Final = (1, 5, 12, 20, 27, 33, 38, 42, 45, 47, 48, 48, 48, 48, 48)
"""How many unseen tiles usually help a hand that lacks so many."""

_SHORTLIST: Final = 6
"""Plans looked at closely."""

_HOPELESS: Final = 0.05
"""Plans that promise less than this part of the best are not."""

_SET_BACK: Final = 0.8
"""A step back costs more than the step: the tiles that would help are not counted then."""

_OTHERS: Final = 0.15
"""What a plan that is not the best counts."""

_FROM_DISCARDS: Final = 2.5
_FROM_CLAIMS: Final = 1.3
"""How much more often the last tile, or another, comes where others' discards count too."""


class Situation(NamedTuple):
    """What does not change while a seat weighs its choices."""

    ruleset: Ruleset
    seat: Seat
    contract: Contract | None
    wilds: tuple[Kind, ...]
    left: tuple[int, ...]
    unseen: int
    drawable: int
    minimum: int


class Goal(NamedTuple):
    """A plan and how many tiles it lacked when the seat began to weigh its choices."""

    plan: Plan
    missing: int
    worth: float


def situation(view: SeatView, contract: Contract | None, wilds: tuple[Kind, ...]) -> Situation:
    """The seat's situation under a contract and wilds, those that hold or those it thinks of."""
    left = _left(view)
    drawable = max(view.wall_left - view.ruleset.options.dead_wall, 0)
    return Situation(
        ruleset=view.ruleset,
        seat=view.seat,
        contract=contract,
        wilds=wilds,
        left=left,
        unseen=max(sum(left), 1),
        drawable=drawable,
        minimum=view.ruleset.minimum(contract, view.seat),
    )


def _left(view: SeatView) -> tuple[int, ...]:
    """Copies of each kind that this seat has not seen."""
    seen = count_kinds(unpack(view.concealed))
    for tiles in view.discards:
        for tile in tiles:
            seen[tile] += 1
    for melds in view.melds:
        for meld in melds:
            for tile in meld.tiles:
                seen[tile] += 1
    return tuple([max(4 - copies, 0) for copies in seen])


def holding(concealed: PackedHand, melds: tuple[Meld, ...], wilds: Sequence[Kind]) -> Holding:
    """Concealed tiles with the wild ones counted apart."""
    held = 0
    for kind in wilds:
        copies = count(concealed, kind)
        held += copies
        concealed -= copies * UNIT[kind]
    return Holding(concealed, held, melds)


def shortlist(at: Situation, hold: Holding) -> list[Goal]:
    """The plans that look best before any tile is counted, best first."""
    ranked: list[tuple[float, Goal]] = []
    for plan in plans_for(at.ruleset, at.seat, hold, at.wilds):
        if plan.tai >= at.minimum:
            goal = Goal(plan, missing(plan, hold), worth(at, plan.tai))
            ranked.append((_rough(at, goal, goal.missing), goal))
    ranked.sort(key=lambda pair: -pair[0])
    return [goal for rough, goal in ranked[:_SHORTLIST] if rough >= ranked[0][0] * _HOPELESS]


def _rough(at: Situation, goal: Goal, lacks: int) -> float:
    narrow = 1.0 if len(goal.plan.lanes) == 4 else 0.6
    return chance(at, lacks, round(_TYPICAL[min(lacks, 14)] * narrow)) * goal.worth


def promise(at: Situation, hold: Holding, goals: Sequence[Goal]) -> tuple[float, float]:
    """What a hand that waits for its next tile may win: by its best plan, and with the others.

    The first compares hands with different melds, whose plans are not as many.
    In the second the others count a little; it compares discards.
    """
    best = total = 0.0
    for goal in goals:
        value = _value(at, hold, goal)
        total += value
        best = max(best, value)
    return best, best + _OTHERS * (total - best)


def _value(at: Situation, hold: Holding, goal: Goal) -> float:
    lacks = missing(goal.plan, hold)
    if lacks > goal.missing:
        return _rough(at, goal, lacks) * _SET_BACK
    return chance(at, lacks, _helping(at, hold, goal)) * goal.worth


def _helping(at: Situation, hold: Holding, goal: Goal) -> int:
    """How many unseen tiles bring the plan nearer."""
    left = at.left
    return sum([left[kind] for kind in helping(goal.plan, hold, at.wilds)])


def finishing_chance(at: Situation, hold: Holding, goals: Sequence[Goal]) -> float:
    """The best chance among the plans, whatever they win."""
    return max(
        (chance(at, goal.missing, _helping(at, hold, goal)) for goal in goals),
        default=0.0,
    )


def worth(at: Situation, tai: int) -> float:
    """What winning with so many tai brings, the contract's part included."""
    hand = float(3 << min(tai, 10))
    contract = at.contract
    if contract is None:
        return hand
    swing = 6 if contract.by == at.seat else 2
    return hand + swing * contract.stake


def chance(at: Situation, lacks: int, helping: int) -> float:
    """The chance that `lacks` steps, the first with `helping` tiles, fit into the draws left."""
    return _chance(lacks, helping, at.drawable, at.unseen, at.ruleset.wins_on_discard)


@lru_cache(maxsize=50_000)
def _chance(lacks: int, helping: int, drawable: int, unseen: int, from_discards: bool) -> float:
    if lacks <= 0:
        return 1.0
    ease = min(helping / _TYPICAL[min(lacks, 14)], 2.5)
    if ease == 0.0:
        return 0.0
    last = _FROM_DISCARDS if from_discards else 1.0
    turns = 0.0
    for step in range(1, lacks + 1):
        tiles = helping if step == lacks else _TYPICAL[min(step, 14)] * (0.5 + 0.5 * ease)
        rate = tiles / unseen * (last if step == 1 else _FROM_CLAIMS)
        turns += 1 / min(rate, 1.0)
    return _at_least(lacks, lacks * drawable / 4 / turns)


def _at_least(events: int, mean: float) -> float:
    """The chance that a Poisson variable reaches a number."""
    term = total = 1.0
    for k in range(1, events):
        term *= mean / k
        total += term
    return 1.0 - exp(-mean) * total


ALL_KINDS: Final = tuple(range(KINDS))
