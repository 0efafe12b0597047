"""What happened before a round was played: who plays a stage, who sits where, when."""

from __future__ import annotations

from dataclasses import dataclass

from tournaments.domain.parts import Draw, EntryId, Seating, Walkover
from tournaments.domain.terms import Ms


@dataclass(frozen=True, slots=True)
class StageAdvanced:
    """Who plays a stage, in the order of their seeds."""

    stage: str
    entries: tuple[EntryId, ...]
    draw: Draw | None


@dataclass(frozen=True, slots=True)
class StageAdvanceUndone:
    """The players of a stage are to be named again."""

    stage: str


@dataclass(frozen=True, slots=True)
class StagePlaceTaken:
    """Before the first round of a stage, `entry` has the place and the seed that `instead` had."""

    stage: str
    entry: EntryId
    instead: EntryId


@dataclass(frozen=True, slots=True)
class RoundPlanned:
    """A plan of a round, or a new edition of it; earlier editions stay in the log.

    `walkovers` are tables of a bracket that nobody has to play.
    """

    round: int
    stage: str
    edition: int
    tables: tuple[Seating, ...]
    byes: tuple[EntryId, ...]
    sitting_out: tuple[EntryId, ...]
    draw: Draw | None
    note: str
    walkovers: tuple[Walkover, ...] = ()


@dataclass(frozen=True, slots=True)
class RoundPlanDropped:
    """The plan of a round that has not started was taken back."""

    round: int
    edition: int


@dataclass(frozen=True, slots=True)
class RoundScheduled:
    """When the round starts by itself; None: on the organiser's word."""

    round: int
    starts_at: Ms | None


@dataclass(frozen=True, slots=True)
class PairingsPublished:
    """Everybody may see this edition; as published it is kept."""

    round: int
    edition: int
