"""Every command: what an organiser, a player or the clock asks for, in the imperative.

Owns the shapes. `decide` grants or refuses. Times, ids and seeds are given by the caller.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from tournaments.domain.dispute_terms import PenaltyKind
from tournaments.domain.parts import (
    Choice,
    Draw,
    EffectKind,
    EntryId,
    Except,
    Line,
    Person,
    Result,
    Seating,
    TakeoverCause,
    Walkover,
)
from tournaments.domain.terms import Details, Ms, Terms
from tournaments.standings.ledger import Role


@dataclass(frozen=True, slots=True)
class CreateTournament:
    """Begin a draft. `commitment`: SHA-256 of the seed's bytes, in hexadecimal."""

    tournament: str
    details: Details
    terms: Terms
    commitment: str
    capacity: int | None = None


@dataclass(frozen=True, slots=True)
class ChangeDetails:
    """Other name, dates or venue."""

    details: Details


@dataclass(frozen=True, slots=True)
class ChangeTerms:
    """Choose other terms, up to the start."""

    terms: Terms


@dataclass(frozen=True, slots=True)
class ChangeCapacity:
    """More or fewer places; whoever waits moves up."""

    capacity: int | None


@dataclass(frozen=True, slots=True)
class OpenRegistration:
    """From draft to registration, or let people enter again after it was closed."""


@dataclass(frozen=True, slots=True)
class UndoRegistration:
    """Back to draft, while nobody has entered."""


@dataclass(frozen=True, slots=True)
class CloseRegistration:
    """By hand or by the clock."""


@dataclass(frozen=True, slots=True)
class StartTournament:
    """Freeze the terms and begin. `withdraw_absent`: those not checked in are left out."""

    withdraw_absent: bool = False


@dataclass(frozen=True, slots=True)
class UndoStart:
    """Back to registration, while no round is planned."""


@dataclass(frozen=True, slots=True)
class FinishTournament:
    """Everything is played and confirmed. `seed` opens every draw, unless it is open already."""

    seed: str | None = None


@dataclass(frozen=True, slots=True)
class UndoFinish:
    """Running again."""


@dataclass(frozen=True, slots=True)
class ArchiveTournament:
    """Put away."""


@dataclass(frozen=True, slots=True)
class UndoArchive:
    """Take out again."""


@dataclass(frozen=True, slots=True)
class OpenSeed:
    """Publish the seed before anything asks for it."""

    seed: str


@dataclass(frozen=True, slots=True)
class AddEntry:
    """Enter somebody. `by_self`: by the person, which needs an open registration.

    `same_name_ok`: two people do have the same name.
    """

    entry: EntryId
    person: Person
    by_self: bool = False
    same_name_ok: bool = False


@dataclass(frozen=True, slots=True)
class ChangeEntry:
    """Put right who an entry is."""

    entry: EntryId
    person: Person
    same_name_ok: bool = False


@dataclass(frozen=True, slots=True)
class PromoteEntry:
    """Let somebody in from the waiting list, out of turn too."""

    entry: EntryId


@dataclass(frozen=True, slots=True)
class WithdrawEntry:
    """Leave; in the middle of a table, `instead` goes on from hand `from_hand`.

    `credited_to`: who gets the points from then on; nobody unless named.
    """

    entry: EntryId
    reason: str = ""
    instead: EntryId | None = None
    role: Role = "stand_in"
    credited_to: EntryId | None = None
    from_hand: int = 1


@dataclass(frozen=True, slots=True)
class RestoreEntry:
    """Undo a withdrawal."""

    entry: EntryId


@dataclass(frozen=True, slots=True)
class CheckIn:
    """Somebody who is registered is here."""

    entry: EntryId


@dataclass(frozen=True, slots=True)
class UndoCheckIn:
    """They are not here after all."""

    entry: EntryId


@dataclass(frozen=True, slots=True)
class ClearCheckIns:
    """Nobody is here any more: before the next date of a season."""


@dataclass(frozen=True, slots=True)
class ClaimEntry:
    """A guest claims their results; the caller has checked the code."""

    entry: EntryId
    account: str


@dataclass(frozen=True, slots=True)
class UndoClaim:
    """The entry of a guest is nobody's account again."""

    entry: EntryId


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
class TakeResult:
    """Take a result in; the same one twice is taken once."""

    round: int
    table: int
    match: str | None
    result: Result


@dataclass(frozen=True, slots=True)
class WithdrawResult:
    """The table has no result again."""

    round: int
    table: int
    reason: str


@dataclass(frozen=True, slots=True)
class CorrectResult:
    """Put a result right that was taken, in a confirmed round too, which stays confirmed.

    By `ruling` at the match, or for a `reason`. `seed` lets lots at a cut be drawn to tell what
    would change; it is not opened by this.
    """

    correction: str
    round: int
    table: int
    match: str | None
    result: Result
    ruling: str | None = None
    reason: str = ""
    seed: str | None = None


@dataclass(frozen=True, slots=True)
class KeepExpelled:
    """Let somebody who was expelled by this penalty play on, for a reason."""

    penalty: str
    reason: str


@dataclass(frozen=True, slots=True)
class DecideDependent:
    """Say what is done about something that rests on corrected facts."""

    correction: str
    kind: EffectKind
    ref: str
    choice: Choice
    reason: str = ""


@dataclass(frozen=True, slots=True)
class NoteOwnTable:
    """Mark what the only official there is does at the table at which they play."""

    round: int
    table: int
    entry: EntryId
    what: str


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
class ConfirmRound:
    """All results are in and nothing is disputed, apart from these."""

    round: int
    exceptions: tuple[Except, ...] = ()


@dataclass(frozen=True, slots=True)
class ReopenRound:
    """`despite_dependents`: whoever asks was told what rests on the round."""

    round: int
    reason: str
    despite_dependents: bool = False


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
class PublishStandings:
    """A new edition after a round; provisional until `correctable_until`."""

    stage: str
    after_round: int
    lines: tuple[Line, ...]
    correctable_until: Ms | None = None


@dataclass(frozen=True, slots=True)
class MakeOfficial:
    """The newest edition is not provisional any more."""

    stage: str
    after_round: int


Command: TypeAlias = (
    CreateTournament | ChangeDetails | ChangeTerms | ChangeCapacity | OpenRegistration
    | UndoRegistration | CloseRegistration | StartTournament | UndoStart | FinishTournament
    | UndoFinish | ArchiveTournament | UndoArchive | OpenSeed | AddEntry | ChangeEntry
    | PromoteEntry | WithdrawEntry | RestoreEntry | CheckIn | UndoCheckIn | ClearCheckIns
    | ClaimEntry | UndoClaim | AdvanceStage | UndoAdvance | TakeStagePlace
    | PlanRounds | SwapSeats | DropPlan
    | ScheduleRound | PublishPairings | StartRound | UndoRoundStart | OpenTable | UnlinkTable
    | TakeSeat | UndoTakeSeat | ExtendClock | PauseClock | ResumeClock | TakeResult | WithdrawResult
    | OpenDispute | SettleDispute | ReopenDispute | ConfirmRound | ReopenRound | GivePenalty
    | LiftPenalty | PublishStandings | MakeOfficial | CorrectResult | DecideDependent | KeepExpelled
    | NoteOwnTable
)  # fmt: skip
