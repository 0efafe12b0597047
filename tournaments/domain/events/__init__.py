"""Every event of a tournament: what happened, in the past tense, whole in itself.

Owns the shapes, each in the module of its subject; docs/tournament-events.md explains them. The
envelope (number, time, actor, reason of the actor) is the log's. Nothing is ever deleted: what
takes something back is an event too.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, TypeAlias

from tournaments.domain.events.disputes import (
    DisputeOpened,
    DisputeReopened,
    DisputeSettled,
    ExpulsionKept,
    PenaltyGiven,
    PenaltyLifted,
)
from tournaments.domain.events.entering import (
    CheckedIn,
    CheckInUndone,
    ClaimUndone,
    EntryAdded,
    EntryChanged,
    EntryClaimed,
    EntryPromoted,
    EntryRestored,
    EntryWithdrawn,
)
from tournaments.domain.events.lifecycle import (
    ArchiveUndone,
    CapacityChanged,
    DetailsChanged,
    FinishUndone,
    RegistrationClosed,
    RegistrationOpened,
    RegistrationReopened,
    RegistrationUndone,
    SeedOpened,
    StartUndone,
    TermsChanged,
    TournamentArchived,
    TournamentCreated,
    TournamentFinished,
    TournamentStarted,
)
from tournaments.domain.events.planning import (
    PairingsPublished,
    RoundPlanDropped,
    RoundPlanned,
    RoundScheduled,
    StageAdvanced,
    StageAdvanceUndone,
    StagePlaceTaken,
)
from tournaments.domain.events.playing import (
    ClockExtended,
    ClockPaused,
    ClockResumed,
    OwnTableNoted,
    RoundStarted,
    RoundStartUndone,
    SeatTaken,
    SeatTakingUndone,
    TableOpened,
    TableUnlinked,
)
from tournaments.domain.events.results import (
    DependentDecided,
    DependentsNoted,
    ResultCorrected,
    ResultTaken,
    ResultWithdrawn,
    RoundConfirmed,
    RoundReopened,
    StandingsMadeOfficial,
    StandingsPublished,
)

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
