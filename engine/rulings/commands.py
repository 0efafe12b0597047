"""What somebody asks for in a dispute, in the imperative. Texts are digests, as in the events."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, TypeAlias, get_args

from engine.hashing import Json
from engine.rulings.events import AppealOutcome, Bond, Place, Reason, RulingKind, Vote


@dataclass(frozen=True, slots=True)
class CallReferee:
    """Call the referee about the running or a finished hand; 0 before the first.

    `pause` stops the table if it is one that runs.
    """

    case: str
    place: Place
    hand: int
    reason: Reason
    text: str = ""
    pause: bool = False


@dataclass(frozen=True, slots=True)
class TakeCase:
    """Take a case that nobody has."""

    case: str
    referee: str


@dataclass(frozen=True, slots=True)
class ReleaseCase:
    """Give a case back."""

    case: str
    referee: str


@dataclass(frozen=True, slots=True)
class WithdrawCase:
    """Take a call back."""

    case: str


@dataclass(frozen=True, slots=True)
class DeclareInterest:
    """Say what binds the referee to somebody at the table."""

    case: str
    referee: str
    interest: Bond
    text: str = ""


@dataclass(frozen=True, slots=True)
class DecideInterest:
    """Say whether a referee may rule in spite of a declared interest."""

    case: str
    referee: str
    allowed: bool


@dataclass(frozen=True, slots=True)
class MakeStatement:
    """Say something on a case."""

    case: str
    place: Place
    text: str


@dataclass(frozen=True, slots=True)
class MakeRuling:
    """Rule on a hand, or on the match as a whole (hand 0).

    `decision` is that of the event without what is derived: `breakdown` may be left out. While an
    appeal runs against the ruling that it supersedes, this is how the appeal succeeds.
    """

    ruling: str
    case: str | None
    hand: int
    kind: RulingKind
    cites: tuple[str, ...]
    referee: str
    decision: Mapping[str, Json] = field(default_factory=dict)
    text: str = ""
    supersedes: str | None = None


@dataclass(frozen=True, slots=True)
class LodgeAppeal:
    """Appeal against a ruling."""

    appeal: str
    ruling: str
    place: Place
    text: str = ""


@dataclass(frozen=True, slots=True)
class NamePanel:
    """Name who decides an appeal: one or three."""

    appeal: str
    judges: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CastVote:
    """Vote on an appeal."""

    appeal: str
    judge: str
    vote: Vote
    text: str = ""


@dataclass(frozen=True, slots=True)
class DecideAppeal:
    """End an appeal as its votes say, or because its time is over.

    `overturned` needs the ruling that replaces the old one; its events are those of the ruling
    alone, with AppealDecided after them.
    """

    appeal: str
    outcome: AppealOutcome
    ruling: MakeRuling | None = None


RulingCommand: TypeAlias = (
    CallReferee | TakeCase | ReleaseCase | WithdrawCase | DeclareInterest | DecideInterest
    | MakeStatement | MakeRuling | LodgeAppeal | NamePanel | CastVote | DecideAppeal
)  # fmt: skip
RULING_COMMANDS: Final[tuple[type[RulingCommand], ...]] = get_args(RulingCommand)
