"""Free 自由麻将: no contract, self-draw and robbed kongs only (W3, P7, L5)."""

from __future__ import annotations

from typing import Final

from engine.rules.contract import Contract
from engine.rules.option import Options
from engine.rules.ruleset import Blessing, Game
from engine.rules.settlement import Part, Source, Win
from engine.rules.text import Text
from engine.seats import E, Seat, others


def minimum(options: Options, contract: Contract | None, winner: Seat) -> int:
    """W3: the same for everybody."""
    return options.free_minimum


def may_rob(options: Options, contract: Contract | None, winner: Seat, robbed: Seat) -> bool:
    """P7: anybody, if `free_rob` allows it at all."""
    return options.free_rob


def blessing_fits(blessing: Blessing, winner: Seat, source: Source, discarder: Seat | None) -> bool:
    """E12: heavenly is the dealer's deal, earthly another player's win with the first draw."""
    return source == "self_draw" and (winner == E) == (blessing == "heavenly")


def win_parts(options: Options, win: Win) -> tuple[Part, ...]:
    """L5: each pays 2^(t-2); after a robbed kong the robbed player may have to pay for all."""
    share = 1 << (win.tai - 2)
    if win.discarder is not None and options.free_rob_pay == "robbed_all":
        return (Part(win.discarder, win.winner, 3 * share, "hand"),)
    return tuple(Part(seat, win.winner, share, "hand") for seat in others(win.winner))


def exhausted_parts(options: Options, contract: Contract | None) -> tuple[Part, ...]:
    """L5: an exhausted hand costs nothing."""
    return ()


def wild_kinds(options: Options, contract: Contract | None) -> int:
    """C3: one or two kinds, the same in every hand."""
    return options.free_wild_kinds


FREE_GAME: Final = Game(
    id="free",
    version=1,
    names=Text("自由麻将", "自由麻將", "Free"),
    has_auction=False,
    sources=("self_draw", "robbed_kong"),
    flat_minimum=3,
    win_rule="W3",
    part_rules={"hand": "L5", "contract": "L5"},
    exhausted_rule="L5",
    minimum=minimum,
    may_rob=may_rob,
    blessing_fits=blessing_fits,
    win_parts=win_parts,
    exhausted_parts=exhausted_parts,
    wild_kinds=wild_kinds,
    lengths=("hands", "open"),
)
