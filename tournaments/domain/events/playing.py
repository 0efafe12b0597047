"""What happened while a round was played: tables, seats, clocks."""

from __future__ import annotations

from dataclasses import dataclass

from tournaments.domain.parts import EntryId, Sitting, TakeoverCause
from tournaments.domain.terms import Ms


@dataclass(frozen=True, slots=True)
class RoundStarted:
    """Players sit as in this edition; clocks run from `at` for `clock_ms`, or there are none."""

    round: int
    edition: int
    at: Ms
    clock_ms: Ms | None


@dataclass(frozen=True, slots=True)
class RoundStartUndone:
    """The round has not started after all."""

    round: int


@dataclass(frozen=True, slots=True)
class TableOpened:
    """A table of the round is played as this match."""

    round: int
    table: int
    match: str


@dataclass(frozen=True, slots=True)
class TableUnlinked:
    """The match has nothing to do with the table any more."""

    round: int
    table: int
    match: str


@dataclass(frozen=True, slots=True)
class SeatTaken:
    """Somebody else sits there from a hand on: the ledger of seats."""

    round: int
    table: int
    place: int
    sitting: Sitting
    cause: TakeoverCause


@dataclass(frozen=True, slots=True)
class SeatTakingUndone:
    """The last change of a seat was a mistake."""

    round: int
    table: int
    place: int
    sitting: Sitting


@dataclass(frozen=True, slots=True)
class ClockExtended:
    """More time, for one table or (None) for all."""

    round: int
    table: int | None
    ms: Ms
    at: Ms


@dataclass(frozen=True, slots=True)
class ClockPaused:
    """The clock of a round, or of one `table`, stands since `at`."""

    round: int
    table: int | None
    at: Ms


@dataclass(frozen=True, slots=True)
class ClockResumed:
    """It runs again since `at`."""

    round: int
    table: int | None
    at: Ms


@dataclass(frozen=True, slots=True)
class OwnTableNoted:
    """The only official there was did `what` (a command) at the table at which they play."""

    round: int
    table: int
    entry: EntryId
    what: str
