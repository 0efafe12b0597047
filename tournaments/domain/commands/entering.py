"""Commands about entries: who is in, waits, leaves, is here."""

from __future__ import annotations

from dataclasses import dataclass

from tournaments.domain.parts import EntryId, Person
from tournaments.standings.ledger import Role


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
