"""Commands before a round is played: who plays a stage, who sits where, when."""

from __future__ import annotations

from dataclasses import dataclass

from tournaments.domain.parts import Draw, EntryId, Seating, Walkover
from tournaments.domain.terms import Ms


@dataclass(frozen=True, slots=True)
class AdvanceStage:
    """Name who plays a later stage, in the order of their seeds."""

    stage: str
    entries: tuple[EntryId, ...]
    draw: Draw | None = None
    seed: str | None = None


@dataclass(frozen=True, slots=True)
class UndoAdvance:
    """The players of a stage are to be named again."""

    stage: str


@dataclass(frozen=True, slots=True)
class TakeStagePlace:
    """Before a stage's first round: `entry` plays it in the place of `instead`, who has left."""

    stage: str
    entry: EntryId
    instead: EntryId


@dataclass(frozen=True, slots=True)
class RoundPlan:
    """A round as it should be played."""

    round: int
    stage: str
    tables: tuple[Seating, ...]
    byes: tuple[EntryId, ...] = ()
    sitting_out: tuple[EntryId, ...] = ()
    walkovers: tuple[Walkover, ...] = ()


@dataclass(frozen=True, slots=True)
class PlanRounds:
    """Plan rounds, or plan some again that have not started.

    `draw` names the stream that all random choices in them came from; `seed` is asked for where
    it opens at first use.
    """

    plans: tuple[RoundPlan, ...]
    draw: Draw | None = None
    seed: str | None = None
    note: str = ""


@dataclass(frozen=True, slots=True)
class SwapSeats:
    """Let two change places in a plan, as a new edition; either may sit out or have the bye."""

    round: int
    edition: int
    one: EntryId
    other: EntryId
    note: str = ""


@dataclass(frozen=True, slots=True)
class DropPlan:
    """Undo the plan of the last round."""

    round: int


@dataclass(frozen=True, slots=True)
class ScheduleRound:
    """When the round is to start by itself; None for by hand."""

    round: int
    starts_at: Ms | None


@dataclass(frozen=True, slots=True)
class PublishPairings:
    """Show this edition to everybody."""

    round: int
    edition: int
