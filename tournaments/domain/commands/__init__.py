"""Every command: what an organiser, a player or the clock asks for, in the imperative.

Owns the shapes, each in the module of its subject. `decide` grants or refuses. Times, ids and seeds
are given by the caller.
"""

from __future__ import annotations

from typing import TypeAlias

from tournaments.domain.commands.disputes import (
    GivePenalty,
    KeepExpelled,
    LiftPenalty,
    OpenDispute,
    ReopenDispute,
    SettleDispute,
)
from tournaments.domain.commands.entering import (
    AddEntry,
    ChangeEntry,
    CheckIn,
    ClaimEntry,
    ClearCheckIns,
    PromoteEntry,
    RestoreEntry,
    UndoCheckIn,
    UndoClaim,
    WithdrawEntry,
)
from tournaments.domain.commands.lifecycle import (
    ArchiveTournament,
    ChangeCapacity,
    ChangeDetails,
    ChangeTerms,
    CloseRegistration,
    CreateTournament,
    FinishTournament,
    OpenRegistration,
    OpenSeed,
    StartTournament,
    UndoArchive,
    UndoFinish,
    UndoRegistration,
    UndoStart,
)
from tournaments.domain.commands.planning import (
    AdvanceStage,
    DropPlan,
    PlanRounds,
    PublishPairings,
    ScheduleRound,
    SwapSeats,
    TakeStagePlace,
    UndoAdvance,
)
from tournaments.domain.commands.planning import RoundPlan as RoundPlan
from tournaments.domain.commands.playing import (
    ExtendClock,
    NoteOwnTable,
    OpenTable,
    PauseClock,
    ResumeClock,
    StartRound,
    TakeSeat,
    UndoRoundStart,
    UndoTakeSeat,
    UnlinkTable,
)
from tournaments.domain.commands.results import (
    ConfirmRound,
    CorrectResult,
    DecideDependent,
    MakeOfficial,
    PublishStandings,
    ReopenRound,
    TakeResult,
    WithdrawResult,
)

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
