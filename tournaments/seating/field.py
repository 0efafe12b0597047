"""Numbers of players that four does not divide: who plays and who sits out 轮空.

Owns the checks of a field, the choices an organiser has with an uneven one,
and fair turns. Must not know who sits with whom.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tournaments.draws import Draws
from tournaments.seating.errors import SeatingError

MOST_PLAYERS = 1000
MOST_ROUNDS = 50


@dataclass(frozen=True, slots=True)
class UnevenChoice:
    """What follows from one way to treat a field; for the organiser to compare.

    `sits_least` and `sits_most` bound how many rounds one player sits out.
    """

    how: str
    tables: int
    stand_ins: int
    sits_least: int
    sits_most: int


def uneven_choices(players: int, rounds: int) -> tuple[UnevenChoice, ...]:
    """Either some sit out in turn, with a bye's score or none, or stand-ins fill the last table."""
    extra = players % 4
    sits, over = divmod(extra * rounds, players) if players else (0, 0)
    sitting = UnevenChoice("sit_out", players // 4, 0, sits, sits + (over > 0))
    filled = UnevenChoice("stand_ins", -(-players // 4), -players % 4, 0, 0)
    return (sitting, filled) if extra else (UnevenChoice("even", players // 4, 0, 0, 0),)


def check_field(players: Sequence[str], rounds: int) -> None:
    """Refuse what cannot be seated.

    Raises SeatingError: `twice`, `too_few_players`, `too_many_players`,
    `no_rounds` or `too_many_rounds`.
    """
    if twice := sorted({player for player in players if players.count(player) > 1}):
        raise SeatingError("twice", f"entered more than once: {', '.join(twice)}")
    if len(players) < 4:
        raise SeatingError("too_few_players", f"a table takes 4 players, there are {len(players)}")
    if len(players) > MOST_PLAYERS:
        raise SeatingError("too_many_players", f"at most {MOST_PLAYERS} players can be seated")
    if rounds < 1:
        raise SeatingError("no_rounds", "there has to be a round to be seated")
    if rounds > MOST_ROUNDS:
        raise SeatingError("too_many_rounds", f"at most {MOST_ROUNDS} rounds can be planned")


def filled_up(players: Sequence[str], stand_ins: Sequence[str]) -> tuple[str, ...]:
    """The players with as many stand-ins as the last table lacks; with none named, the players.

    Raises SeatingError `too_few_stand_ins` where some are named but not enough.
    """
    lacking = -len(players) % 4
    if not stand_ins or not lacking:
        return tuple(players)
    if len(stand_ins) < lacking:
        raise SeatingError(
            "too_few_stand_ins", f"{lacking} stand-ins are needed, {len(stand_ins)} named"
        )
    return (*players, *stand_ins[:lacking])


def fair_turns(
    players: Sequence[str], rounds: int, sat: Mapping[str, Sequence[int]], draws: Draws
) -> list[tuple[str, ...]]:
    """Who sits out in each coming round: those who did so least, among them longest ago.

    `sat` has the earlier rounds each player sat out. Someone who joins late
    starts level with those who sat out least. Drawn order decides the rest.
    """
    turns: list[tuple[str, ...]] = []
    order = draws.shuffled(players)
    least = min((len(sat.get(player, ())) for player in players), default=0)
    times = {player: max(least, len(sat.get(player, ()))) for player in players}
    latest = {player: max(sat.get(player, ()), default=0) for player in players}
    now = max(latest.values(), default=0)
    for round_ in range(now + 1, now + 1 + rounds):
        order.sort(key=lambda player: (times[player], latest[player]))
        sitting = order[: len(players) % 4]
        for player in sitting:
            times[player] += 1
            latest[player] = round_
        turns.append(tuple(sitting))
    return turns
