"""What a match is set up with: its length, players, clocks and aids. Values only."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

LengthKind: TypeAlias = Literal["hands", "dealer_rounds", "open"]
PlayerKind: TypeAlias = Literal["human", "bot"]
Play: TypeAlias = Literal["live", "scored"]
"""`live`: played here, tile by tile; `scored`: real tiles, of which the score is kept."""
TurnOrder: TypeAlias = tuple[int, int, int, int]
"""The four places, each followed by the one that plays after it."""
AS_SEATED: Final[TurnOrder] = (0, 1, 2, 3)

ENGINE_VERSION = "2"
"""Goes into every record; raised when the same commands would give other events."""


@dataclass(frozen=True, slots=True)
class Length:
    """When the match ends by itself.

    `hands`: after so many scored hands; `dealer_rounds`: when every player has lost the deal so
    many times as `rounds` says, None being once; `open`: only when time is called or somebody
    ends it.
    """

    kind: LengthKind
    hands: int | None = None
    rounds: int | None = None


@dataclass(frozen=True, slots=True)
class Player:
    """Who sits at a place. `level` is a built-in player's, `id` the host's name for them."""

    place: int
    name: str
    kind: PlayerKind
    level: str | None
    id: str


@dataclass(frozen=True, slots=True)
class Successor:
    """Who takes a seat over: a player without the place."""

    name: str
    kind: PlayerKind
    level: str | None
    id: str

    def at(self, place: int) -> Player:
        """This person, or built-in player, at a place."""
        return Player(place, self.name, self.kind, self.level, self.id)


@dataclass(frozen=True, slots=True)
class ClockSettings:
    """Milliseconds: a decision, a claim window, the reserve of a match, entropy, and absence."""

    decision_ms: int = 20_000
    claim_ms: int = 8_000
    reserve_ms: int = 60_000
    entropy_ms: int = 10_000
    away_ms: int = 60_000


@dataclass(frozen=True, slots=True)
class Aids:
    """Help that the organiser allows: `waits` tells a player what they are waiting for."""

    waits: bool = True


def from_dealer(order: TurnOrder, dealer: int) -> TurnOrder:
    """The places by their seats E, S, W, N when one of them deals."""
    at = order.index(dealer)
    first, second, third, fourth = order[at:] + order[:at]
    return first, second, third, fourth
