"""What happened to the tournament as a whole: from its draft to the archive."""

from __future__ import annotations

from dataclasses import dataclass

from tournaments.domain.terms import Details, Terms


@dataclass(frozen=True, slots=True)
class TournamentCreated:
    """A draft came to be. `commitment` is SHA-256 of the seed that every draw will use."""

    tournament: str
    details: Details
    terms: Terms
    capacity: int | None
    commitment: str


@dataclass(frozen=True, slots=True)
class DetailsChanged:
    """Name, dates or venue are others."""

    details: Details


@dataclass(frozen=True, slots=True)
class TermsChanged:
    """The terms are these from now on."""

    terms: Terms


@dataclass(frozen=True, slots=True)
class CapacityChanged:
    """So many places; None for any number."""

    capacity: int | None


@dataclass(frozen=True, slots=True)
class RegistrationOpened:
    """From draft."""


@dataclass(frozen=True, slots=True)
class RegistrationUndone:
    """Back to draft."""


@dataclass(frozen=True, slots=True)
class RegistrationClosed:
    """Nobody enters by themselves any more; the organiser still may."""


@dataclass(frozen=True, slots=True)
class RegistrationReopened:
    """People may enter by themselves again."""


@dataclass(frozen=True, slots=True)
class TournamentStarted:
    """The terms are frozen; they are written out once more so that the rest needs no earlier."""

    terms: Terms


@dataclass(frozen=True, slots=True)
class StartUndone:
    """Back to registration."""


@dataclass(frozen=True, slots=True)
class TournamentFinished:
    """All rounds are confirmed and nothing more is played."""


@dataclass(frozen=True, slots=True)
class FinishUndone:
    """Running again."""


@dataclass(frozen=True, slots=True)
class TournamentArchived:
    """Put away; nothing changes any more."""


@dataclass(frozen=True, slots=True)
class ArchiveUndone:
    """Back to finished."""


@dataclass(frozen=True, slots=True)
class SeedOpened:
    """The seed (hexadecimal) of which the commitment was published."""

    seed: str
