"""Changing seats inside a match 换位: the turn order of each dealer round, and who deals in it.

Owns how a plan of seats is followed. Must not know how one is made, nor when a round is over.
"""

from __future__ import annotations

from engine.play.match import TurnOrder
from engine.rules.ruleset import Ruleset


def order_in(plan: tuple[TurnOrder, ...], rounds: int, order: TurnOrder) -> TurnOrder:
    """The turn order after so many dealer rounds; beyond its end a plan stays at its last.

    Without a plan everybody stays in `order`.
    """
    return plan[min(rounds, len(plan) - 1)] if plan else order


def dealer_after(ruleset: Ruleset, before: TurnOrder, after: TurnOrder, dealer: int) -> int:
    """Who deals next when the order changes: whoever sits now where `dealer` sat, since the next
    seat deals; or the winner, wherever they went (Z3)."""
    if ruleset.options.dealer_succession == "winner":
        return dealer
    return after[before.index(dealer)]
