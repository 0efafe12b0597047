"""What a built-in player sees: its own hand and what lies open on the table.

Owns the only bridge from the state to a player. Must not pass on anything that
a person at that seat could not see.
"""

from __future__ import annotations

from collections.abc import Callable
from operator import itemgetter
from typing import NamedTuple

from engine.hands import PackedHand
from engine.melds import Meld
from engine.play.state import OPEN_WINDOWS, HandPhase, Laid, MatchState, Spoken
from engine.rules.contract import Contract
from engine.rules.ruleset import Ruleset
from engine.seats import Seat
from engine.tiles import Kind

_NO_MELDS: tuple[tuple[Meld, ...], ...] = ((), (), (), ())


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
    offered = hand.phase in OPEN_WINDOWS
    fields = (
        state.ruleset,
        seat,
        hand.phase,
        hand.hands[seat],
        _seen_melds(hand.melds, seat) if any(hand.melds) else _NO_MELDS,
        hand.discards,
        hand.wilds,
        hand.contract,
        hand.spoken,
        hand.tail - hand.head,
        hand.tile if offered or hand.turn == seat else None,
        hand.turn if offered else None,
    )
    # Players are asked thousands of times a second: half of what the class itself takes.
    return tuple.__new__(SeatView, fields)


def _seen_melds(melds: tuple[tuple[Laid, ...], ...], viewer: Seat) -> tuple[tuple[Meld, ...], ...]:
    seen: list[tuple[Meld, ...]] = []
    for owner, laid in enumerate(melds):
        if not laid:
            seen.append(())
        elif owner == viewer:
            seen.append(tuple(map(_MELD, laid)))
        else:
            # Only a concealed kong was made of nobody's tile.
            seen.append(tuple([meld for meld, source in laid if source is not None]))
    return tuple(seen)


_MELD: Callable[[Laid], Meld] = itemgetter(0)
