"""Built-in players: they see what a person at their seat would see, and answer with a command."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, Protocol

from engine.errors import InvalidInput
from engine.play.commands import SeatCommand
from engine.players.at_random import RandomPlayer
from engine.players.chance import Chance, Rng
from engine.players.sensible import SensiblePlayer
from engine.players.view import SeatView, seat_view

__all__ = ["LEVELS", "Chance", "Player", "Rng", "SeatView", "get", "seat_view"]


class Player(Protocol):
    """A built-in player."""

    def choose(self, view: SeatView, legal: Sequence[SeatCommand], rng: Rng) -> SeatCommand:
        """One of the legal commands; the same for the same arguments.

        They must not be empty, and be in the order of `engine.play.legal`: each sort together.
        """
        ...


LEVELS: Final[Mapping[str, Player]] = {"random": RandomPlayer(), "sensible": SensiblePlayer()}


def get(level: str) -> Player:
    """The built-in player of a level. Raises InvalidInput with the list of those there are."""
    player = LEVELS.get(level)
    if player is None:
        raise InvalidInput(f"level is one of {', '.join(LEVELS)}", "level")
    return player
