"""What people enter about a hand played with real tiles: facts only, nothing that follows.

People are named by their places, never by winds: who deals is derived from the hands before, and
may turn out otherwise when one of those is corrected.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, NamedTuple, TypeAlias, get_args

from engine.errors import InvalidInput
from engine.melds import Meld
from engine.play.match import TurnOrder
from engine.rules.contract import Contract, Form
from engine.rules.ruleset import Blessing
from engine.rules.settlement import Source
from engine.seats import Seat
from engine.tiles import Kind

Place: TypeAlias = int
Auction: TypeAlias = Literal["contract", "no_contract", "dealer_forced"]
Outcome: TypeAlias = Literal["won", "exhausted"]

AUCTIONS: Final[tuple[Auction, ...]] = get_args(Auction)
OUTCOMES: Final[tuple[Outcome, ...]] = get_args(Outcome)


class Promise(NamedTuple):
    """A contract by the place of its contractor 包家."""

    by: Place
    tai: int
    form: Form

    def at(self, places: TurnOrder) -> Contract:
        """The contract by seats of a hand with these places at E, S, W and N."""
        return Contract(seat_of(self.by, places), self.tai, self.form)


@dataclass(frozen=True, slots=True)
class Ticked:
    """The winning hand by its elements 台, one entry for each honour pung."""

    elements: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Tapped:
    """The winning hand by its tiles; `concealed` without the winning tile."""

    concealed: tuple[Kind, ...]
    winning_tile: Kind
    melds: tuple[Meld, ...]
    wild_kinds: tuple[Kind, ...]
    kong_draw: bool = False
    blessing: Blessing | None = None


WinningHand: TypeAlias = Ticked | Tapped


@dataclass(frozen=True, slots=True)
class Entry:
    """A hand as somebody entered it.

    `auction` is None in a game without one, `promise` is there just where it ended in a contract.
    An exhausted hand has no winner, source, discarder or tiles.
    """

    auction: Auction | None
    promise: Promise | None
    outcome: Outcome
    winner: Place | None = None
    source: Source | None = None
    discarder: Place | None = None
    hand: WinningHand | None = None


def seat_of(place: Place, places: TurnOrder) -> Seat:
    """The seat of a place in a hand with these places at E, S, W and N.

    Raises InvalidInput for no place.
    """
    if place not in places:
        raise InvalidInput(f"there is no place {place}: 0 to 3", "place")
    return places.index(place)
