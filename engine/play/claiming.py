"""Answering a discard or an added kong: each of the three others says one thing (P5)."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NoReturn

from engine.hands import count
from engine.notation import format_tile, format_tiles
from engine.play import commands as c
from engine.play import events as e
from engine.play.claims import meld_choices
from engine.play.codec import written
from engine.play.melding import MeldChoice
from engine.play.refusals import SEAT_NAMES, holds, name_of, refuse, require_phase
from engine.play.resolving import after_answers, nobody_claimed
from engine.play.state import OPEN_WINDOWS, PASSES, Answer, HandState, MatchState
from engine.play.turns import can_replace
from engine.play.winning import require_win
from engine.rules.ruleset import Ruleset
from engine.seats import ALL_SEATS, Seat, distance
from engine.tiles import Kind, is_honour

Events = tuple[e.Event, ...]


def claim_made(state: MatchState, hand: HandState, command: c.Claim) -> Events:
    """A claim, and what follows if it was the last of the three answers."""
    seat, ruleset = command.seat, state.ruleset
    if hand.phase not in OPEN_WINDOWS or not hand.is_asked(seat):
        _refuse_answer(hand, seat)
    claim = _claim(ruleset, hand, command)
    if len(hand.answers) < 2:
        return (claim,)
    return claim, *after_answers(ruleset, hand, (*hand.answers, Answer(seat, claim)))


def claim_passed(state: MatchState, hand: HandState, command: c.PassClaim) -> Events:
    """A pass, and what follows if it was the last of the three answers."""
    seat = command.seat
    if hand.phase not in OPEN_WINDOWS or not hand.is_asked(seat):
        _refuse_answer(hand, seat)
    answers = hand.answers
    if len(answers) < 2:
        return _ONLY_PASSED[seat]
    if answers[0].claim is answers[1].claim is None:
        return e.PASSED[seat], nobody_claimed(state.ruleset, hand)
    return e.PASSED[seat], *after_answers(state.ruleset, hand, (*answers, PASSES[seat]))


_ONLY_PASSED: Final = tuple((event,) for event in e.PASSED)


def _refuse_answer(hand: HandState, seat: Seat) -> NoReturn:
    name = name_of(seat)
    if hand.phase not in OPEN_WINDOWS:
        require_phase(hand, "claims", "P5")
    if seat not in ALL_SEATS:
        refuse("no_seat", "P5", f"there is no {name}")
    if seat == hand.turn:
        refuse("own_tile", "P5", f"{name} cannot answer the own tile")
    refuse("already_answered", "P5", f"{name} has answered already")


def claim_written(ruleset: Ruleset, hand: HandState, seat: Seat, data: str) -> e.ClaimMade | None:
    """The claim for a meld that is written like this, of a seat that is asked; None if it may
    make none such."""
    for choice in meld_choices(ruleset, hand, seat):
        claim, text = _with_text(seat, choice)
        if text == data:
            return claim
    return None


@lru_cache(maxsize=4096)
def _with_text(seat: Seat, choice: MeldChoice) -> tuple[e.ClaimMade, str]:
    claim = e.ClaimMade(seat, choice.kind, choice.tiles, choice.stands_as)
    return claim, written(claim).data


def _claim(ruleset: Ruleset, hand: HandState, command: c.Claim) -> e.ClaimMade:
    if command.kind == "win":
        if command.tiles or command.stands_as:
            refuse("win_with_tiles", "W1", "a win is claimed without naming tiles")
        require_win(ruleset, hand, command.seat)
        return e.ClaimMade(command.seat, "win", (), ())
    choice = _choice(ruleset, hand, command)
    return e.ClaimMade(command.seat, choice.kind, choice.tiles, choice.stands_as)


def _choice(ruleset: Ruleset, hand: HandState, claim: c.Claim) -> MeldChoice:
    tiles = tuple(sorted(claim.tiles))
    for choice in meld_choices(ruleset, hand, claim.seat):
        if (
            choice.kind == claim.kind
            and choice.tiles == tiles
            and (not claim.stands_as or choice.stands_as == claim.stands_as)
        ):
            return choice
    if hand.phase == "rob":
        refuse("rob_only_win", "P7", "an added kong can only be won on")
    assert hand.tile is not None
    return _refuse_meld(ruleset, hand, claim, hand.tile)


def _refuse_meld(ruleset: Ruleset, hand: HandState, claim: c.Claim, tile: Kind) -> MeldChoice:
    """The nearest rule that forbids a meld."""
    name, text = SEAT_NAMES[claim.seat], format_tile(tile)
    cannot = f"cannot {claim.kind} {text}"
    if tile in hand.wilds and ruleset.options.wild_discard != "face":
        refuse("dead_wild", "C7", f"{cannot}: a discarded wild is dead")
    if claim.kind == "chow" and is_honour(tile):
        refuse("chow_of_honours", "P2", f"{cannot}: honours make no chow")
    if claim.kind == "chow" and distance(hand.turn, claim.seat) != 1:
        turn = SEAT_NAMES[hand.turn]
        refuse("chow_not_next", "P2", f"{cannot}: {name} does not play after {turn}")
    if claim.kind == "kong" and not can_replace(ruleset, hand):
        refuse("kong_not_replaceable", "T5", f"{cannot}: {hand.wall_left} tiles are left")
    rule = "P2" if claim.kind == "chow" else "P3"
    for own in dict.fromkeys(claim.tiles):
        held = count(hand.hands[claim.seat], own)
        if held < claim.tiles.count(own):
            refuse("not_held", rule, f"{cannot}: {name} holds {holds(held)} {format_tile(own)}")
    if set(claim.tiles) & set(hand.wilds):
        rule = "C6" if claim.kind == "kong" else "C5"
    return refuse("no_such_meld", rule, f"{cannot} with {format_tiles(claim.tiles) or 'nothing'}")
