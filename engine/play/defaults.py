"""What happens for a seat whose time is up, and who has to act at all."""

from __future__ import annotations

from engine.play import commands as c
from engine.play.naming import legal_wilds
from engine.play.state import OPEN_WINDOWS, PLACES, MatchState, Place
from engine.play.turns import default_discard
from engine.seats import Seat, others


def default_action(state: MatchState, seat: Seat) -> c.SeatCommand | None:
    """Pass a bid or a claim, name the first wilds possible, discard the tile drawn."""
    hand = state.hand
    if hand is None or state.phase != "hand":
        return None
    if hand.phase in OPEN_WINDOWS:
        return c.PassClaim(seat) if seat in hand.unanswered else None
    if seat != hand.turn:
        return None
    if hand.phase == "auction":
        return c.PassBid(seat)
    if hand.phase == "naming":
        return c.NameWilds(seat, legal_wilds(state.ruleset, hand)[0])
    if hand.phase == "turn":
        return c.Discard(seat, default_discard(state.ruleset, hand))
    return None


def waiting_on(state: MatchState) -> tuple[Place, ...]:
    """The places that have to act before play goes on; paused or not."""
    if state.phase == "commit":
        return _missing(state, state.digests)
    if state.phase == "open":
        return _missing(state, state.entropies)
    hand = state.hand
    if hand is None or state.phase != "hand" or hand.phase == "over":
        return ()
    if hand.phase in OPEN_WINDOWS:
        asked = others(hand.place_of(hand.turn))
        if not hand.answers:
            return asked
        return tuple([place for place in asked if hand.is_asked(hand.seat_of(place))])
    return (hand.place_of(hand.turn),)


def _missing(state: MatchState, given: tuple[str | None, ...]) -> tuple[Place, ...]:
    return tuple([p for p in PLACES if given[p] is None and p not in state.missed])
