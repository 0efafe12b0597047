"""The auction 包牌: who speaks, what may be bid, and when it is over (A1-A4)."""

from __future__ import annotations

from functools import lru_cache

from engine.play.commands import Bid, PassBid
from engine.play.events import AuctionEnded, HandRedealt
from engine.play.state import HandState, Spoken
from engine.rules.contract import FORMS, LOWEST_BID, Contract
from engine.rules.option import Options
from engine.seats import E, Seat, next_seat


def next_speaker(options: Options, spoken: tuple[Spoken, ...]) -> Seat:
    """Who speaks after these voices: the next in turn order (A1).

    Without re-entry those who passed are left out.
    """
    seat = next_seat(spoken[-1].seat)
    if options.bid_reentry:
        return seat
    out = {voice.seat for voice in spoken if voice.bid is None}
    while seat in out and len(out) < 4:
        seat = next_seat(seat)
    return seat


def highest_bid(spoken: tuple[Spoken, ...]) -> Contract | None:
    """The last bid, which is the highest because every bid outranks those before."""
    return next((voice.bid for voice in reversed(spoken) if voice.bid), None)


@lru_cache(maxsize=512)
def legal_bids(max_bid: int, highest: Contract | None, seat: Seat) -> tuple[Bid | PassBid, ...]:
    """Pass, and every bid above the highest so far, in the order of the ladder (A2, A3)."""
    bids = tuple(
        Bid(seat, tai, form)
        for tai in range(LOWEST_BID, max_bid + 1)
        for form in FORMS
        if highest is None or Contract(seat, tai, form).rank > highest.rank
    )
    return (PassBid(seat), *bids)


def auction_end(options: Options, spoken: tuple[Spoken, ...]) -> AuctionEnded | HandRedealt | None:
    """How the auction is over after these voices; None while it goes on (A1, A4)."""
    highest = highest_bid(spoken)
    if highest is None:
        return None if len(spoken) < 4 else _nobody_bid(options)
    if not _others_passed(options, spoken, highest):
        return None
    return AuctionEnded("contract", highest)


def _nobody_bid(options: Options) -> AuctionEnded | HandRedealt:
    if options.all_pass == "redeal":
        return HandRedealt()
    if options.all_pass == "dealer_forced":
        return AuctionEnded("dealer_forced", Contract(E, LOWEST_BID, "two_wild"))
    return AuctionEnded("no_contract", None)


def _others_passed(options: Options, spoken: tuple[Spoken, ...], highest: Contract) -> bool:
    """Three passes in a row; without re-entry those of before the bid count as well."""
    if options.bid_reentry:
        return all(voice.bid is None for voice in spoken[-3:])
    out = {voice.seat for voice in spoken if voice.bid is None}
    return len(out - {highest.by}) == 3


def outranks(hand: HandState, bid: Bid) -> bool:
    """Whether a bid is above the highest so far (A2)."""
    highest = highest_bid(hand.spoken)
    return highest is None or Contract(bid.seat, bid.tai, bid.form).rank > highest.rank
