"""The decider: (state, command) -> events, or Refused with a code and the field at fault.

Owns which decision answers which command; the decisions are beside this. Knows no clock,
chance or storage. An empty answer means that nothing is left to do.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, cast

from tournaments.domain import commands as c
from tournaments.domain import events as e
from tournaments.domain.corrections import CORRECTION_DECISIONS
from tournaments.domain.disputes import DISPUTE_DECISIONS
from tournaments.domain.entering import ENTRY_DECISIONS
from tournaments.domain.expulsions import EXPULSION_DECISIONS
from tournaments.domain.lifecycle import LIFECYCLE_DECISIONS
from tournaments.domain.line_ends import with_plain_line_ends
from tournaments.domain.penalties import PENALTY_DECISIONS
from tournaments.domain.planning import PLAN_DECISIONS
from tournaments.domain.refusals import Refused, refuse
from tournaments.domain.results import RESULT_DECISIONS
from tournaments.domain.rounds import ROUND_DECISIONS
from tournaments.domain.seats import SEAT_DECISIONS
from tournaments.domain.state import TournamentState

Events = tuple[e.Event, ...]


def decide(state: TournamentState, command: c.Command) -> Events:
    """The events that a command leads to. Raises Refused, and then nothing has changed."""
    if state.phase == "new" and not isinstance(command, c.CreateTournament):
        refuse("no_tournament", "there is no such tournament")
    if state.phase == "archived" and not isinstance(command, c.UndoArchive | c.ArchiveTournament):
        refuse("archived", "the tournament is archived; take it out first")
    return _DECISIONS[type(command)](state, with_plain_line_ends(command))


def refusal_of(state: TournamentState, command: c.Command) -> Refused | None:
    """Why a command would be refused now: what a page says beside a button it cannot offer."""
    try:
        decide(state, command)
    except Refused as refusal:
        return refusal
    return None


# Each function takes the one command type that its key names, which a dict's type cannot say.
_DECISIONS: Final = cast(
    "Mapping[type[c.Command], Callable[[TournamentState, c.Command], Events]]",
    {
        **LIFECYCLE_DECISIONS,
        **ENTRY_DECISIONS,
        **PLAN_DECISIONS,
        **ROUND_DECISIONS,
        **SEAT_DECISIONS,
        **RESULT_DECISIONS,
        **DISPUTE_DECISIONS,
        **PENALTY_DECISIONS,
        **EXPULSION_DECISIONS,
        **CORRECTION_DECISIONS,
    },
)
