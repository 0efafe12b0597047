"""Every event of a match: what happened, in the past tense, and nothing that follows from it.

Owns the shapes; `codec` turns them into JSON and back. Must not know who may see
what, nor the envelope (number, time, actor, hash) that the log puts around them.
Seats are winds of the running hand, places are chairs at the table.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Final, Literal, TypeAlias, get_args

from engine.hashing import Json
from engine.play.match import Aids, ClockSettings, Length, Play, Player, Successor, TurnOrder
from engine.rules.contract import Contract, Form
from engine.rules.option import OptionValue
from engine.rulings import events as rulings
from engine.scored import events as sheet
from engine.seats import ALL_SEATS, Seat
from engine.tiles import KINDS, Kind

Place: TypeAlias = int
ClaimKind: TypeAlias = Literal["win", "chow", "pung", "kong"]
ExposedKind: TypeAlias = Literal["chow", "pung", "kong"]
OwnKong: TypeAlias = Literal["concealed_kong", "added_kong"]
DrawSource: TypeAlias = Literal["head", "tail"]
WinSource: TypeAlias = Literal["self_draw", "discard", "robbed_kong"]
AuctionOutcome: TypeAlias = Literal["contract", "no_contract", "dealer_forced"]
EndReason: TypeAlias = Literal["hands", "dealer_rounds", "time", "organiser", "secrets"]
EntropyPhase: TypeAlias = Literal["commit", "open"]


@dataclass(frozen=True, slots=True)
class MatchOpened:
    """A match was set up; all it is judged by is written out here.

    `commitment` is "" where the match is played with real tiles: there is no wall to commit to.
    `first_dealer` is None where the first secret draws it; `seat_plan` is the turn order of
    each dealer round, empty where nobody changes seats.
    """

    match: str
    ruleset: str
    options: Mapping[str, OptionValue]
    ruleset_version: int
    engine_version: str
    length: Length
    players: tuple[Player, ...]
    commitment: str
    fixed_wilds: tuple[Kind, ...]
    clocks: ClockSettings
    aids: Aids
    spectator_delay: int
    play: Play = "live"
    first_dealer: Place | None = None
    seat_plan: tuple[TurnOrder, ...] = ()


@dataclass(frozen=True, slots=True)
class EntropyCommitted:
    """A place published the digest of its contribution to the walls."""

    place: Place
    digest: str


@dataclass(frozen=True, slots=True)
class EntropyOpened:
    """A place opened its contribution."""

    place: Place
    entropy: str


@dataclass(frozen=True, slots=True)
class EntropyMissed:
    """A place did not commit, or did not open, in time; a fixed value stands in."""

    place: Place
    phase: EntropyPhase


@dataclass(frozen=True, slots=True)
class MatchStarted:
    """The first secret was opened and drew the first dealer, unless one was given (Z1)."""

    secret: str
    transcript: str
    first_dealer: Place


@dataclass(frozen=True, slots=True)
class TimeCalled:
    """Time is up: the running hand is finished, then the match ends."""


@dataclass(frozen=True, slots=True)
class TimeLifted:
    """More time was given before the running hand was over: the match goes on."""


@dataclass(frozen=True, slots=True)
class MatchEnded:
    """The match is over; final points by place."""

    reason: EndReason
    points: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class MatchPaused:
    """Play and clocks stopped."""

    reason: str


@dataclass(frozen=True, slots=True)
class MatchResumed:
    """Play and clocks went on."""


@dataclass(frozen=True, slots=True)
class ClockGranted:
    """A place was given time on its reserve."""

    place: Place
    ms: int
    reason: str


@dataclass(frozen=True, slots=True)
class DowntimeExcused:
    """The service was down for so long: running deadlines moved by it."""

    ms: int


@dataclass(frozen=True, slots=True)
class NetworkExcused:
    """Of what a decision took from the place's reserve, so much was the way to the server and back,
    as the server had measured it; it is given back."""

    place: Place
    ms: int


@dataclass(frozen=True, slots=True)
class NetworkMeasured:
    """How long the way to each place and back was in a hand that is over, by the server's own
    measure; 0 where none was made. The clock ledger counts it, no reserve changes by it."""

    hand: int
    ms: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class BotTookOver:
    """A built-in player plays for an absent person."""

    place: Place
    level: str


@dataclass(frozen=True, slots=True)
class PlayerReturned:
    """The person plays again."""

    place: Place


@dataclass(frozen=True, slots=True)
class SeatHandedOver:
    """Somebody else sits at the place from now on, with its hand, its points and its reserve."""

    place: Place
    player: Successor
    reason: str


@dataclass(frozen=True, slots=True)
class SeatsChanged:
    """换位: a dealer round is over and the players took other seats, as the match's plan says.

    `order` is the turn order from now on, `dealer` who deals next.
    """

    order: TurnOrder
    dealer: Place


@dataclass(frozen=True, slots=True)
class HandDealt:
    """A hand 局 began with this wall, head first (T2, T4). `repeat` counts laozhuang 老庄."""

    hand: int
    dealer: Place
    repeat: int
    wall: bytes


@dataclass(frozen=True, slots=True)
class BidMade:
    """A bid in the auction 包牌."""

    seat: Seat
    tai: int
    form: Form


@dataclass(frozen=True, slots=True)
class BidPassed:
    """No bid this time."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class AuctionEnded:
    """The auction is over (A1, A4)."""

    outcome: AuctionOutcome
    contract: Contract | None


@dataclass(frozen=True, slots=True)
class WildsNamed:
    """The wild kinds 财神 of the hand (C2, C3); `by` is None if fixed or drawn."""

    by: Seat | None
    kinds: tuple[Kind, ...]


@dataclass(frozen=True, slots=True)
class TileDrawn:
    """A draw from the head of the wall, or a kong's replacement from its tail (T4)."""

    seat: Seat
    tile: Kind
    source: DrawSource


@dataclass(frozen=True, slots=True)
class TileDiscarded:
    """A discard (P1)."""

    seat: Seat
    tile: Kind


@dataclass(frozen=True, slots=True)
class ClaimMade:
    """One answer to a discard or an added kong; counts when all three have answered (P5).

    `tiles` are those of the own hand, `stands_as` is the meld it makes; both empty for a win.
    """

    seat: Seat
    kind: ClaimKind
    tiles: tuple[Kind, ...]
    stands_as: tuple[Kind, ...]


@dataclass(frozen=True, slots=True)
class ClaimPassed:
    """One answer to a discard or an added kong: nothing."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class MeldClaimed:
    """The claim that came first (P5) made a meld of the discard and the own `tiles`."""

    seat: Seat
    source: Seat
    tile: Kind
    kind: ExposedKind
    tiles: tuple[Kind, ...]
    stands_as: tuple[Kind, ...]


@dataclass(frozen=True, slots=True)
class KongDeclared:
    """A concealed kong 暗杠 or an added kong 补杠 (P4): all four tiles, and the one added."""

    seat: Seat
    kind: OwnKong
    tiles: tuple[Kind, ...]
    tile: Kind | None
    stands_as: tuple[Kind, ...]


@dataclass(frozen=True, slots=True)
class HandWon:
    """A win 胡, with the whole breakdown of its score."""

    seat: Seat
    source: WinSource
    discarder: Seat | None
    tile: Kind
    breakdown: Mapping[str, Json]


@dataclass(frozen=True, slots=True)
class HandExhausted:
    """流局: somebody had to draw and only the dead wall was left (T5, L4)."""

    payments: Mapping[str, Json]
    parts: Sequence[Json]
    multiplier: int


@dataclass(frozen=True, slots=True)
class HandRedealt:
    """All four passed and the hand is dealt again (A4)."""


@dataclass(frozen=True, slots=True)
class HandVoided:
    """A referee voided the hand; it is played again (Z4)."""

    reason: str


@dataclass(frozen=True, slots=True)
class SecretOpened:
    """The secret of a finished hand: everything of that hand is public now."""

    hand: int
    secret: str


# What happens to a score sheet has a file of its own.
HandEntered = sheet.HandEntered
FinalPointsEntered = sheet.FinalPointsEntered
HandConfirmed = sheet.HandConfirmed
HandContested = sheet.HandContested
HandUpheld = sheet.HandUpheld
HandCorrected = sheet.HandCorrected
HandRederived = sheet.HandRederived
HandWithdrawn = sheet.HandWithdrawn
ScoredEvent: TypeAlias = sheet.ScoredEvent

# So have disputes.
RefereeCalled = rulings.RefereeCalled
CaseTaken = rulings.CaseTaken
CaseReleased = rulings.CaseReleased
CaseWithdrawn = rulings.CaseWithdrawn
InterestDeclared = rulings.InterestDeclared
InterestDecided = rulings.InterestDecided
StatementMade = rulings.StatementMade
RulingMade = rulings.RulingMade
ClockTakenBack = rulings.ClockTakenBack
AppealLodged = rulings.AppealLodged
PanelNamed = rulings.PanelNamed
VoteCast = rulings.VoteCast
AppealDecided = rulings.AppealDecided
RulingEvent: TypeAlias = rulings.RulingEvent

MatchEvent: TypeAlias = (
    MatchOpened | EntropyCommitted | EntropyOpened | EntropyMissed | MatchStarted | TimeCalled
    | TimeLifted | MatchEnded | MatchPaused | MatchResumed | ClockGranted | DowntimeExcused
    | NetworkExcused | NetworkMeasured | BotTookOver | PlayerReturned | SeatHandedOver
    | SeatsChanged
)  # fmt: skip
HandEvent: TypeAlias = (
    HandDealt | BidMade | BidPassed | AuctionEnded | WildsNamed | TileDrawn | TileDiscarded
    | ClaimMade | ClaimPassed | MeldClaimed | KongDeclared | HandWon | HandExhausted | HandRedealt
    | HandVoided | SecretOpened
)  # fmt: skip
Event: TypeAlias = MatchEvent | HandEvent | ScoredEvent | RulingEvent

MATCH_EVENTS: tuple[type[MatchEvent], ...] = get_args(MatchEvent)
HAND_EVENTS: tuple[type[HandEvent], ...] = get_args(HandEvent)
TERMINAL = (HandWon, HandExhausted, HandRedealt, HandVoided)

# The events that come most often, made once: by seat, and by tile.
PASSED: Final = tuple(ClaimPassed(seat) for seat in ALL_SEATS)
DISCARDED: Final = tuple(
    tuple(TileDiscarded(seat, tile) for tile in range(KINDS)) for seat in ALL_SEATS
)
DRAWN_FROM_HEAD: Final = tuple(
    tuple(TileDrawn(seat, tile, "head") for tile in range(KINDS)) for seat in ALL_SEATS
)
SHARED: Final[tuple[Event, ...]] = (*PASSED, *chain(*DISCARDED), *chain(*DRAWN_FROM_HEAD))
