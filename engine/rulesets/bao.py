"""Bao 包麻将: a contract is bid for, discards can be won on (W2, P7, L1-L4)."""

from __future__ import annotations

from typing import Final

from engine.rules.contract import Contract
from engine.rules.option import Options
from engine.rules.ruleset import Blessing, Game
from engine.rules.settlement import SOURCES, Part, Source, Win
from engine.rules.text import Text
from engine.seats import E, Seat, others


def minimum(options: Options, contract: Contract | None, winner: Seat) -> int:
    """W2: the contractor 包家 needs the bid's tai, everybody else 1."""
    return contract.tai if contract and contract.by == winner else 1


def may_rob(options: Options, contract: Contract | None, winner: Seat, robbed: Seat) -> bool:
    """P7: the contractor robs anyone; the others only the contractor, or as `rob_scope` says."""
    if contract is None or options.rob_scope == "anyone":
        return True
    return contract.by in (winner, robbed)


def blessing_fits(blessing: Blessing, winner: Seat, source: Source, discarder: Seat | None) -> bool:
    """E12: heavenly is the dealer's deal, earthly another player's win on the dealer's discard."""
    if blessing == "heavenly":
        return winner == E and source == "self_draw"
    return winner != E and source == "discard" and discarder == E


def win_parts(options: Options, win: Win) -> tuple[Part, ...]:
    """L2 hand part and L3 contract part."""
    return _hand_parts(win) + _contract_parts(win)


def _hand_parts(win: Win) -> tuple[Part, ...]:
    """2^t from each on a self-draw; from the discarder otherwise, and half of it from the rest."""
    full = 1 << win.tai
    return tuple(
        Part(seat, win.winner, full if win.discarder in (None, seat) else full // 2, "hand")
        for seat in others(win.winner)
    )


def _contract_parts(win: Win) -> tuple[Part, ...]:
    if win.contract is None:
        return ()
    contractor, stake = win.contract.by, win.contract.stake
    if contractor == win.winner:
        return tuple(Part(seat, contractor, stake, "contract") for seat in others(contractor))
    return _stake_to_each(contractor, stake)


def _stake_to_each(payer: Seat, stake: int) -> tuple[Part, ...]:
    return tuple(Part(payer, seat, stake, "contract") for seat in others(payer))


def exhausted_parts(options: Options, contract: Contract | None) -> tuple[Part, ...]:
    """L4: the contractor, or the dealer, pays the stake to each of the others."""
    if contract is None or options.draw_payer == "none":
        return ()
    payer = E if options.draw_payer == "dealer" else contract.by
    return _stake_to_each(payer, contract.stake)


def wild_kinds(options: Options, contract: Contract | None) -> int:
    """C2: as many kinds as were bid; none without a contract."""
    return contract.wild_kinds if contract else 0


BAO_GAME: Final = Game(
    id="bao",
    version=1,
    names=Text("包麻将", "包麻將", "Bao"),
    has_auction=True,
    sources=SOURCES,
    flat_minimum=0,
    win_rule="W2",
    part_rules={"hand": "L2", "contract": "L3"},
    exhausted_rule="L4",
    minimum=minimum,
    may_rob=may_rob,
    blessing_fits=blessing_fits,
    win_parts=win_parts,
    exhausted_parts=exhausted_parts,
    wild_kinds=wild_kinds,
    lengths=("hands", "dealer_rounds", "open"),
)
