"""What a built-in player sees: its own hand and what lies open on the table.

Owns the only bridge from the state to a player. Must not pass on anything that
a person at that seat could not see.
"""

from __future__ import annotations

from typing import NamedTuple

from engine.hands import PackedHand
from engine.melds import Meld
from engine.play.state import HandPhase, MatchState, Spoken
from engine.rules.contract import Contract
from engine.rules.ruleset import Ruleset
from engine.seats import ALL_SEATS, Seat
from engine.tiles import Kind


class SeatView(NamedTuple):
    """A hand 局 from one seat.

    `melds` and `discards` go by seat; concealed kongs of others are left out of
    `melds`, being unseen. `tile` is the one drawn last, or the one on offer;
    `offered_by` is None in the own turn. `wall_left` includes the dead wall.
    """

    ruleset: Ruleset
    seat: Seat
    phase: HandPhase
    concealed: PackedHand
    melds: tuple[tuple[Meld, ...], ...]
    discards: tuple[tuple[Kind, ...], ...]
    wilds: tuple[Kind, ...]
    contract: Contract | None
    spoken: tuple[Spoken, ...]
    wall_left: int
    tile: Kind | None
    offered_by: Seat | None


def seat_view(state: MatchState, seat: Seat) -> SeatView:
    """The running hand as this seat sees it. The state must have a hand."""
    hand = state.hand
    assert hand is not None, "there is no hand to look at"
    offered = hand.phase in ("claims", "rob")
    return SeatView(
        ruleset=state.ruleset,
        seat=seat,
        phase=hand.phase,
        concealed=hand.hands[seat],
        melds=tuple(_open_melds(state, owner, seat) for owner in ALL_SEATS),
        discards=hand.discards,
        wilds=hand.wilds,
        contract=hand.contract,
        spoken=hand.spoken,
        wall_left=hand.wall_left,
        tile=hand.tile if offered or hand.turn == seat else None,
        offered_by=hand.turn if offered else None,
    )


def _open_melds(state: MatchState, owner: Seat, viewer: Seat) -> tuple[Meld, ...]:
    assert state.hand is not None
    return tuple(
        laid.meld
        for laid in state.hand.melds[owner]
        if owner == viewer or not laid.meld.is_concealed
    )
