"""Knock-outs played by the tests."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import takewhile
from random import Random

from tournaments.brackets.build import Choices, build
from tournaments.brackets.plan import Bracket, From, Slot
from tournaments.brackets.results import Filled, Outcome, Sitting, fill
from tournaments.people import Player

Order = Callable[[tuple[str, ...]], Sequence[str]]
"""From the players of a table to their order, best first."""

TWO = Choices()
ONE = Choices(advance=1)
DOUBLE = Choices(kind="double")


def entrants(field: int) -> list[Player]:
    """P1 is the first seed."""
    return [Player(f"P{number}") for number in range(1, field + 1)]


def outcome(order: Sequence[str]) -> Outcome:
    """The first gets 30, then 10, -10 and -30."""
    scores = zip(order, (30, 10, -10, -30), strict=True)
    return Outcome(tuple((Player(player), (score,)) for player, score in scores))


def by_seed(players: tuple[str, ...]) -> list[str]:
    return sorted(players, key=lambda player: int(player[1:]))


def at_random(seed: int) -> Order:
    chance = Random(seed)
    return lambda players: chance.sample(players, 4)


class Cup:
    """A bracket with the results given so far."""

    def __init__(self, field: int, choices: Choices = TWO) -> None:
        self.bracket: Bracket = build(field, choices)
        self.entrants = entrants(field)
        self.results: dict[str, list[Outcome]] = {}

    @property
    def filled(self) -> Filled:
        return fill(self.bracket, self.entrants, self.results)

    def play(self, order: Order = by_seed, until: str | None = None) -> Cup:
        """Every table that can be played, round by round, up to but without `until`."""
        while ready := self._playable(until):
            for sitting in ready:
                players = tuple(player for player in sitting.players if player is not None)
                matches = self.results.setdefault(sitting.table.key, [])
                while len(matches) < sitting.table.matches:
                    matches.append(outcome(order(players)))
        return self

    def _playable(self, until: str | None) -> list[Sitting]:
        filled = self.filled
        keys = takewhile(lambda key: key != until, filled)
        return [filled[key] for key in keys if filled[key].status in ("ready", "running")]


def shown(slot: Slot) -> int | str:
    """A seed's number, or W1, R1, T1 for the first, second and third of table 1."""
    if isinstance(slot, From):
        return f"{' WRTF'[slot.rank]}{slot.table.split('.')[-1]}"
    return slot.number


def seats(bracket: Bracket, letter: str, number_of_round: int) -> list[list[int | str]]:
    """The slots of a round, such as the second of the main part, ("M", 2)."""
    start = f"{letter}{number_of_round}."
    return [
        [shown(slot) for slot in table.slots]
        for table in bracket.tables
        if table.key.startswith(start)
    ]
