"""Commands about disputes and penalties."""

from __future__ import annotations

from dataclasses import dataclass

from tournaments.domain.dispute_terms import PenaltyKind
from tournaments.domain.parts import EntryId


@dataclass(frozen=True, slots=True)
class OpenDispute:
    """`case`: the call of the referee at the match that this stands for."""

    dispute: str
    round: int
    table: int
    by: EntryId
    text: str
    case: str | None = None


@dataclass(frozen=True, slots=True)
class SettleDispute:
    """A dispute that stands for a case is settled with it, by naming it."""

    dispute: str
    decision: str
    case: str | None = None
    ruling: str | None = None


@dataclass(frozen=True, slots=True)
class ReopenDispute:
    """A settled dispute is open again."""

    dispute: str
    reason: str


@dataclass(frozen=True, slots=True)
class GivePenalty:
    """By a rule of the table of penalties, whose points are meant where none are given."""

    penalty: str
    entry: EntryId
    round: int
    rule: str | None
    reason: str
    game: int | None = None
    table: int | None = None
    kind: PenaltyKind | None = None
    ruling: str | None = None
    seed: str | None = None


@dataclass(frozen=True, slots=True)
class LiftPenalty:
    """A penalty counts no more. `ruling` is the one that lifts it."""

    penalty: str
    reason: str
    ruling: str | None = None
    seed: str | None = None


@dataclass(frozen=True, slots=True)
class KeepExpelled:
    """Let somebody who was expelled by this penalty play on, for a reason."""

    penalty: str
    reason: str
