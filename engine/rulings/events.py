"""What happens in a dispute, in the past tense.

Owns the shapes, as `engine.play.events` does for what happens at the table. Free texts are never
here: `text` is the SHA-256 of 16 bytes of salt and the text, or "" where nothing was said.
Referees and judges are named by the host's id for their account.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias, get_args

from engine.hashing import Json

Place: TypeAlias = int
Reason: TypeAlias = Literal[
    "wrong_score", "wrong_claim", "mis_tap", "time_out", "connection", "behaviour", "other"
]
Bond: TypeAlias = Literal["same_club", "relative", "other"]
RulingKind: TypeAlias = Literal[
    "score_stands", "score_corrected", "score_set", "hand_replayed", "hand_agreed", "penalty",
    "clock_given", "result_adjusted",
]  # fmt: skip
PenaltyKind: TypeAlias = Literal["points", "warning", "expulsion"]
Vote: TypeAlias = Literal["uphold", "overturn"]
AppealOutcome: TypeAlias = Literal["upheld", "overturned", "expired"]

REASONS: Final[tuple[Reason, ...]] = get_args(Reason)
BONDS: Final[tuple[Bond, ...]] = get_args(Bond)
RULING_KINDS: Final[tuple[RulingKind, ...]] = get_args(RulingKind)
PENALTY_KINDS: Final[tuple[PenaltyKind, ...]] = get_args(PenaltyKind)
VOTES: Final[tuple[Vote, ...]] = get_args(Vote)
APPEAL_OUTCOMES: Final[tuple[AppealOutcome, ...]] = get_args(AppealOutcome)


@dataclass(frozen=True, slots=True)
class RefereeCalled:
    """A player called the referee about a hand, 0 being none yet. `pause` stopped the table."""

    case: str
    place: Place
    hand: int
    reason: Reason
    text: str
    pause: bool


@dataclass(frozen=True, slots=True)
class CaseTaken:
    """One referee took the case; nobody else rules on it meanwhile."""

    case: str
    referee: str


@dataclass(frozen=True, slots=True)
class CaseReleased:
    """The case is open to all referees again."""

    case: str
    referee: str


@dataclass(frozen=True, slots=True)
class CaseWithdrawn:
    """Who called takes it back: there is nothing to rule on."""

    case: str


@dataclass(frozen=True, slots=True)
class InterestDeclared:
    """A referee said what binds them to somebody at the table; until it is allowed they do not
    rule."""

    case: str
    referee: str
    interest: Bond
    text: str


@dataclass(frozen=True, slots=True)
class InterestDecided:
    """The organiser said whether a referee may rule all the same."""

    case: str
    referee: str
    allowed: bool


@dataclass(frozen=True, slots=True)
class StatementMade:
    """A player's own words on a case."""

    case: str
    place: Place
    text: str


@dataclass(frozen=True, slots=True)
class RulingMade:
    """A referee ruled. `points` is what the match's points change by, by place; they add up to 0.

    `hand` 0 is the match as a whole. `decision` depends on the kind: docs/record-format.md.
    """

    ruling: str
    case: str | None
    hand: int
    kind: RulingKind
    decision: Mapping[str, Json]
    cites: tuple[str, ...]
    text: str
    referee: str
    supersedes: str | None
    points: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ClockTakenBack:
    """Time that a ruling had given is taken back, as far as it is still there."""

    place: Place
    ms: int
    reason: str


@dataclass(frozen=True, slots=True)
class AppealLodged:
    """A player appealed against a ruling."""

    appeal: str
    ruling: str
    place: Place
    text: str


@dataclass(frozen=True, slots=True)
class PanelNamed:
    """Who decides an appeal: the chief referee, or three."""

    appeal: str
    judges: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class VoteCast:
    """A judge voted."""

    appeal: str
    judge: str
    vote: Vote
    text: str


@dataclass(frozen=True, slots=True)
class AppealDecided:
    """An appeal is over. `ruling` is the one that replaces what was overturned."""

    appeal: str
    outcome: AppealOutcome
    ruling: str | None


RulingEvent: TypeAlias = (
    RefereeCalled | CaseTaken | CaseReleased | CaseWithdrawn | InterestDeclared | InterestDecided
    | StatementMade | RulingMade | ClockTakenBack | AppealLodged | PanelNamed | VoteCast
    | AppealDecided
)  # fmt: skip
RULING_EVENTS: Final[tuple[type[RulingEvent], ...]] = get_args(RulingEvent)
