"""How promising a hand is: the chance to finish each plan in time, times what it wins.

Owns the estimate that the sensible player compares its choices by. The numbers
are rough and need only order choices well; they never enter a record.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp
from typing import Final, NamedTuple

from engine.hands import UNIT, PackedHand, count, unpack
from engine.melds import Meld
from engine.players.plans import Aim, Holding, Plan, aim, missing, plans_for
from engine.players.view import SeatView
from engine.rules.contract import Contract
from engine.rules.ruleset import Ruleset
from engine.seats import Seat
from engine.tiles import KINDS, Kind, count_kinds

_TYPICAL: Final = (1, 5, 12, 20, 27, 33, 38, 42, 45, 47, 48, 48, 48, 48, 48)
"""How many unseen tiles usually help a hand that lacks so many."""

_SHORTLIST: Final = 6
"""Plans looked at closely."""


class Situation(NamedTuple):
    """What does not change while a seat weighs its choices."""

    ruleset: Ruleset
    seat: Seat
    contract: Contract | None
    wilds: tuple[Kind, ...]
    left: tuple[int, ...]
    unseen: int
    draws: float
    minimum: int


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
        draws=drawable / 4,
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


def shortlist(at: Situation, hold: Holding) -> list[Plan]:
    """The plans that look best before any tile is counted."""
    ranked = [
        (_rough(at, plan, missing(plan, hold)), plan)
        for plan in plans_for(at.ruleset, at.seat, hold, at.wilds)
        if plan.tai >= at.minimum
    ]
    ranked.sort(key=lambda pair: -pair[0])
    return [plan for _, plan in ranked[:_SHORTLIST]]


def _rough(at: Situation, plan: Plan, lacks: int) -> float:
    narrow = 1.0 if len(plan.lanes) == 4 else 0.6
    return chance_to_finish(at, lacks, _TYPICAL[min(lacks, 14)] * narrow) * worth(at, plan.tai)


def promise(at: Situation, hold: Holding, plans: Sequence[Plan]) -> float:
    """What a hand that waits for its next tile may win, by its best plan; others count a little."""
    values = sorted([_value(at, aim(plan, hold, at.wilds)) for plan in plans])
    return values[-1] + 0.15 * sum(values[:-1]) if values else 0.0


def _value(at: Situation, target: Aim) -> float:
    helping = sum([at.left[kind] for kind in target.kinds])
    return chance_to_finish(at, target.missing, helping) * worth(at, target.plan.tai)


def finishing_chance(at: Situation, hold: Holding, plans: Sequence[Plan]) -> float:
    """The best chance among the plans, whatever they win."""
    chances = [0.0]
    for plan in plans:
        target = aim(plan, hold, at.wilds)
        helping = sum([at.left[kind] for kind in target.kinds])
        chances.append(chance_to_finish(at, target.missing, helping))
    return max(chances)


def worth(at: Situation, tai: int) -> float:
    """What winning with so many tai brings, the contract's part included."""
    hand = float(3 << min(tai, 10))
    contract = at.contract
    if contract is None:
        return hand
    swing = 6 if contract.by == at.seat else 2
    return hand + swing * contract.stake


def chance_to_finish(at: Situation, lacks: int, helping: float) -> float:
    """The chance that `lacks` steps, the first with `helping` tiles, fit into the draws left."""
    if lacks <= 0:
        return 1.0
    usual = _TYPICAL[min(lacks, 14)]
    ease = min(max(helping / usual, 0.0), 2.5)
    if ease == 0.0:
        return 0.0
    last = 2.5 if at.ruleset.wins_on_discard else 1.0
    turns = 0.0
    for step in range(1, lacks + 1):
        tiles = helping if step == lacks else _TYPICAL[min(step, 14)] * (0.5 + 0.5 * ease)
        rate = tiles / at.unseen * (last if step == 1 else 1.3)
        turns += 1 / min(rate, 1.0)
    return _at_least(lacks, lacks * at.draws / turns)


def _at_least(events: int, mean: float) -> float:
    """The chance that a Poisson variable reaches a number."""
    term = total = 1.0
    for k in range(1, events):
        term *= mean / k
        total += term
    return 1.0 - exp(-mean) * total


ALL_KINDS: Final = tuple(range(KINDS))
