"""Claims on a discard or an added kong: what a seat may claim, and whose claim counts (P2-P7).

All three others answer, whatever they hold; nothing is decided before the last answer.
"""

from __future__ import annotations

from engine.play.events import ClaimMade
from engine.play.melding import MeldChoice, OnOffer, may_meld, melds_with
from engine.play.state import Answer, HandState
from engine.play.turns import can_replace
from engine.rules.ruleset import Ruleset
from engine.seats import Seat, distance


def meld_choices(ruleset: Ruleset, hand: HandState, seat: Seat) -> tuple[MeldChoice, ...]:
    """The melds that a seat may claim the discard for; none of an added kong's tile."""
    tile, own, wilds = hand.tile, hand.hands[seat], hand.wilds
    is_next = (seat - hand.turn) % 4 == 1
    if tile is None or not may_meld(wilds, own, tile, is_next) or hand.phase != "claims":
        return ()
    offer = tuple.__new__(OnOffer, (tile, is_next, can_replace(ruleset, hand)))
    return melds_with(ruleset.options, wilds, own, offer)


def strongest(ruleset: Ruleset, hand: HandState, answers: tuple[Answer, ...]) -> ClaimMade | None:
    """The claim that counts: the best rank, then the nearest in turn order (P5, P6)."""
    claims = [answer.claim for answer in answers if answer.claim]
    if len(claims) < 2:
        return claims[0] if claims else None
    return min(
        claims,
        key=lambda claim: (_rank(ruleset, hand, claim), distance(hand.turn, claim.seat)),
    )


def _rank(ruleset: Ruleset, hand: HandState, claim: ClaimMade) -> int:
    if claim.kind == "win" or hand.tile is None:
        return ruleset.claim_rank("win", natural=True)
    tiles = tuple(sorted((*claim.tiles, hand.tile)))
    return ruleset.claim_rank(claim.kind, natural=tiles == claim.stands_as)
