"""What happens to the score sheet of a match with real tiles, in the past tense.

Owns the shapes, as `engine.play.events` does for what happens at a table that is played here.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias, get_args

from engine.hashing import Json
from engine.scored.entry import Entry, Place


@dataclass(frozen=True, slots=True)
class HandEntered:
    """A hand played with real tiles, as it was entered, and what it comes to.

    `by` is the place of who entered it, None for a scorer or an official. `points` are by place,
    `breakdown` has the shape of a win's, by the seats of this hand.
    """

    hand: int
    by: Place | None
    entry: Entry
    dealer: Place
    repeat: int
    points: tuple[int, ...]
    breakdown: Mapping[str, Json]


@dataclass(frozen=True, slots=True)
class FinalPointsEntered:
    """The points of a whole match with real tiles, by place; they stand for its only hand."""

    hand: int
    by: Place | None
    points: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class HandConfirmed:
    """A player says that an entered hand is right; what they contested before is withdrawn."""

    hand: int
    place: Place


@dataclass(frozen=True, slots=True)
class HandContested:
    """A player says that an entered hand is wrong, and why."""

    hand: int
    place: Place
    text: str


@dataclass(frozen=True, slots=True)
class HandUpheld:
    """Who rules at the table says that a contested hand stands as it was entered."""

    hand: int
    reason: str


@dataclass(frozen=True, slots=True)
class HandCorrected:
    """A mistake: the hand as it was in truth. Everybody is asked again."""

    hand: int
    by: Place | None
    reason: str
    entry: Entry
    dealer: Place
    repeat: int
    points: tuple[int, ...]
    breakdown: Mapping[str, Json]


@dataclass(frozen=True, slots=True)
class HandRederived:
    """A hand comes to something else because one before it was corrected."""

    hand: int
    dealer: Place
    repeat: int
    points: tuple[int, ...]
    breakdown: Mapping[str, Json]


@dataclass(frozen=True, slots=True)
class HandWithdrawn:
    """The last hand was entered by mistake and is taken back."""

    hand: int
    by: Place | None
    reason: str


ScoredEvent: TypeAlias = (
    HandEntered | FinalPointsEntered | HandConfirmed | HandContested | HandUpheld | HandCorrected
    | HandRederived | HandWithdrawn
)  # fmt: skip
SCORED_EVENTS: tuple[type[ScoredEvent], ...] = get_args(ScoredEvent)
