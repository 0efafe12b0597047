"""What must hold after every event: no tile comes or goes, no point comes or goes (T1, L7)."""

from __future__ import annotations

from engine.hands import unpack
from engine.play.state import HandState, MatchState
from engine.tiles import COPIES, KINDS, count_kinds


def lost_tiles(hand: HandState) -> tuple[int, ...]:
    """Kinds of which there are not four in hands, melds, discards and wall together."""
    tiles = list(hand.wall[hand.head : hand.tail])
    for seat in range(4):
        tiles += unpack(hand.hands[seat])
        tiles += hand.discards[seat]
        for laid in hand.melds[seat]:
            tiles += laid.meld.tiles
    counts = count_kinds(tiles)
    return tuple(kind for kind in range(KINDS) if counts[kind] != COPIES)


def breaches(state: MatchState) -> list[str]:
    """What is not conserved in a state, in words; nothing if all is well."""
    found = []
    if sum(state.points):
        found.append(f"points add up to {sum(state.points)}")
    if state.hand is not None and (lost := lost_tiles(state.hand)):
        found.append(f"hand {state.hand.number}: kinds {lost} are not four each")
    return found
