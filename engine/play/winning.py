"""Whether a seat may win now, and the score if it does (W1-W4, E12, P7).

Owns the facts that scoring is told about a running hand. Must not know how a hand is scored.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal

from engine.hashing import Json
from engine.play.refusals import refuse
from engine.play.state import HandPhase, HandState
from engine.rules.ruleset import Ruleset
from engine.rules.settlement import Source
from engine.seats import Seat

WIN_SOURCE: Final[Mapping[HandPhase, Source]] = {
    "turn": "self_draw",
    "claims": "discard",
    "rob": "robbed_kong",
}


@dataclass(frozen=True, slots=True)
class ScoreResult:
    def as_dict(self) -> dict[str, Json]:
        return {}


def blessing_of(
    ruleset: Ruleset, hand: HandState, seat: Seat
) -> Literal["heavenly", "earthly"] | None:
    return None


def can_win(ruleset: Ruleset, hand: HandState, seat: Seat) -> bool:
    return False


def require_win(ruleset: Ruleset, hand: HandState, seat: Seat) -> ScoreResult:
    refuse("not_complete", "W1", "no")
