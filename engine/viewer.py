"""Who looks at a match, and whose tiles they may see while a hand runs."""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias

from engine.play.state import HandState, Place
from engine.seats import Seat

Role: TypeAlias = Literal["seat", "spectator", "referee", "replay", "reader"]


class Viewer(NamedTuple):
    """A seat's player by place, a spectator, a referee, who replays a record, or anybody who reads
    a finished match: all of it is open to them but its disputes."""

    role: Role
    place: Place | None = None

    @property
    def sees_all(self) -> bool:
        """Referees and readers of a finished match see every hand; readers the wall as well."""
        return self.role in ("referee", "replay", "reader")

    @property
    def is_public(self) -> bool:
        """Who looks on or reads without being concerned: disputes are not theirs to follow."""
        return self.role in ("spectator", "reader")

    def may_look(self, hand: HandState, seat: Seat) -> bool:
        """Whether this viewer sees the concealed tiles of a seat."""
        if self.sees_all:
            return True
        return self.role == "seat" and self.place == hand.place_of(seat)
