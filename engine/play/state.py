"""What a match looks like after its events so far: the fold's result, immutable.

Owns the shapes. `evolve` builds them; `decide`, `legal` and `redact` read them.

The two states are NamedTuples because every event copies one of them, which takes a
quarter of the time that replacing fields of a frozen dataclass does.
"""

from __future__ import annotations

from typing import Final, Literal, NamedTuple, TypeAlias

from engine.melds import Meld
from engine.play.events import (
    ClaimMade,
    HandExhausted,
    HandRedealt,
    HandVoided,
    HandWon,
    KongDeclared,
    MatchOpened,
    MeldClaimed,
    TileDiscarded,
    TileDrawn,
)
from engine.play.match import AS_SEATED, Player, TurnOrder
from engine.rules.contract import Contract
from engine.rules.ruleset import Ruleset
from engine.rulesets import PRESETS
from engine.rulings.court import NO_COURT, Court
from engine.scored.sheet import Sheet
from engine.seats import ALL_SEATS, Seat, others
from engine.tiles import Kind

Place: TypeAlias = int
Terminal: TypeAlias = HandWon | HandExhausted | HandRedealt | HandVoided
TileEvent: TypeAlias = TileDrawn | TileDiscarded | MeldClaimed | KongDeclared
MatchPhase: TypeAlias = Literal[
    "new", "commit", "open", "ready", "between", "hand", "scoring", "ended"
]
HandPhase: TypeAlias = Literal["auction", "naming", "turn", "claims", "rob", "over"]
TurnSource: TypeAlias = Literal["deal", "head", "tail", "claim"]
Hands: TypeAlias = tuple[int, int, int, int]
OPEN_WINDOWS: Final = ("claims", "rob")
"""Phases in which a tile is on offer and the three others answer."""
PLACES: Final = (0, 1, 2, 3)


class Laid(NamedTuple):
    """A meld on the table and whose tile was claimed for it; None for a concealed kong."""

    meld: Meld
    source: Seat | None


class Spoken(NamedTuple):
    """One voice in the auction: a bid, or None for a pass."""

    seat: Seat
    bid: Contract | None


class Answer(NamedTuple):
    """One answer to a discard or an added kong; None is a pass."""

    seat: Seat
    claim: ClaimMade | None


PASSES: Final = tuple(Answer(seat, None) for seat in range(4))
"""The four answers that claim nothing."""


class HandState(NamedTuple):
    """A hand 局. Seats are its winds, `places` the chairs that sit there, the dealer's first;
    `hands` are packed, `wall` holds kinds, head first.

    In phases `claims` and `rob`, `turn` is the seat whose `tile` is on offer; otherwise
    it is the seat that has to act, `tile` is what it drew last, and `source` how it came
    to act. `barred` may not be discarded right after a chow (P8); `last` is what happened to
    a tile last.
    """

    number: int
    places: TurnOrder
    repeat: int
    wall: bytes
    head: int
    tail: int
    phase: HandPhase
    turn: Seat
    source: TurnSource
    tile: Kind | None
    hands: Hands
    melds: tuple[tuple[Laid, ...], tuple[Laid, ...], tuple[Laid, ...], tuple[Laid, ...]]
    discards: tuple[tuple[Kind, ...], tuple[Kind, ...], tuple[Kind, ...], tuple[Kind, ...]]
    spoken: tuple[Spoken, ...]
    contract: Contract | None
    wilds: tuple[Kind, ...]
    barred: tuple[Kind, ...]
    last: TileEvent | None
    result: Terminal | None
    # Last, because they are most of what changes: see evolve.
    answers: tuple[Answer, ...]

    @property
    def wall_left(self) -> int:
        """Tiles not drawn yet, the dead wall included."""
        return self.tail - self.head

    @property
    def dealer(self) -> Place:
        """The chair that deals 庄: East (T3)."""
        return self.places[0]

    def place_of(self, seat: Seat) -> Place:
        """Which chair sits at a seat of this hand."""
        return self.places[seat]

    def seat_of(self, place: Place) -> Seat:
        """Which seat of this hand a chair has."""
        return self.places.index(place)

    @property
    def unanswered(self) -> tuple[Seat, ...]:
        """Seats that still owe an answer to the tile on offer."""
        return tuple([seat for seat in others(self.turn) if self.is_asked(seat)])

    def is_asked(self, seat: Seat) -> bool:
        """Whether a seat owes an answer, while a tile is on offer."""
        for answer in self.answers:
            if answer[0] == seat:
                return False
        return seat != self.turn and seat in ALL_SEATS


class MatchState(NamedTuple):
    """A match. `secret` is the last one opened, or the commitment; `played` counts scored hands;
    `order` is the turn order of the places, in which the next hand is dealt, and `reseated` says
    that it was changed since the last.

    `lost_deal` are the places that have lost the deal in this dealer round, `dealer_rounds` the
    rounds before it; `players` sit at the places now, `bots` gives, by place, the level of the
    built-in player that plays there, and `leavers` have left a place in the running hand; `excused`
    is what the network was given of each place's time, in ms. After a hand is over it stays in
    `hand`; `terminal` means that its secret has yet to be opened. A match with real tiles is in
    phase `scoring` from its first event on and has a `sheet` instead of a hand. `court` holds the
    disputes, and every scored hand as it was played.
    """

    phase: MatchPhase
    setup: MatchOpened | None
    ruleset: Ruleset
    digests: tuple[str | None, ...]
    entropies: tuple[str | None, ...]
    missed: tuple[Place, ...]
    secret: str
    transcript: str
    order: TurnOrder
    reseated: bool
    dealer: Place
    repeat: int
    hand_number: int
    played: int
    lost_deal: tuple[Place, ...]
    dealer_rounds: int
    points: tuple[int, ...]
    players: tuple[Player, ...]
    bots: tuple[str | None, ...]
    leavers: tuple[Player, ...]
    excused: tuple[int, ...]
    paused: bool
    time_called: bool
    end_reason: str | None
    court: Court
    sheet: Sheet
    # Last, because most events change nothing else: see evolve.
    hand: HandState | None

    @property
    def dealer_rounds_done(self) -> int:
        """How often every player has lost the deal."""
        return self.dealer_rounds + (len(self.lost_deal) == len(PLACES))

    @classmethod
    def empty(cls) -> MatchState:
        """Before the first event."""
        return EMPTY


EMPTY: Final = MatchState(
    phase="new",
    setup=None,
    ruleset=PRESETS["bao"],
    digests=(None,) * 4,
    entropies=(None,) * 4,
    missed=(),
    secret="",
    transcript="",
    order=AS_SEATED,
    reseated=False,
    dealer=0,
    repeat=0,
    hand=None,
    hand_number=0,
    played=0,
    lost_deal=(),
    dealer_rounds=0,
    points=(0, 0, 0, 0),
    players=(),
    bots=(None,) * 4,
    leavers=(),
    excused=(0, 0, 0, 0),
    paused=False,
    time_called=False,
    end_reason=None,
    court=NO_COURT,
    sheet=(),
)
"""The state before the first event; the ruleset in it is a stand-in until the match is opened."""
