"""How a command is refused: with a code for programs, the rule, and a message for people."""

from __future__ import annotations

from typing import Final, NoReturn

from engine.errors import IllegalAction
from engine.play.state import HandPhase, HandState, MatchState
from engine.seats import ALL_SEATS, Seat

SEAT_NAMES: Final = ("East", "South", "West", "North")
_WAITING_FOR: Final[dict[HandPhase, str]] = {
    "auction": "the auction is on",
    "naming": "the wilds are being named",
    "turn": "a player is in turn",
    "claims": "a discard is being answered",
    "rob": "an added kong is being answered",
    "over": "the hand is over",
}
_NUMBERS: Final = ("none", "one", "two", "three", "four")


def name_of(seat: Seat) -> str:
    """A seat's name in messages."""
    return SEAT_NAMES[seat] if seat in ALL_SEATS else f"seat {seat}"


def refuse(code: str, rule: str, message: str) -> NoReturn:
    """Raise IllegalAction."""
    raise IllegalAction(code, rule, message)


def running_hand(state: MatchState) -> HandState:
    """The hand in play; refuses when there is none, or play is paused."""
    if state.hand is None or state.phase != "hand":
        refuse("no_hand", "P1", f"no hand is running: the match is in phase {state.phase}")
    if state.paused:
        refuse("paused", "P1", "the match is paused")
    return state.hand


def require_turn(hand: HandState, seat: Seat, phase: HandPhase, rule: str) -> None:
    """Refuses a command that belongs to another phase or another seat."""
    require_phase(hand, phase, rule)
    if seat != hand.turn:
        turn = SEAT_NAMES[hand.turn]
        refuse("not_your_turn", rule, f"{name_of(seat)} is not in turn: {turn} is")


def require_phase(hand: HandState, phase: HandPhase, rule: str) -> None:
    """Refuses a command that belongs to another phase."""
    if hand.phase != phase:
        refuse("wrong_phase", rule, f"not possible now: {_WAITING_FOR[hand.phase]}")


def holds(copies: int) -> str:
    """A number of tiles in words."""
    return _NUMBERS[copies] if 0 <= copies < len(_NUMBERS) else str(copies)
