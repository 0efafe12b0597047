"""Changing seats inside a match 换位: when the players do it, and who deals after it.

Owns how a match's plan of seats is followed. Must not know how a plan is made.
"""

from __future__ import annotations

from engine.play.events import SeatsChanged
from engine.play.match import TurnOrder
from engine.play.state import PLACES, MatchState, Place


def seats_changed(state: MatchState) -> SeatsChanged | None:
    """The change due now that a hand is over and the match goes on; None if nobody moves.

    A dealer round ends when every player has lost the deal in it. Beyond its end the plan stays
    at its last round.
    """
    plan = state.setup.seat_plan if state.setup else ()
    if not plan or len(state.lost_deal) < len(PLACES):
        return None
    order = plan[min(state.dealer_rounds_done, len(plan) - 1)]
    return None if order == state.order else SeatsChanged(order, _next_dealer(state, order))


def _next_dealer(state: MatchState, order: TurnOrder) -> Place:
    """The next seat deals, whoever sits there now; or the winner does, wherever they went (Z3)."""
    if state.ruleset.options.dealer_succession == "winner":
        return state.dealer
    return order[state.order.index(state.dealer)]
