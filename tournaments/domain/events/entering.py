"""What happened to entries: who is in, waits, left, is here."""

from __future__ import annotations

from dataclasses import dataclass

from tournaments.domain.parts import EntryId, EntryStatus, Person


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
