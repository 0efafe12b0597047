"""What happened to results: taken, corrected, confirmed, published."""

from __future__ import annotations

from dataclasses import dataclass

from tournaments.domain.parts import Choice, Dependent, Effect, EffectKind, Except, Line, Result
from tournaments.domain.terms import Ms


@dataclass(frozen=True, slots=True)
class ResultTaken:
    """A table's result, in place of any earlier one."""

    round: int
    table: int
    match: str | None
    result: Result


@dataclass(frozen=True, slots=True)
class ResultWithdrawn:
    """The table has no result again."""

    round: int
    table: int
    reason: str


@dataclass(frozen=True, slots=True)
class ResultCorrected:
    """A result that had been taken is another: by a ruling at its match, or for a reason.

    The round stays as it is, confirmed or not, and nothing that was made from the old result
    moves.
    """

    correction: str
    round: int
    table: int
    match: str | None
    result: Result
    ruling: str | None
    reason: str


@dataclass(frozen=True, slots=True)
class DependentsNoted:
    """What had been made from the facts that a correction, or a penalty of this id, changes."""

    correction: str
    dependents: tuple[Effect, ...]


@dataclass(frozen=True, slots=True)
class DependentDecided:
    """What the organiser does about one of them."""

    correction: str
    kind: EffectKind
    ref: str
    choice: Choice
    reason: str


@dataclass(frozen=True, slots=True)
class RoundConfirmed:
    """The results of a round stand, apart from named exceptions."""

    round: int
    exceptions: tuple[Except, ...]


@dataclass(frozen=True, slots=True)
class RoundReopened:
    """Results may be changed again; `dependents` is what rested on them then."""

    round: int
    reason: str
    dependents: tuple[Dependent, ...]


@dataclass(frozen=True, slots=True)
class StandingsPublished:
    """Standings as everybody saw them; a correction makes a new edition."""

    stage: str
    after_round: int
    edition: int
    lines: tuple[Line, ...]
    correctable_until: Ms | None


@dataclass(frozen=True, slots=True)
class StandingsMadeOfficial:
    """No longer provisional."""

    stage: str
    after_round: int
    edition: int
