"""Handing a seat over in the midst of a match: to a substitute, a built-in player, or back.

Owns who may take a seat when. Whoever sits down plays with what the place has: its tiles, its
points, its reserve.
"""

from __future__ import annotations

from typing import Final

from engine.play import commands as c
from engine.play import events as e
from engine.play.refusals import refuse
from engine.play.setup import check_successor
from engine.play.state import PLACES, MatchState, Place

Events = tuple[e.Event, ...]
_CONTRIBUTING: Final = ("commit", "open")


def hand_over_seat(state: MatchState, command: c.HandOverSeat) -> Events:
    """Takes effect at once, paused or not; a decision that is due is then the new player's.

    Raises InvalidInput for a player who cannot be.
    """
    if state.setup is None or state.phase in ("new", "ended"):
        refuse("no_match", "Z2", f"no match is open: it is in phase {state.phase}")
    place = command.place
    if place not in PLACES:
        refuse("no_place", "T3", f"there is no place {place}: 0 to 3")
    check_successor(command.player, state.setup.play)
    if command.player.at(place) == state.players[place]:
        refuse("same_player", "T3", f"this player sits at place {place} already")
    _require_stranger(state, command)
    handed = e.SeatHandedOver(place, command.player, command.reason)
    return (handed, *_without_contribution(state, place))


def _require_stranger(state: MatchState, command: c.HandOverSeat) -> None:
    """Nobody sits at two places, nor plays a hand of which they have seen another seat's tiles."""
    player, place = command.player, command.place
    if player.kind == "bot" or not player.id:
        return
    for other in state.players:
        if other.place != place and other.kind == "human" and other.id == player.id:
            refuse("sits_already", "T3", f"{player.name} sits at place {other.place}")
    for left in state.leavers if state.phase == "hand" else ():
        if left.place != place and left.kind == "human" and left.id == player.id:
            refuse("saw_other_hand", "T3", f"{player.name} has seen place {left.place}'s tiles")


def _without_contribution(state: MatchState, place: Place) -> Events:
    """What the person who leaves had yet to contribute to the walls counts as missed.

    A built-in player stays until it has contributed: the host, who plays it, could otherwise
    choose between two walls.
    """
    if state.phase not in _CONTRIBUTING:
        return ()
    if state.players[place].kind == "bot":
        refuse("entropy_running", "Z1", "a built-in player stays until it has contributed")
    if place in state.missed or state.entropies[place] is not None:
        return ()
    return (e.EntropyMissed(place, "commit" if state.digests[place] is None else "open"),)
