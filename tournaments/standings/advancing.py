"""Who goes on to the next stage: the top of the standings, the top of each table, wild cards 外卡.

Owns the choice and its order, which is the next stage's seeding. Must not
decide where the criteria do not: players level across the cut are handed back.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from engine.errors import InvalidInput
from tournaments.people import Player
from tournaments.standings.standing import Line, Standings


@dataclass(frozen=True, slots=True)
class Tie:
    """Players who are level in everything, and how many of them can still go on."""

    players: tuple[Player, ...]
    room: int


@dataclass(frozen=True, slots=True)
class Advancing:
    """`through` in the order of their seeds; `ties` are for the organiser, or a lot, to settle."""

    through: tuple[Player, ...]
    ties: tuple[Tie, ...] = ()


Key = tuple[int, int]
"""Rank at the table (0 where no table counts) and place in the standings: less is better."""


def top_of_standings(standings: Standings, count: int) -> Advancing:
    """The first so many; fewer only where the list is shorter."""
    _check_count(count)
    through, tie = _best([((0, line.place), line.player) for line in standings.lines], count)
    return Advancing(tuple(player for _, player in through), tie)


def top_of_tables(standings: Standings, number_of_round: int, count: int) -> Advancing:
    """The first so many of each table of that round: winners first, each rank by the standings.

    Players level at their table go by the standings. Whoever is ranked nowhere
    takes nobody's way: the next one at the table moves up.
    """
    _check_count(count)
    tables: dict[str, list[tuple[Key, Player]]] = defaultdict(list)
    for line in standings.lines:
        for table, rank in _ranks(line, number_of_round):
            tables[table].append(((rank, line.place), line.player))
    through: list[tuple[Key, Player]] = []
    ties: tuple[Tie, ...] = ()
    for _, seated in sorted(tables.items()):
        best, tie = _best(sorted(seated), count)
        keys = [key for key, _ in best]
        through += [((keys.index(key), key[1]), player) for key, player in best]
        ties += tie
    return Advancing(tuple(player for _, player in sorted(through)), ties)


def _ranks(line: Line, number_of_round: int) -> list[tuple[str, int]]:
    parts = [part for part in line.parts if part.round == number_of_round]
    return [(part.ref, part.rank) for part in parts if part.rank is not None]


def _best(
    ranked: Sequence[tuple[Key, Player]], count: int
) -> tuple[list[tuple[Key, Player]], tuple[Tie, ...]]:
    """From players in order: those who are in for certain, and the tie across the cut, if any."""
    through: list[tuple[Key, Player]] = []
    for _, group in groupby(ranked, key=lambda each: each[0]):
        level = list(group)
        room = count - len(through)
        if not room:
            break
        if len(level) > room:
            return through, (Tie(tuple(player for _, player in level), room),)
        through += level
    return through, ()


def _check_count(count: int) -> None:
    if count < 1:
        raise InvalidInput(f"at least one goes on, not {count}", "count")


def with_wild_cards(
    advancing: Advancing, standings: Standings, players: Sequence[Player]
) -> Advancing:
    """With these behind the others, in the order given. They have to be in the standings."""
    places = standings.places()
    for player in players:
        if player in advancing.through or player not in places:
            raise InvalidInput(f"{player} is through already, or not in the standings", "players")
    if len(set(players)) != len(players):
        raise InvalidInput("a wild card is given twice", "players")
    return replace(advancing, through=(*advancing.through, *players))
