"""Commands about results: taken, corrected, confirmed, published."""

from __future__ import annotations

from dataclasses import dataclass

from tournaments.domain.parts import Choice, EffectKind, Except, Line, Result
from tournaments.domain.terms import Ms


@dataclass(frozen=True, slots=True)
class TakeResult:
    """Take a result in; the same one twice is taken once."""

    round: int
    table: int
    match: str | None
    result: Result


@dataclass(frozen=True, slots=True)
class WithdrawResult:
    """The table has no result again."""

    round: int
    table: int
    reason: str


@dataclass(frozen=True, slots=True)
class CorrectResult:
    """Put a result right that was taken, in a confirmed round too, which stays confirmed.

    By `ruling` at the match, or for a `reason`. `seed` lets lots at a cut be drawn to tell what
    would change; it is not opened by this.
    """

    correction: str
    round: int
    table: int
    match: str | None
    result: Result
    ruling: str | None = None
    reason: str = ""
    seed: str | None = None


@dataclass(frozen=True, slots=True)
class DecideDependent:
    """Say what is done about something that rests on corrected facts."""

    correction: str
    kind: EffectKind
    ref: str
    choice: Choice
    reason: str = ""


@dataclass(frozen=True, slots=True)
class ConfirmRound:
    """All results are in and nothing is disputed, apart from these."""

    round: int
    exceptions: tuple[Except, ...] = ()


@dataclass(frozen=True, slots=True)
class ReopenRound:
    """`despite_dependents`: whoever asks was told what rests on the round."""

    round: int
    reason: str
    despite_dependents: bool = False


@dataclass(frozen=True, slots=True)
class PublishStandings:
    """A new edition after a round; provisional until `correctable_until`."""

    stage: str
    after_round: int
    lines: tuple[Line, ...]
    correctable_until: Ms | None = None


@dataclass(frozen=True, slots=True)
class MakeOfficial:
    """The newest edition is not provisional any more."""

    stage: str
    after_round: int
