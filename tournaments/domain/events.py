"""Every event of a tournament: what happened, in the past tense, whole in itself.

Owns the shapes; docs/tournament-events.md explains them. The envelope (number,
time, actor, reason of the actor) is the log's. Nothing is ever deleted: what
takes something back is an event too.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, TypeAlias

from tournaments.domain.dispute_terms import PenaltyKind
from tournaments.domain.parts import (
    Choice,
    Dependent,
    Draw,
    Effect,
    EffectKind,
    EntryId,
    EntryStatus,
    Except,
    Line,
    Person,
    Result,
    Seating,
    Sitting,
    TakeoverCause,
    Walkover,
)
from tournaments.domain.terms import Details, Ms, Terms


@dataclass(frozen=True, slots=True)
class TournamentCreated:
    """A draft came to be. `commitment` is SHA-256 of the seed that every draw will use."""

    tournament: str
    details: Details
    terms: Terms
    capacity: int | None
    commitment: str


@dataclass(frozen=True, slots=True)
class DetailsChanged:
    """Name, dates or venue are others."""

    details: Details


@dataclass(frozen=True, slots=True)
class TermsChanged:
    """The terms are these from now on."""

    terms: Terms


@dataclass(frozen=True, slots=True)
class CapacityChanged:
    """So many places; None for any number."""

    capacity: int | None


@dataclass(frozen=True, slots=True)
class RegistrationOpened:
    """From draft."""


@dataclass(frozen=True, slots=True)
class RegistrationUndone:
    """Back to draft."""


@dataclass(frozen=True, slots=True)
class RegistrationClosed:
    """Nobody enters by themselves any more; the organiser still may."""


@dataclass(frozen=True, slots=True)
class RegistrationReopened:
    """People may enter by themselves again."""


@dataclass(frozen=True, slots=True)
class TournamentStarted:
    """The terms are frozen; they are written out once more so that the rest needs no earlier."""

    terms: Terms


@dataclass(frozen=True, slots=True)
class StartUndone:
    """Back to registration."""


@dataclass(frozen=True, slots=True)
class TournamentFinished:
    """All rounds are confirmed and nothing more is played."""


@dataclass(frozen=True, slots=True)
class FinishUndone:
    """Running again."""


@dataclass(frozen=True, slots=True)
class TournamentArchived:
    """Put away; nothing changes any more."""


@dataclass(frozen=True, slots=True)
class ArchiveUndone:
    """Back to finished."""


@dataclass(frozen=True, slots=True)
class SeedOpened:
    """The seed (hexadecimal) of which the commitment was published."""

    seed: str


@dataclass(frozen=True, slots=True)
class EntryAdded:
    """Somebody entered, or was put on the waiting list."""

    entry: EntryId
    person: Person
    status: EntryStatus


@dataclass(frozen=True, slots=True)
class EntryChanged:
    """Who an entry is was put right; points stay with the entry."""

    entry: EntryId
    person: Person


@dataclass(frozen=True, slots=True)
class EntryPromoted:
    """Moved up from the waiting list."""

    entry: EntryId


@dataclass(frozen=True, slots=True)
class EntryWithdrawn:
    """Left the event, before it or in the middle of it."""

    entry: EntryId
    reason: str


@dataclass(frozen=True, slots=True)
class EntryRestored:
    """A withdrawal was taken back."""

    entry: EntryId
    status: EntryStatus


@dataclass(frozen=True, slots=True)
class CheckedIn:
    """Somebody is here."""

    entry: EntryId


@dataclass(frozen=True, slots=True)
class CheckInUndone:
    """Somebody is not here after all."""

    entry: EntryId


@dataclass(frozen=True, slots=True)
class EntryClaimed:
    """A guest's results were claimed by the account they belong to."""

    entry: EntryId
    account: str


@dataclass(frozen=True, slots=True)
class ClaimUndone:
    """The entry is a guest's again."""

    entry: EntryId


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
class ResultTaken:
    """A table's result, in place of any earlier one."""

    round: int
    table: int
    match: str | None
    result: Result


@dataclass(frozen=True, slots=True)
class ResultWithdrawn:
    """The table has no result again."""

    round: int
    table: int
    reason: str


@dataclass(frozen=True, slots=True)
class ResultCorrected:
    """A result that had been taken is another: by a ruling at its match, or for a reason.

    The round stays as it is, confirmed or not, and nothing that was made from the old result
    moves.
    """

    correction: str
    round: int
    table: int
    match: str | None
    result: Result
    ruling: str | None
    reason: str


@dataclass(frozen=True, slots=True)
class DependentsNoted:
    """What had been made from the facts that a correction, or a penalty of this id, changes."""

    correction: str
    dependents: tuple[Effect, ...]


@dataclass(frozen=True, slots=True)
class DependentDecided:
    """What the organiser does about one of them."""

    correction: str
    kind: EffectKind
    ref: str
    choice: Choice
    reason: str


@dataclass(frozen=True, slots=True)
class OwnTableNoted:
    """The only official there was did `what` (a command) at the table at which they play."""

    round: int
    table: int
    entry: EntryId
    what: str


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
class RoundConfirmed:
    """The results of a round stand, apart from named exceptions."""

    round: int
    exceptions: tuple[Except, ...]


@dataclass(frozen=True, slots=True)
class RoundReopened:
    """Results may be changed again; `dependents` is what rested on them then."""

    round: int
    reason: str
    dependents: tuple[Dependent, ...]


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
class ExpulsionKept:
    """The organiser lets somebody who was expelled play on, and says why."""

    penalty: str
    entry: EntryId
    reason: str


@dataclass(frozen=True, slots=True)
class PenaltyLifted:
    """A penalty counts no more."""

    penalty: str
    reason: str
    ruling: str | None = None


@dataclass(frozen=True, slots=True)
class StandingsPublished:
    """Standings as everybody saw them; a correction makes a new edition."""

    stage: str
    after_round: int
    edition: int
    lines: tuple[Line, ...]
    correctable_until: Ms | None


@dataclass(frozen=True, slots=True)
class StandingsMadeOfficial:
    """No longer provisional."""

    stage: str
    after_round: int
    edition: int


Event: TypeAlias = (
    TournamentCreated | DetailsChanged | TermsChanged | CapacityChanged | RegistrationOpened
    | RegistrationUndone | RegistrationClosed | RegistrationReopened | TournamentStarted
    | StartUndone | TournamentFinished | FinishUndone | TournamentArchived | ArchiveUndone
    | SeedOpened | EntryAdded | EntryChanged | EntryPromoted | EntryWithdrawn | EntryRestored
    | CheckedIn | CheckInUndone | EntryClaimed | ClaimUndone | StageAdvanced | StageAdvanceUndone
    | StagePlaceTaken
    | RoundPlanned | RoundPlanDropped | RoundScheduled | PairingsPublished | RoundStarted
    | RoundStartUndone | TableOpened | TableUnlinked | SeatTaken | SeatTakingUndone | ClockExtended
    | ClockPaused | ClockResumed | ResultTaken | ResultWithdrawn | DisputeOpened | DisputeSettled
    | DisputeReopened | RoundConfirmed | RoundReopened | PenaltyGiven | PenaltyLifted
    | ExpulsionKept
    | StandingsPublished | StandingsMadeOfficial | ResultCorrected | DependentsNoted
    | DependentDecided | OwnTableNoted
)  # fmt: skip
EVENT_TYPES: Final[Mapping[str, type[Event]]] = {
    event_type.__name__: event_type for event_type in Event.__args__
}
