"""Help that an organiser may switch off: what a player is waiting for."""

from __future__ import annotations

from typing import Any

from engine.hands import UNIT, PackedHand, count
from engine.notation import format_tile
from engine.play.state import HandState
from engine.scoring import Frame, distance, plan_for, waits
from engine.seats import Seat
from engine.tiles import COPIES, Kind
from tables.live.messages import Refused
from tables.live.trail import Horizon


def waits_message(horizon: Horizon, place: int) -> dict[str, Any]:
    """What completes the player's hand, the tai each would have as a self-draw, and how many of
    it the player cannot see.

    In turn it is the hand without the tile drawn last. Raises Refused.
    """
    state = horizon.state
    if state.setup is None or not state.setup.aids.waits:
        raise Refused("aid_off")
    if state.hand is None or state.phase != "hand":
        raise Refused("not_now")
    seat = state.hand.seat_of(place)
    melds = tuple([laid.meld for laid in state.hand.melds[seat]])
    plan = plan_for(Frame(state.ruleset, seat, melds, state.hand.wilds))
    concealed = state.hand.hands[seat]
    ready = _before_the_draw(state.hand, seat)
    found = {} if ready is None else waits(plan, ready)
    return {
        "type": "waits",
        "version": horizon.version,
        "waits": [
            {"tile": format_tile(kind), "tai": tai, "left": _unseen(state.hand, seat, kind)}
            for kind, tai in found.items()
        ],
        "distance": max(0, distance(plan, concealed)),
    }


def _before_the_draw(hand: HandState, seat: Seat) -> PackedHand | None:
    """The hand without the tile drawn last; None right after a claim, with a tile too many."""
    if hand.phase != "turn" or hand.turn != seat:
        return hand.hands[seat]
    if hand.tile is None or hand.source == "claim":
        return None
    return hand.hands[seat] - UNIT[hand.tile]


def _unseen(hand: HandState, seat: Seat, kind: Kind) -> int:
    """Copies that lie in the wall or in the others' concealed tiles."""
    seen = count(hand.hands[seat], kind) + sum([row.count(kind) for row in hand.discards])
    for owner, row in enumerate(hand.melds):
        for laid in row:
            if owner == seat or not laid.meld.is_concealed:
                seen += laid.meld.tiles.count(kind)
    return max(0, COPIES - seen)
