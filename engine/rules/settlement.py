"""What a finished hand pays: parts, the laozhuang multiplier, and the sum for each seat (L1-L7)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from engine.rules.contract import Contract
from engine.rules.option import Options
from engine.seats import Seat, format_seat

PartName: TypeAlias = Literal["hand", "contract"]
Source: TypeAlias = Literal["self_draw", "discard", "robbed_kong"]
Payments: TypeAlias = tuple[int, int, int, int]

SOURCES: tuple[Source, ...] = ("self_draw", "discard", "robbed_kong")


@dataclass(frozen=True, slots=True)
class Part:
    """One payment from a seat to another, before the multiplier, and what it is for."""

    payer: Seat
    payee: Seat
    amount: int
    name: PartName

    def as_dict(self) -> dict[str, str | int]:
        """Its JSON form."""
        return {
            "from": format_seat(self.payer),
            "to": format_seat(self.payee),
            "amount": self.amount,
            "part": self.name,
        }


@dataclass(frozen=True, slots=True)
class Settlement:
    """All parts of a hand and what multiplies them."""

    parts: tuple[Part, ...]
    multiplier: int

    @property
    def payments(self) -> Payments:
        """What each seat gains or loses, E S W N; adds up to 0 (L7)."""
        sums = [0, 0, 0, 0]
        for part in self.parts:
            sums[part.payer] -= part.amount * self.multiplier
            sums[part.payee] += part.amount * self.multiplier
        return sums[0], sums[1], sums[2], sums[3]


@dataclass(frozen=True, slots=True)
class Win:
    """The facts of a win 胡 that decide who pays; `discarder` is whose tile it was, or None."""

    winner: Seat
    source: Source
    discarder: Seat | None
    tai: int
    contract: Contract | None


def multiplier(options: Options, repeat: int) -> int:
    """老庄 (L6): 2 in every repeated hand; compound doubles with each repeat up to the cap."""
    if options.laozhuang == "off" or repeat == 0:
        return 1
    if options.laozhuang == "flat":
        return 2
    return 1 << min(repeat, options.laozhuang_cap)
