"""A ruleset: one game with its options, and every question the engine asks of it.

No caller compares `id`; what differs between the games is a field or a method here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from engine.rules.contract import Contract
from engine.rules.element import ELEMENTS, Element
from engine.rules.option import Options
from engine.rules.settlement import Part, PartName, Settlement, Source, Win, multiplier
from engine.rules.text import Text
from engine.rules.wilds import may_be_wild_together
from engine.seats import E, Seat, next_seat
from engine.tiles import Kind

ClaimKind: TypeAlias = Literal["win", "chow", "pung", "kong"]
CLAIM_RANK: Final[Mapping[tuple[ClaimKind, bool], int]] = {
    ("win", True): 0,
    ("pung", True): 1,
    ("kong", True): 1,
    ("chow", True): 2,
    ("pung", False): 3,
    ("kong", False): 3,
    ("chow", False): 4,
}
Blessing: TypeAlias = Literal["heavenly", "earthly"]
HonourTai: TypeAlias = tuple[int, int, int, int, int, int, int]


@dataclass(frozen=True, slots=True, eq=False)
class Game:
    """What is fixed in a game, whatever its options: data, and small functions beside it.

    `flat_minimum` is the ordinary tai that 天胡, 地胡 and a flat 无财 need (E12);
    `win_rule` says from what one may win and with how much (W2, W3),
    `part_rules` what each part of a payment rests on, and `exhausted_rule` what an exhausted hand
    costs.
    """

    id: str
    version: int
    names: Text
    has_auction: bool
    sources: tuple[Source, ...]
    flat_minimum: int
    win_rule: str
    part_rules: Mapping[PartName, str]
    exhausted_rule: str
    minimum: Callable[[Options, Contract | None, Seat], int]
    may_rob: Callable[[Options, Contract | None, Seat, Seat], bool]
    blessing_fits: Callable[[Blessing, Seat, Source, Seat | None], bool]
    win_parts: Callable[[Options, Win], tuple[Part, ...]]
    exhausted_parts: Callable[[Options, Contract | None], tuple[Part, ...]]
    wild_kinds: Callable[[Options, Contract | None], int]
    lengths: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Ruleset:
    """A game together with the options of a match."""

    game: Game
    options: Options

    @property
    def id(self) -> str:
        """`bao` 包麻将 or `free` 自由麻将."""
        return self.game.id

    @property
    def version(self) -> int:
        """Version of the rules as coded; a match keeps the one it started under."""
        return self.game.version

    @property
    def has_auction(self) -> bool:
        """A contract is bid for before play (A1)."""
        return self.game.has_auction

    @property
    def wins_on_discard(self) -> bool:
        """放冲: a discard may be won on (W2, W3)."""
        return "discard" in self.game.sources

    @property
    def lengths(self) -> tuple[str, ...]:
        """What a match of this game may be measured in."""
        return self.game.lengths

    def claim_rank(self, kind: ClaimKind, *, natural: bool) -> int:
        """Where a claim stands, 0 first; `natural` if no wild stands for another tile (P5)."""
        return CLAIM_RANK[kind, natural]

    def wild_kinds_named(self, contract: Contract | None) -> int:
        """How many kinds of wild are named in a hand under this contract (C2, C3)."""
        return self.game.wild_kinds(self.options, contract)

    def wilds_fit(self, kinds: tuple[Kind, ...]) -> bool:
        """Different kinds, and neighbours where `wild_pair` asks for it (C4)."""
        if len(kinds) < 2:
            return True
        return may_be_wild_together(self.options.wild_pair, *kinds)

    def minimum(self, contract: Contract | None, winner: Seat) -> int:
        """The least ordinary tai with which this seat may win (W2, W3)."""
        return self.game.minimum(self.options, contract, winner)

    def may_rob(self, contract: Contract | None, winner: Seat, robbed: Seat) -> bool:
        """抢杠: whether this seat may win on that seat's added kong (P7)."""
        return self.game.may_rob(self.options, contract, winner, robbed)

    def blessing_fits(
        self, blessing: Blessing, winner: Seat, source: Source, discarder: Seat | None
    ) -> bool:
        """Whether 天胡 or 地胡 can be won by this seat in this way (E12)."""
        return self.game.blessing_fits(blessing, winner, source, discarder)

    def settle_win(self, win: Win, repeat: int) -> Settlement:
        """What a win pays (L2, L3, L5) in the `repeat`-th repeated hand (L6)."""
        parts = self.game.win_parts(self.options, win)
        return Settlement(parts, multiplier(self.options, repeat))

    def settle_exhausted(self, contract: Contract | None, repeat: int) -> Settlement:
        """What an exhausted hand 流局 pays (L4, L5, L6)."""
        parts = self.game.exhausted_parts(self.options, contract)
        return Settlement(parts, multiplier(self.options, repeat))

    def next_dealer(self, winner: Seat | None) -> Seat:
        """Which seat of this hand deals the next one; None is an exhausted hand (Z2, Z3)."""
        if winner is None or winner == E:
            return E
        return next_seat(E) if self.options.dealer_succession == "rotate" else winner

    def honour_tai(self, seat: Seat) -> HonourTai:
        """What a pung of each honour, East first, is worth to this seat (E1, E2)."""
        if self.options.wind_scheme == "east2":
            return (2, 0, 0, 0, 1, 1, 1)
        winds = [2 if seat == E else 1, 0, 0, 0]
        if seat != E:
            winds[seat] = 1
        return (winds[0], winds[1], winds[2], winds[3], 1, 1, 1)

    def tai_of(self, element: Element) -> int:
        """What an element is worth under these options, winds apart."""
        if element.id == "all_honours":
            return self.options.all_honours
        return element.tai(self.id)

    def elements(self) -> tuple[Element, ...]:
        """The elements that this game knows."""
        return tuple(element for element in ELEMENTS if element.tai(self.id))
