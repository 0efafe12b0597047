"""Seats 门风 of one hand: E deals, then S, W, N in turn order (T3). A seat is an int 0..3."""

from __future__ import annotations

from typing import Final, TypeAlias

from engine.errors import InvalidNotation

Seat: TypeAlias = int

SEATS: Final = "ESWN"
E, S, W, N = range(4)
ALL_SEATS: Final = (E, S, W, N)


def parse_seat(text: object) -> Seat:
    """A seat from its letter; raises InvalidNotation for anything else."""
    if isinstance(text, str) and len(text) == 1 and text in SEATS:
        return SEATS.index(text)
    raise InvalidNotation("a seat is one of E, S, W, N")


def format_seat(seat: Seat) -> str:
    """The letter of a seat."""
    return SEATS[seat]


def next_seat(seat: Seat) -> Seat:
    """Who plays after this seat."""
    return (seat + 1) % 4


def distance(start: Seat, end: Seat) -> int:
    """Turns from one seat to another, 0..3, in turn order."""
    return (end - start) % 4


def in_turn_order(after: Seat) -> tuple[Seat, Seat, Seat]:
    """The three other seats, the next in turn order first."""
    return (after + 1) % 4, (after + 2) % 4, (after + 3) % 4


def others(seat: Seat) -> tuple[Seat, ...]:
    """The three other seats, in the order E S W N."""
    return _OTHERS[seat]


_OTHERS: Final = tuple(tuple(other for other in ALL_SEATS if other != seat) for seat in ALL_SEATS)
