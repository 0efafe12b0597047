"""Commands while a round is played: tables, seats, clocks."""

from __future__ import annotations

from dataclasses import dataclass

from tournaments.domain.parts import EntryId, TakeoverCause
from tournaments.domain.terms import Ms
from tournaments.standings.ledger import Role


@dataclass(frozen=True, slots=True)
class StartRound:
    """Begin to play this edition."""

    round: int
    edition: int
    at: Ms


@dataclass(frozen=True, slots=True)
class UndoRoundStart:
    """While nothing has happened at any table."""

    round: int


@dataclass(frozen=True, slots=True)
class OpenTable:
    """The table is played as this match."""

    round: int
    table: int
    match: str


@dataclass(frozen=True, slots=True)
class UnlinkTable:
    """The table is played at no match of this site after all."""

    round: int
    table: int


@dataclass(frozen=True, slots=True)
class TakeSeat:
    """Seat somebody from a hand on: a substitute, a stand-in, a late arrival, one who is back."""

    round: int
    table: int
    place: int
    person: EntryId
    role: Role
    credited_to: EntryId | None
    from_hand: int
    cause: TakeoverCause


@dataclass(frozen=True, slots=True)
class UndoTakeSeat:
    """Whoever gave the seat up has it again."""

    round: int
    table: int
    place: int


@dataclass(frozen=True, slots=True)
class ExtendClock:
    """More time for one table, or (None) for all; after time is up, from now."""

    round: int
    table: int | None
    ms: Ms
    at: Ms


@dataclass(frozen=True, slots=True)
class PauseClock:
    """Stop the clock of a round, or of one `table`, as of `at`."""

    round: int
    table: int | None
    at: Ms


@dataclass(frozen=True, slots=True)
class ResumeClock:
    """Let it run again as of `at`; the end moves by the pause."""

    round: int
    table: int | None
    at: Ms


@dataclass(frozen=True, slots=True)
class NoteOwnTable:
    """Mark what the only official there is does at the table at which they play."""

    round: int
    table: int
    entry: EntryId
    what: str
