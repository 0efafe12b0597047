"""Every command: what somebody asks for, in the imperative. `decide` grants or refuses it.

Owns the shapes and the JSON of those that players send. Must not know the state.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, TypeAlias, get_args

from engine.play.events import ClaimKind, OwnKong, Place
from engine.play.match import Aids, ClockSettings, Length, Play, Player, Successor, TurnOrder
from engine.rules.contract import Form
from engine.rulings import commands as rulings
from engine.scored.entry import Entry
from engine.seats import Seat
from engine.tiles import Kind


@dataclass(frozen=True, slots=True)
class OpenMatch:
    """Set a match up. `commitment` is SHA-256 of the first secret, "" where tiles are real.

    Without `ruleset_version` the newest rules are meant, without `first_dealer` one is drawn,
    without `seat_plan`, the turn order of each dealer round, everybody keeps their seat.
    """

    match: str
    ruleset: str
    options: Mapping[str, object]
    length: Length
    players: tuple[Player, ...]
    commitment: str
    fixed_wilds: tuple[Kind, ...] = ()
    clocks: ClockSettings = field(default_factory=ClockSettings)
    aids: Aids = field(default_factory=Aids)
    spectator_delay: int = 1
    ruleset_version: int | None = None
    play: Play = "live"
    first_dealer: Place | None = None
    seat_plan: tuple[TurnOrder, ...] = ()


@dataclass(frozen=True, slots=True)
class CommitEntropy:
    """Publish the digest of the own contribution."""

    place: Place
    digest: str


@dataclass(frozen=True, slots=True)
class OpenEntropy:
    """Open the own contribution."""

    place: Place
    entropy: str


@dataclass(frozen=True, slots=True)
class CloseEntropy:
    """Time is up for contributions: those missing are recorded as missed."""


@dataclass(frozen=True, slots=True)
class StartMatch:
    """Open the first secret and draw the first dealer."""

    secret: str


@dataclass(frozen=True, slots=True)
class DealHand:
    """Deal the next hand with its secret."""

    secret: str


@dataclass(frozen=True, slots=True)
class OpenSecret:
    """Publish the secret of the hand that just ended."""

    secret: str


@dataclass(frozen=True, slots=True)
class Bid:
    """Bid in the auction (A1)."""

    seat: Seat
    tai: int
    form: Form


@dataclass(frozen=True, slots=True)
class PassBid:
    """Pass in the auction."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class NameWilds:
    """Name the wild kinds (C2, C3)."""

    seat: Seat
    kinds: tuple[Kind, ...]


@dataclass(frozen=True, slots=True)
class Discard:
    """Discard a tile (P1)."""

    seat: Seat
    tile: Kind


@dataclass(frozen=True, slots=True)
class DeclareKong:
    """Declare a kong in the own turn (P4). `tiles`: the own hand's, four or the one added.

    `stands_as` says which pung a wild is added to; left empty, the first possible is meant.
    """

    seat: Seat
    kind: OwnKong
    tiles: tuple[Kind, ...]
    stands_as: tuple[Kind, ...] = ()


@dataclass(frozen=True, slots=True)
class DeclareWin:
    """Win by self-draw 自摸."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Claim:
    """Answer a discard or an added kong with a claim.

    `tiles` are those used of the own hand. `stands_as` says which run a chow makes, which a
    wild leaves open; left empty, the first of those possible is meant.
    """

    seat: Seat
    kind: ClaimKind
    tiles: tuple[Kind, ...] = ()
    stands_as: tuple[Kind, ...] = ()


@dataclass(frozen=True, slots=True)
class PassClaim:
    """Answer a discard or an added kong with nothing; it costs nothing (P9)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class TimeOut:
    """The seat's time is up: its default action happens."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class CallTime:
    """Let the match end after the running hand."""


@dataclass(frozen=True, slots=True)
class LiftTime:
    """Let the match go on after all: more time was given after time had been called."""


@dataclass(frozen=True, slots=True)
class EndMatch:
    """End the match between hands."""


@dataclass(frozen=True, slots=True)
class PauseMatch:
    """Stop play and clocks."""

    reason: str = ""


@dataclass(frozen=True, slots=True)
class ResumeMatch:
    """Go on."""


@dataclass(frozen=True, slots=True)
class GrantClock:
    """Give a place time on its reserve."""

    place: Place
    ms: int
    reason: str = ""


@dataclass(frozen=True, slots=True)
class ExcuseDowntime:
    """Move the running deadlines by the time the service was down."""

    ms: int


@dataclass(frozen=True, slots=True)
class ExcuseNetwork:
    """Give a place back what the network took of its last decision's reserve."""

    place: Place
    ms: int


@dataclass(frozen=True, slots=True)
class MeasureNetwork:
    """Note how long the way to each place was in a hand that is over, in ms; 0: not measured."""

    hand: int
    ms: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class TakeOver:
    """Let a built-in player play for an absent person."""

    place: Place
    level: str


@dataclass(frozen=True, slots=True)
class ReturnPlayer:
    """Let the person play again."""

    place: Place


@dataclass(frozen=True, slots=True)
class HandOverSeat:
    """Let somebody else sit at a place: a substitute, a built-in player, who was there before."""

    place: Place
    player: Successor
    reason: str = ""


@dataclass(frozen=True, slots=True)
class VoidHand:
    """Void the running hand (Z4)."""

    reason: str


@dataclass(frozen=True, slots=True)
class EnterHand:
    """Enter a hand played with real tiles. `by` is the own place, None for a scorer.

    Entering again what is there already confirms it.
    """

    hand: int
    by: Place | None
    entry: Entry


@dataclass(frozen=True, slots=True)
class EnterFinalPoints:
    """Enter the points of a whole match with real tiles; they add up to 0."""

    by: Place | None
    points: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ConfirmHand:
    """Say that an entered hand is right."""

    hand: int
    place: Place


@dataclass(frozen=True, slots=True)
class ContestHand:
    """Say that an entered hand is wrong, and why."""

    hand: int
    place: Place
    text: str


@dataclass(frozen=True, slots=True)
class UpholdHand:
    """Rule that a contested hand stands."""

    hand: int
    reason: str


@dataclass(frozen=True, slots=True)
class CorrectHand:
    """Put a hand right; the hands after it are derived again."""

    hand: int
    by: Place | None
    reason: str
    entry: Entry


@dataclass(frozen=True, slots=True)
class WithdrawHand:
    """Take the last hand back."""

    hand: int
    by: Place | None
    reason: str


SeatCommand: TypeAlias = (
    Bid | PassBid | NameWilds | Discard | DeclareKong | DeclareWin | Claim | PassClaim
)
PlaceCommand: TypeAlias = CommitEntropy | OpenEntropy
MatchCommand: TypeAlias = (
    OpenMatch | CloseEntropy | StartMatch | DealHand | OpenSecret | TimeOut | CallTime | LiftTime
    | EndMatch | PauseMatch | ResumeMatch | GrantClock | ExcuseDowntime | ExcuseNetwork
    | MeasureNetwork | TakeOver | ReturnPlayer | HandOverSeat | VoidHand
)  # fmt: skip
ScoredCommand: TypeAlias = (
    EnterHand | EnterFinalPoints | ConfirmHand | ContestHand | UpholdHand | CorrectHand
    | WithdrawHand
)  # fmt: skip
# What is asked for in a dispute has a file of its own.
CallReferee = rulings.CallReferee
TakeCase = rulings.TakeCase
ReleaseCase = rulings.ReleaseCase
WithdrawCase = rulings.WithdrawCase
DeclareInterest = rulings.DeclareInterest
DecideInterest = rulings.DecideInterest
MakeStatement = rulings.MakeStatement
MakeRuling = rulings.MakeRuling
LodgeAppeal = rulings.LodgeAppeal
NamePanel = rulings.NamePanel
CastVote = rulings.CastVote
DecideAppeal = rulings.DecideAppeal
RulingCommand: TypeAlias = rulings.RulingCommand
RULING_COMMANDS: Final = rulings.RULING_COMMANDS
Command: TypeAlias = SeatCommand | PlaceCommand | MatchCommand | ScoredCommand | RulingCommand

SCORED_COMMANDS: Final[tuple[type[ScoredCommand], ...]] = get_args(ScoredCommand)
