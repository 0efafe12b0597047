"""The random player: any legal action."""

from __future__ import annotations

from collections.abc import Sequence

from engine.play.commands import SeatCommand
from engine.players.chance import Rng
from engine.players.view import SeatView


class RandomPlayer:
    """Plays legally and without a thought; for tests and for filling tables quickly.

    Each sort of action is as likely as the other, then each action of the sort,
    so that kongs, claims and passes all come up often.
    """

    def choose(self, view: SeatView, legal: Sequence[SeatCommand], rng: Rng) -> SeatCommand:
        """One of the legal commands."""
        if type(legal[0]) is type(legal[-1]):
            rng.randrange(1)
            return legal[rng.randrange(len(legal))]
        sorts = tuple(dict.fromkeys(map(type, legal)))
        sort = sorts[rng.randrange(len(sorts))]
        fitting = [command for command in legal if type(command) is sort]
        return fitting[rng.randrange(len(fitting))]
