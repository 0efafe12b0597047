"""Commands about the tournament as a whole: from its draft to the archive."""

from __future__ import annotations

from dataclasses import dataclass

from tournaments.domain.terms import Details, Terms


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
