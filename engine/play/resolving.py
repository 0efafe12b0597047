"""What follows once nobody has to be asked any more: draws, melds, wins, exhausted hands."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from engine.hashing import Json
from engine.play import events as e
from engine.play.claims import strongest
from engine.play.state import Answer, HandState
from engine.play.turns import can_replace
from engine.play.winning import WIN_SOURCE, require_win
from engine.rules.ruleset import Ruleset
from engine.rules.settlement import Settlement
from engine.scoring import ScoreResult
from engine.seats import SEATS, Seat

Events = tuple[e.Event, ...]


def after_answers(ruleset: Ruleset, hand: HandState, answers: tuple[Answer, ...]) -> Events:
    """All three have answered: the best claim happens, or play goes on (P5, P6)."""
    claim = strongest(ruleset, hand, answers)
    if claim is None:
        return (nobody_claimed(ruleset, hand),)
    if claim.kind == "win":
        result = require_win(ruleset, hand, claim.seat)
        return (hand_won(hand, claim.seat, result),)
    assert hand.tile is not None
    meld = e.MeldClaimed(claim.seat, hand.turn, hand.tile, claim.kind, claim.tiles, claim.stands_as)
    if claim.kind == "kong":
        return meld, draw_replacement(hand, claim.seat)
    return (meld,)


def nobody_claimed(ruleset: Ruleset, hand: HandState) -> e.Event:
    """The next player draws, or the one whose kong was not robbed; or the wall is used up (T5)."""
    if hand.phase == "rob":
        return draw_replacement(hand, hand.turn)
    if not can_replace(ruleset, hand):
        return hand_exhausted(ruleset, hand)
    return e.DRAWN_FROM_HEAD[(hand.turn + 1) % 4][hand.wall[hand.head]]


def draw_replacement(hand: HandState, seat: Seat) -> e.TileDrawn:
    """A kong's replacement from the tail of the wall (T4)."""
    return e.TileDrawn(seat, hand.wall[hand.tail - 1], "tail")


def hand_exhausted(ruleset: Ruleset, hand: HandState) -> e.HandExhausted:
    """流局 with what it costs (L4, L5)."""
    settlement = ruleset.settle_exhausted(hand.contract, hand.repeat)
    return e.HandExhausted(
        payments_json(settlement),
        [part.as_dict() for part in settlement.parts],
        settlement.multiplier,
    )


def payments_json(settlement: Settlement) -> Mapping[str, Json]:
    """What each seat gains or loses, by its letter."""
    return dict(zip(SEATS, settlement.payments, strict=True))


def hand_won(hand: HandState, seat: Seat, result: ScoreResult) -> e.HandWon:
    """A win on the tile drawn or on offer."""
    assert hand.tile is not None
    return e.HandWon(
        seat,
        WIN_SOURCE[hand.phase],
        None if hand.phase == "turn" else hand.turn,
        hand.tile,
        cast("Mapping[str, Json]", result.as_dict()),
    )
