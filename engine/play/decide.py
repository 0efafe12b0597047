"""The decider: (state, command) -> events, or IllegalAction with the rule that forbids it.

Owns what each command leads to. Knows no clock, chance or storage: secrets arrive inside
commands, and the caller appends what is returned.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, cast

from engine.hands import count
from engine.notation import format_tile, format_tiles
from engine.play import commands as c
from engine.play import events as e
from engine.play.auction import auction_end, highest_bid, outranks
from engine.play.claiming import claim_made, claim_passed
from engine.play.defaults import default_action
from engine.play.matches import MATCH_DECISIONS
from engine.play.naming import legal_wilds
from engine.play.refusals import SEAT_NAMES, name_of, refuse, require_turn, running_hand
from engine.play.resolving import draw_replacement, hand_won
from engine.play.state import HandState, MatchState, Spoken
from engine.play.turns import can_replace, legal_kongs, may_discard
from engine.play.winning import require_win
from engine.rules.contract import LOWEST_BID, Contract
from engine.rulings.decide import RULING_DECISIONS
from engine.scored.decide import SCORED_DECISIONS

Events = tuple[e.Event, ...]


def decide(state: MatchState, command: c.Command) -> Events:
    """The events that a command leads to.

    Raises IllegalAction if the rules forbid it now, InvalidInput if a match cannot be set up
    like that.
    """
    step = _IN_HAND.get(type(command))
    if step is None:
        return _OF_MATCH[type(command)](state, command)
    hand = state.hand
    if hand is None or state.phase != "hand" or state.paused:
        hand = running_hand(state)
    return step(state, hand, command)


def _bid(state: MatchState, hand: HandState, command: c.Bid) -> Events:
    require_turn(hand, command.seat, "auction", "A1")
    highest, most = highest_bid(hand.spoken), state.ruleset.options.max_bid
    if not LOWEST_BID <= command.tai <= most:
        refuse("bid_out_of_range", "A3", f"cannot bid {command.tai} tai: {LOWEST_BID} to {most}")
    if not outranks(hand, command):
        high = f"{highest.tai} {highest.form}" if highest else ""
        refuse("bid_too_low", "A2", f"cannot bid {command.tai} {command.form} over {high}")
    bid = Contract(command.seat, command.tai, command.form)
    made = e.BidMade(command.seat, command.tai, command.form)
    return _auction_step(state, hand, made, Spoken(command.seat, bid))


def _pass_bid(state: MatchState, hand: HandState, command: c.PassBid) -> Events:
    require_turn(hand, command.seat, "auction", "A1")
    return _auction_step(state, hand, e.BidPassed(command.seat), Spoken(command.seat, None))


def _auction_step(
    state: MatchState, hand: HandState, event: e.BidMade | e.BidPassed, voice: Spoken
) -> Events:
    end = auction_end(state.ruleset.options, (*hand.spoken, voice))
    return (event, end) if end else (event,)


def _name_wilds(state: MatchState, hand: HandState, command: c.NameWilds) -> Events:
    rule = "C2" if hand.contract else "C3"
    require_turn(hand, command.seat, "naming", rule)
    kinds = tuple(sorted(command.kinds))
    if kinds not in legal_wilds(state.ruleset, hand):
        _refuse_wilds(state, hand, kinds)
    return (e.WildsNamed(command.seat, kinds),)


def _refuse_wilds(state: MatchState, hand: HandState, kinds: tuple[int, ...]) -> None:
    wanted, named = state.ruleset.wild_kinds_named(hand.contract), format_tiles(kinds)
    if len(kinds) != wanted:
        rule = "C2" if hand.contract else "C3"
        refuse("wilds_count", rule, f"cannot name {named or 'nothing'}: {wanted} kinds are named")
    if not state.ruleset.wilds_fit(kinds):
        refuse("wilds_not_neighbours", "C4", f"cannot name {named}: not two neighbouring kinds")
    refuse("wild_not_held", "C2", f"cannot name {named}: only kinds in the own hand")


def _discard(state: MatchState, hand: HandState, command: c.Discard) -> Events:
    seat, tile = command.seat, command.tile
    if hand.phase != "turn" or seat != hand.turn:
        require_turn(hand, seat, "turn", "P1")
    if not may_discard(state.ruleset, hand, tile):
        _refuse_discard(hand, command)
    return (e.DISCARDED[seat][tile],)


def _refuse_discard(hand: HandState, command: c.Discard) -> None:
    tile, name = format_tile(command.tile), SEAT_NAMES[command.seat]
    if not count(hand.hands[command.seat], command.tile):
        refuse("not_held", "P1", f"cannot discard {tile}: {name} holds none")
    if command.tile in hand.barred:
        refuse("swap_call", "P8", f"cannot discard {tile} right after this chow")
    refuse("wild_discard", "C7", f"cannot discard {tile}: wilds may not be discarded")


def _declare_kong(state: MatchState, hand: HandState, command: c.DeclareKong) -> Events:
    seat, tiles = command.seat, tuple(sorted(command.tiles))
    require_turn(hand, seat, "turn", "P4")
    for kong in legal_kongs(state.ruleset, hand):
        if (
            kong.kind == command.kind
            and kong.tiles == tiles
            and command.stands_as in ((), kong.stands_as)
        ):
            break
    else:
        return _refuse_kong(state, hand, command)
    added = tiles[0] if kong.kind == "added_kong" else None
    declared = e.KongDeclared(seat, kong.kind, kong.meld_tiles, added, kong.stands_as)
    return (declared,) if added is not None else (declared, draw_replacement(hand, seat))


def _refuse_kong(state: MatchState, hand: HandState, command: c.DeclareKong) -> Events:
    tiles = format_tiles(command.tiles)
    if hand.source == "claim":
        refuse("kong_after_claim", "P4", f"cannot declare a kong of {tiles} right after a claim")
    if not can_replace(state.ruleset, hand):
        left = f"{hand.wall_left} tiles are left"
        refuse("kong_not_replaceable", "T5", f"cannot declare a kong of {tiles}: {left}")
    rule = "C6" if set(command.tiles) & set(hand.wilds) else "P4"
    refuse("no_such_kong", rule, f"cannot declare {command.kind} with {tiles or 'nothing'}")


def _declare_win(state: MatchState, hand: HandState, command: c.DeclareWin) -> Events:
    require_turn(hand, command.seat, "turn", state.ruleset.game.win_rule)
    result = require_win(state.ruleset, hand, command.seat)
    return (hand_won(hand, command.seat, result),)


def _time_out(state: MatchState, command: c.TimeOut) -> Events:
    action = default_action(state, command.seat)
    if action is None:
        refuse("not_waiting", "P1", f"nothing is expected of {name_of(command.seat)}")
    return decide(state, action)


# Each function takes the one command type that its key names, which a dict's type cannot say.
_OF_MATCH: Final = cast(
    "Mapping[type[c.Command], Callable[[MatchState, c.Command], Events]]",
    {**MATCH_DECISIONS, **SCORED_DECISIONS, **RULING_DECISIONS, c.TimeOut: _time_out},
)
# These need a hand in play.
_IN_HAND: Final = cast(
    "Mapping[type[c.Command], Callable[[MatchState, HandState, c.Command], Events]]",
    {
        c.Bid: _bid,
        c.PassBid: _pass_bid,
        c.NameWilds: _name_wilds,
        c.Discard: _discard,
        c.DeclareKong: _declare_kong,
        c.DeclareWin: _declare_win,
        c.Claim: claim_made,
        c.PassClaim: claim_passed,
    },
)
