"""One's own turn: what may be discarded and which kongs may be declared (P1, P4, P8, C7, T5)."""

from __future__ import annotations

from engine.hands import count, kinds_held
from engine.play.melding import KongChoice, own_kongs
from engine.play.state import HandState
from engine.rules.ruleset import Ruleset
from engine.tiles import Kind


def can_replace(ruleset: Ruleset, hand: HandState) -> bool:
    """Whether a tile is left to replace a kong with, or to draw at all (T5)."""
    return hand.tail - hand.head > ruleset.options.dead_wall


def legal_discards(ruleset: Ruleset, hand: HandState) -> tuple[Kind, ...]:
    """The kinds that the seat in turn may discard, ascending.

    A hand must be able to discard: the bar after a chow (P8) falls first when it leaves
    nothing, then the ban on wilds (C7).
    """
    held = kinds_held(hand.hands[hand.turn])
    if may_discard_all(ruleset, hand):
        return held
    banned = hand.wilds if ruleset.options.wild_discard == "forbidden" else ()
    allowed = tuple([kind for kind in held if kind not in banned])
    unbarred = tuple([kind for kind in allowed if kind not in hand.barred])
    return unbarred or allowed or held


def may_discard_all(ruleset: Ruleset, hand: HandState) -> bool:
    """Whether nothing bars the seat in turn from discarding any of its tiles."""
    return not hand.barred and ruleset.options.wild_discard != "forbidden"


def may_discard(ruleset: Ruleset, hand: HandState, tile: Kind) -> bool:
    """Whether the seat in turn may discard this tile."""
    if may_discard_all(ruleset, hand):
        return count(hand.hands[hand.turn], tile) > 0
    return tile in legal_discards(ruleset, hand)


def legal_kongs(ruleset: Ruleset, hand: HandState) -> tuple[KongChoice, ...]:
    """The kongs that the seat in turn may declare: not right after a claim, not without a tile
    to replace (P4, T5)."""
    if hand.source == "claim" or not can_replace(ruleset, hand):
        return ()
    seat = hand.turn
    return own_kongs(ruleset.options, hand.wilds, hand.hands[seat], hand.melds[seat])


def default_discard(ruleset: Ruleset, hand: HandState) -> Kind:
    """What is discarded for a seat whose time is up: the tile it drew.

    Where nothing was drawn, or that tile may not go: the last kind in the order m, p, s, z
    that may be discarded and is not wild, or the last of all.
    """
    allowed = legal_discards(ruleset, hand)
    if hand.tile is not None and hand.tile in allowed:
        return hand.tile
    plain = [kind for kind in allowed if kind not in hand.wilds]
    return (plain or allowed)[-1]
