"""What the events of a running hand change: the auction, wilds, draws, discards, claims, kongs.

Steps of the fold: each believes the event and never refuses, and changes nothing of the match but
its hand.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, TypeVar, cast

from engine.hands import UNIT, pack
from engine.melds import Meld
from engine.play import events as e
from engine.play.auction import next_speaker
from engine.play.melding import barred_after
from engine.play.state import PASSES, Answer, HandState, Laid, MatchState, Spoken
from engine.rules.contract import Contract
from engine.seats import E, Seat

_T = TypeVar("_T")
_Four = tuple[_T, _T, _T, _T]


def _put(four: _Four[_T], seat: Seat, value: _T) -> _Four[_T]:
    """Four things by seat, one of them changed."""
    first, second, third, fourth = four
    if seat == 0:
        return value, second, third, fourth
    if seat == 1:
        return first, value, third, fourth
    if seat == 2:
        return first, second, value, fourth
    return first, second, third, value


def _bid_made(state: MatchState, hand: HandState, event: e.BidMade) -> HandState:
    bid = Contract(event.seat, event.tai, event.form)
    return _spoken(state, hand, Spoken(event.seat, bid))


def _bid_passed(state: MatchState, hand: HandState, event: e.BidPassed) -> HandState:
    return _spoken(state, hand, Spoken(event.seat, None))


def _spoken(state: MatchState, hand: HandState, voice: Spoken) -> HandState:
    spoken = (*hand.spoken, voice)
    return hand._replace(spoken=spoken, turn=next_speaker(state.ruleset.options, spoken))


def _auction_ended(state: MatchState, hand: HandState, event: e.AuctionEnded) -> HandState:
    contract = event.contract
    if state.ruleset.wild_kinds_named(contract):
        namer = contract.by if contract else E
        return hand._replace(phase="naming", turn=namer, contract=contract)
    return hand._replace(phase="turn", turn=E, contract=contract)


def _wilds_named(state: MatchState, hand: HandState, event: e.WildsNamed) -> HandState:
    return hand._replace(phase="turn", turn=E, wilds=event.kinds)


def _tile_drawn(state: MatchState, hand: HandState, event: e.TileDrawn) -> HandState:
    seat, tile = event.seat, event.tile
    from_head = event.source == "head"
    # Draws, discards and melds write all fields down: a quarter of what `_replace` takes.
    fields = (
        hand.number,
        hand.places,
        hand.repeat,
        hand.wall,
        hand.head + from_head,
        hand.tail - (not from_head),
        "turn",
        seat,
        event.source,
        tile,
        _put(hand.hands, seat, hand.hands[seat] + UNIT[tile]),
        hand.melds,
        hand.discards,
        hand.spoken,
        hand.contract,
        hand.wilds,
        hand.barred,
        event,
        hand.result,
        (),
    )
    return tuple.__new__(HandState, fields)


def _tile_discarded(state: MatchState, hand: HandState, event: e.TileDiscarded) -> HandState:
    seat, tile = event.seat, event.tile
    fields = (
        hand.number,
        hand.places,
        hand.repeat,
        hand.wall,
        hand.head,
        hand.tail,
        "claims",
        seat,
        hand.source,
        tile,
        _put(hand.hands, seat, hand.hands[seat] - UNIT[tile]),
        hand.melds,
        _put(hand.discards, seat, (*hand.discards[seat], tile)),
        hand.spoken,
        hand.contract,
        hand.wilds,
        (),
        event,
        hand.result,
        (),
    )
    return tuple.__new__(HandState, fields)


def _claim_made(state: MatchState, hand: HandState, event: e.ClaimMade) -> HandState:
    return _answered(hand, Answer(event.seat, event))


def _claim_passed(state: MatchState, hand: HandState, event: e.ClaimPassed) -> HandState:
    # Half of all events: as _answered, which a call would make dearer.
    answers = (*hand.answers, PASSES[event.seat])
    return tuple.__new__(HandState, (*hand[:-1], answers))


def _answered(hand: HandState, answer: Answer) -> HandState:
    return tuple.__new__(HandState, (*hand[:-1], (*hand.answers, answer)))


def _meld_claimed(state: MatchState, hand: HandState, event: e.MeldClaimed) -> HandState:
    seat, source = event.seat, event.source
    meld = Meld(event.kind, tuple(sorted((*event.tiles, event.tile))), event.stands_as)
    fields = (
        hand.number,
        hand.places,
        hand.repeat,
        hand.wall,
        hand.head,
        hand.tail,
        "turn",
        seat,
        "claim",
        None,
        _put(hand.hands, seat, hand.hands[seat] - pack(event.tiles)),
        _put(hand.melds, seat, (*hand.melds[seat], Laid(meld, source))),
        _put(hand.discards, source, hand.discards[source][:-1]),
        hand.spoken,
        hand.contract,
        hand.wilds,
        barred_after(state.ruleset.options, event),
        event,
        hand.result,
        (),
    )
    return tuple.__new__(HandState, fields)


def _kong_declared(state: MatchState, hand: HandState, event: e.KongDeclared) -> HandState:
    seat = event.seat
    meld = Meld(event.kind, event.tiles, event.stands_as)
    if event.tile is None:
        return hand._replace(
            tile=None,
            hands=_put(hand.hands, seat, hand.hands[seat] - pack(event.tiles)),
            melds=_put(hand.melds, seat, (*hand.melds[seat], Laid(meld, None))),
            last=event,
        )
    return hand._replace(
        phase="rob",
        tile=event.tile,
        hands=_put(hand.hands, seat, hand.hands[seat] - UNIT[event.tile]),
        melds=_put(hand.melds, seat, _kong_for_pung(hand.melds[seat], meld)),
        answers=(),
        last=event,
    )


def _kong_for_pung(melds: tuple[Laid, ...], kong: Meld) -> tuple[Laid, ...]:
    return tuple(
        Laid(kong, laid.source)
        if laid.meld.kind == "pung" and laid.meld.stands_as == kong.stands_as[:3]
        else laid
        for laid in melds
    )


def _hand_replayed(
    state: MatchState, hand: HandState, event: e.HandRedealt | e.HandVoided
) -> HandState:
    """Same dealer, same repeat count, nothing scored (A4, Z4)."""
    return hand._replace(phase="over", result=event)


# Each function takes the one event type that its key names, which a dict's type cannot say.
HAND_STEPS: Final = cast(
    "Mapping[type[e.Event], Callable[[MatchState, HandState, e.Event], HandState]]",
    {
        e.BidMade: _bid_made,
        e.BidPassed: _bid_passed,
        e.AuctionEnded: _auction_ended,
        e.WildsNamed: _wilds_named,
        e.TileDrawn: _tile_drawn,
        e.TileDiscarded: _tile_discarded,
        e.ClaimMade: _claim_made,
        e.ClaimPassed: _claim_passed,
        e.MeldClaimed: _meld_claimed,
        e.KongDeclared: _kong_declared,
        e.HandRedealt: _hand_replayed,
        e.HandVoided: _hand_replayed,
    },
)
