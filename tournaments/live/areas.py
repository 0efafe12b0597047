"""Which parts of an event's pages an event of its log touches. One table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from tournaments.domain.events import EVENT_TYPES

ALL: Final = (
    "about", "bracket", "clock", "disputes", "entries", "pairings", "results", "standings",
    "tables",
)  # fmt: skip

_ROUND: Final = ("pairings", "tables", "clock", "results", "bracket")

AREAS: Final[Mapping[str, tuple[str, ...]]] = {
    **dict.fromkeys(
        ("EntryAdded", "EntryPromoted", "CheckedIn", "CheckInUndone", "EntryClaimed",
         "ClaimUndone", "CapacityChanged"),
        ("entries",),
    ),
    **dict.fromkeys(("EntryChanged", "EntryWithdrawn", "EntryRestored"), ("entries", "bracket")),
    **dict.fromkeys(
        ("RoundPlanned", "RoundPlanDropped", "PairingsPublished", "RoundScheduled"),
        ("pairings", "bracket"),
    ),
    **dict.fromkeys(("RoundStarted", "RoundStartUndone", "TableOpened", "TableUnlinked"), _ROUND),
    **dict.fromkeys(("SeatTaken", "SeatTakingUndone"),
                    ("tables", "pairings", "standings", "bracket")),
    **dict.fromkeys(("ClockExtended", "ClockPaused", "ClockResumed"), ("clock", "tables")),
    **dict.fromkeys(
        ("ResultTaken", "ResultWithdrawn", "RoundConfirmed", "RoundReopened"),
        ("results", "tables", "standings", "bracket"),
    ),
    **dict.fromkeys(("DisputeOpened", "DisputeSettled", "DisputeReopened"),
                    ("disputes", "results", "tables")),
    **dict.fromkeys(("PenaltyGiven", "PenaltyLifted"), ("standings", "bracket")),
    "ExpulsionKept": ("pairings", "standings"),
    **dict.fromkeys(("ResultCorrected", "DependentsNoted", "DependentDecided", "OwnTableNoted"),
                    ("results", "tables", "standings", "bracket", "disputes")),
    **dict.fromkeys(("StandingsPublished", "StandingsMadeOfficial"), ("standings",)),
    **dict.fromkeys(("StageAdvanced", "StageAdvanceUndone", "StagePlaceTaken"),
                    ("bracket", "pairings", "standings")),
}  # fmt: skip
"""Types that are not here touch everything: the phases of an event, its terms, its seed."""


def areas_of(types: Iterable[str]) -> list[str]:
    """The parts that events of these types touch, in a fixed order.

    >>> areas_of(["ClockPaused", "EntryAdded"])
    ['clock', 'entries', 'tables']
    """
    touched: set[str] = set()
    for name in types:
        touched.update(AREAS.get(name, ALL) if name in EVENT_TYPES else ALL)
    return sorted(touched)
