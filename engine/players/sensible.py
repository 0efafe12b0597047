"""The sensible player: moves towards a hand that scores, by tile efficiency.

Weighs each choice by `outlook`: how likely a scoring plan is finished in time,
times what it wins. Sees only a SeatView.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.hands import UNIT, unpack
from engine.melds import Meld
from engine.play.commands import (
    Bid,
    Claim,
    DeclareKong,
    DeclareWin,
    Discard,
    NameWilds,
    PassBid,
    PassClaim,
    SeatCommand,
)
from engine.players.bidding import choose_bid, choose_wilds
from engine.players.chance import Rng
from engine.players.outlook import Goal, Situation, holding, promise, shortlist, situation
from engine.players.view import SeatView
from engine.tiles import Kind

_WORTH_CLAIMING: Final = 1.08
"""A claim must promise so many times what passing does: it shows the hand."""

_WORTH_KONG: Final = 0.97


class SensiblePlayer:
    """Bids on strength, names useful wilds, claims when it helps, and takes every win."""

    def choose(self, view: SeatView, legal: Sequence[SeatCommand], rng: Rng) -> SeatCommand:
        """One of the legal commands."""
        if len(legal) == 1:
            return legal[0]
        match legal[0]:
            case Bid() | PassBid():
                return choose_bid(view, legal, rng)
            case NameWilds():
                named = [command for command in legal if isinstance(command, NameWilds)]
                return choose_wilds(view, named, rng)
            case Claim() | PassClaim():
                return _answer(view, legal)
            case _:
                return _play(view, legal, rng)


def _situation(view: SeatView) -> Situation:
    return situation(view, view.contract, view.wilds)


def _play(view: SeatView, legal: Sequence[SeatCommand], rng: Rng) -> SeatCommand:
    """The own turn: win, declare a kong that costs nothing, or discard."""
    for command in legal:
        if isinstance(command, DeclareWin):
            return command
    at = _situation(view)
    discards = [command for command in legal if isinstance(command, Discard)]
    own = view.melds[view.seat]
    goals = shortlist(at, holding(view.concealed, own, view.wilds))
    best, value = _best_discard(at, view.concealed, own, goals, discards, rng)
    for command in legal:
        if isinstance(command, DeclareKong) and not any(k in view.wilds for k in command.tiles):
            kong = _after_kong(at, view, command)
            if kong > 0 and kong >= value * _WORTH_KONG:
                return command
    return best


def _best_discard(
    at: Situation,
    concealed: int,
    melds: tuple[Meld, ...],
    goals: Sequence[Goal],
    discards: Sequence[Discard],
    rng: Rng,
) -> tuple[Discard, float]:
    """The discard after which the hand promises most, and that; wild tiles go last."""
    naturals = [command for command in discards if command.tile not in at.wilds]
    values = [
        (*promise(at, holding(concealed - UNIT[d.tile], melds, at.wilds), goals), d)
        for d in naturals or discards
    ]
    top = max(value for _, value, _ in values)
    best = [command for _, value, command in values if value == top]
    return best[rng.randrange(len(best))], max(value for value, _, _ in values)


def _after_kong(at: Situation, view: SeatView, command: DeclareKong) -> float:
    """What the hand promises with the kong laid, waiting for its replacement."""
    concealed = view.concealed
    for tile in command.tiles:
        concealed -= UNIT[tile]
    own = view.melds[view.seat]
    if command.kind == "concealed_kong":
        own = (*own, Meld("concealed_kong", command.tiles, (max(command.tiles),) * 4))
    hold = holding(concealed, own, view.wilds)
    return promise(at, hold, shortlist(at, hold))[0]


def _answer(view: SeatView, legal: Sequence[SeatCommand]) -> SeatCommand:
    """Win if possible; claim a meld if the hand promises clearly more with it."""
    claims = [command for command in legal if isinstance(command, Claim)]
    for claim in claims:
        if claim.kind == "win":
            return claim
    best: SeatCommand = next(command for command in legal if isinstance(command, PassClaim))
    if not claims or view.tile is None:
        return best
    at = _situation(view)
    hold = holding(view.concealed, view.melds[view.seat], view.wilds)
    threshold = promise(at, hold, shortlist(at, hold))[0] * _WORTH_CLAIMING
    for claim in claims:
        value = _after_claim(at, view, claim, view.tile)
        if value > threshold:
            best, threshold = claim, value
    return best


def _after_claim(at: Situation, view: SeatView, claim: Claim, tile: Kind) -> float:
    concealed = view.concealed
    for used in claim.tiles:
        concealed -= UNIT[used]
    if claim.kind == "win":
        return 0.0
    tiles = tuple(sorted((*claim.tiles, tile)))
    meld = Meld(claim.kind, tiles, claim.stands_as or (tile,) * len(tiles))
    melds = (*view.melds[view.seat], meld)
    hold = holding(concealed, melds, view.wilds)
    goals = shortlist(at, hold)
    if claim.kind == "kong":
        return promise(at, hold, goals)[0]
    return max(
        promise(at, holding(concealed - UNIT[kind], melds, at.wilds), goals)[0]
        for kind in set(unpack(hold.naturals or concealed))
    )
