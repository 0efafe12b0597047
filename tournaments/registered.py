"""What the register of an event says: its officials, and what its row says that its log does not.

Written with the rows by whoever changes them; compared by `tournaments.audit`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from accounts.models import User
from engine.hashing import Json
from tables.events.log import stamp
from tables.registers.chain import Register
from tables.registers.services import facts_keep
from tournaments.models import Tournament, TournamentRole

KIND: Final = "event"
MADE: Final = "made"


def register_of_event(tournament: Tournament) -> Register:
    return Register(KIND, tournament.pk)


def facts_of_event(tournament: Tournament) -> dict[str, Json]:
    """What the rows of an event and of its officials say now."""
    own = TournamentRole.objects.filter(tournament=tournament)
    return {MADE: _made(tournament), **{_about(row): str(row.role) for row in own}}


def made_note(tournament: Tournament, *, by: User | None = None) -> None:
    """What is said of an event from now on: whose it is, who made it, what is kept with it."""
    facts_keep(register_of_event(tournament), {MADE: _made(tournament)}, by=by)


def officials_note(
    tournament: Tournament, rows: Iterable[TournamentRole], *, by: User | None = None
) -> None:
    """What officials of an event are from now on."""
    facts = {_about(row): str(row.role) for row in rows}
    facts_keep(register_of_event(tournament), facts, by=by)


def official_gone_note(row: TournamentRole, *, by: User | None = None) -> None:
    """Somebody is no official of the event any more."""
    facts_keep(register_of_event(row.tournament), {_about(row): None}, by=by)


def _about(row: TournamentRole) -> str:
    return f"official:{row.account_id}"


def _made(tournament: Tournament) -> Json:
    return {
        "at": stamp(tournament.created_at),
        "by": tournament.created_by_id,
        "club": str(tournament.club_id),
        "context": tournament.context,
    }
