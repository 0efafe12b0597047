"""Splitting players into places, and remembering what split them.

Owns the order. Must not know points: it asks one measure after the other about
each group that is still equal, and a group nothing splits shares its place.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from tournaments.people import Player
from tournaments.standings.book import Criterion
from tournaments.standings.criteria import Value

Ask = Callable[[Criterion, Sequence[Player]], dict[Player, Value]]


@dataclass(frozen=True, slots=True)
class Group:
    """Players who are equal; `cut` is the criterion that put them behind the group before."""

    players: tuple[Player, ...]
    cut: Criterion | None


@dataclass(frozen=True, slots=True)
class Order:
    """The groups, first to last, and every value that was asked for."""

    groups: tuple[Group, ...]
    values: dict[tuple[Criterion, Player], Value]


def order_of(players: Sequence[Player], criteria: Sequence[Criterion], ask: Ask) -> Order:
    """Split by each criterion in turn. Equal players are listed by their ids."""
    values: dict[tuple[Criterion, Player], Value] = {}
    groups = [Group(tuple(sorted(players)), None)] if players else []
    for criterion in criteria:
        groups = [part for group in groups for part in _split(group, criterion, ask, values)]
    return Order(tuple(groups), values)


def _split(
    group: Group, criterion: Criterion, ask: Ask, values: dict[tuple[Criterion, Player], Value]
) -> Iterator[Group]:
    if len(group.players) == 1:
        yield group
        return
    measured = ask(criterion, group.players)
    values.update({(criterion, player): value for player, value in measured.items()})
    ranked = sorted(group.players, key=lambda player: measured[player], reverse=True)
    cut = group.cut
    for _, equal in groupby(ranked, key=lambda player: measured[player]):
        yield Group(tuple(equal), cut)
        cut = criterion
