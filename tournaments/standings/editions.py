"""Standings as they were published: kept for good, with what a later edition changed.

Owns editions. Must not know when a correction period ends: whoever has the
clock says so, and then the edition becomes official.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from engine.errors import InvalidInput
from tournaments.people import Player
from tournaments.standings.standing import Line, Standings

Column = Literal["place", "table_points", "game_points", "listed"]


@dataclass(frozen=True, slots=True)
class Difference:
    """One number that changed; points in twelfths. `listed` is 1 for those in the list, else 0."""

    player: Player
    column: Column
    before: int
    after: int


@dataclass(frozen=True, slots=True)
class Edition:
    """The standings after a round as people saw them; `number` counts from 1 for each round."""

    number: int
    standings: Standings
    reason: str = ""
    differences: tuple[Difference, ...] = ()
    is_official: bool = False


Editions = tuple[Edition, ...]


def editions_after(editions: Editions, after_round: int) -> Editions:
    """The editions of one round, the oldest first."""
    return tuple(each for each in editions if each.standings.after_round == after_round)


def published(editions: Editions, standings: Standings, reason: str = "") -> Editions:
    """With a new edition at the end, unless the last one of that round says the same already.

    A second edition needs a reason. It is provisional, whatever the first one was.
    """
    earlier = editions_after(editions, standings.after_round)
    if not earlier:
        return (*editions, Edition(1, standings, reason))
    if earlier[-1].standings == standings:
        return editions
    if not reason.strip():
        raise InvalidInput("a correction of what was published needs a reason", "reason")
    changed = differences(earlier[-1].standings, standings)
    return (*editions, Edition(len(earlier) + 1, standings, reason, changed))


def made_official(editions: Editions, after_round: int) -> Editions:
    """The last edition of that round becomes official; the earlier ones stay as they are."""
    own = editions_after(editions, after_round)
    if not own:
        raise InvalidInput(f"nothing is published after round {after_round}", "round")
    return tuple(replace(each, is_official=True) if each is own[-1] else each for each in editions)


def differences(before: Standings, after: Standings) -> tuple[Difference, ...]:
    """Every number that is not the same, in the order of the new list, the left out at the end."""
    old = {line.player: line for line in before.lines}
    new = {line.player: line for line in after.lines}
    players = [*new, *(player for player in old if player not in new)]
    return tuple(
        change
        for player in players
        for change in _changes(player, old.get(player), new.get(player))
    )


def _changes(player: Player, old: Line | None, new: Line | None) -> list[Difference]:
    if old is None or new is None:
        return [Difference(player, "listed", int(old is not None), int(new is not None))]
    pairs: list[tuple[Column, int, int]] = [
        ("place", old.place, new.place),
        ("table_points", old.totals.table_points, new.totals.table_points),
        ("game_points", old.totals.game_points, new.totals.game_points),
    ]
    return [Difference(player, column, was, now) for column, was, now in pairs if was != now]
