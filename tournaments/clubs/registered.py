"""What the register of a club says: who is what in it, and since when.

Written with the rows by whoever changes them; compared by `tournaments.audit`.
"""

from __future__ import annotations

from typing import Final
from uuid import UUID

from accounts.models import User
from engine.hashing import Json
from tables.events.log import stamp
from tables.registers.chain import Register
from tables.registers.services import facts_keep, register_close
from tournaments.clubs.models import Membership

KIND: Final = "club"


def register_of_club(club: UUID) -> Register:
    return Register(KIND, club)


def facts_of_club(club: UUID) -> dict[str, Json]:
    """What the rows of a club's members say now."""
    return {_about(row): _said(row) for row in Membership.objects.filter(club=club)}


def member_note(membership: Membership, *, by: User | None = None) -> None:
    """What somebody is in a club from now on."""
    facts = {_about(membership): _said(membership)}
    facts_keep(register_of_club(membership.club_id), facts, by=by)


def member_gone_note(membership: Membership, *, by: User | None = None) -> None:
    """Somebody is no member any more."""
    facts_keep(register_of_club(membership.club_id), {_about(membership): None}, by=by)


def club_gone_note(club: UUID, *, by: User | None = None) -> None:
    """The club is gone, with whoever was left in it."""
    register_close(register_of_club(club), by=by)


def _about(membership: Membership) -> str:
    return f"member:{membership.account_id}"


def _said(membership: Membership) -> Json:
    return {"role": str(membership.role), "since": stamp(membership.joined_at)}
