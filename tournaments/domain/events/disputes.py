"""What happened in disputes and penalties."""

from __future__ import annotations

from dataclasses import dataclass

from tournaments.domain.dispute_terms import PenaltyKind
from tournaments.domain.parts import EntryId


@dataclass(frozen=True, slots=True)
class DisputeOpened:
    """By a player at the desk, or (`case`) by a call of the referee at the match."""

    dispute: str
    round: int
    table: int
    by: EntryId
    text: str
    case: str | None = None


@dataclass(frozen=True, slots=True)
class DisputeSettled:
    """A dispute was decided, by a `ruling` where there is one."""

    dispute: str
    decision: str
    ruling: str | None = None


@dataclass(frozen=True, slots=True)
class DisputeReopened:
    """A settled dispute is open again."""

    dispute: str
    reason: str


@dataclass(frozen=True, slots=True)
class PenaltyGiven:
    """Points off 罚分, as positive numbers; `rule` is a code of the table of penalties.

    A warning may take nothing off; whoever is expelled is to be taken out by the organiser.
    `ruling`: given by this ruling at the match, not at the desk.
    """

    penalty: str
    entry: EntryId
    round: int
    game: int
    table: int
    rule: str | None
    reason: str
    kind: PenaltyKind = "points"
    ruling: str | None = None


@dataclass(frozen=True, slots=True)
class PenaltyLifted:
    """A penalty counts no more."""

    penalty: str
    reason: str
    ruling: str | None = None


@dataclass(frozen=True, slots=True)
class ExpulsionKept:
    """The organiser lets somebody who was expelled play on, and says why."""

    penalty: str
    entry: EntryId
    reason: str
