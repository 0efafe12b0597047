"""The points of one match, from its game points.

Owns places at a table and how tied places share. Must not know players: the
four are places 0 to 3, as in the record of the match.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.errors import InvalidInput
from tournaments.points.scheme import ByPlace, PointsScheme


@dataclass(frozen=True, slots=True)
class PlacePoints:
    """What one place of the table gets: game points whole, the rest in twelfths.

    `rank` is 1 to 4, the best of those shared; `tied` how many share it.
    """

    rank: int
    tied: int
    game: int
    table: int
    bonus: int


def points_of_match(scheme: PointsScheme, game: Sequence[int]) -> tuple[PlacePoints, ...]:
    """The points of four places, in their order. Game points have to add up to zero."""
    if len(game) != 4:
        raise InvalidInput(f"four results, one for each place; got {len(game)}", "points")
    if sum(game):
        raise InvalidInput(f"points add up to {sum(game)}, not to zero", "points")
    table, bonus = shared(game, scheme.table), shared(game, scheme.bonus)
    return tuple(
        PlacePoints(rank_of(game, own), game.count(own), own, table[place], bonus[place])
        for place, own in enumerate(game)
    )


def rank_of(game: Sequence[int], own: int) -> int:
    """1 and one more for everybody with more."""
    return 1 + sum(other > own for other in game)


def shared(game: Sequence[int], values: ByPlace) -> tuple[int, ...]:
    """Each one's part: those with equal results divide what their places bring together."""
    return tuple(_part(rank_of(game, own) - 1, game.count(own), values) for own in game)


def _part(first: int, tied: int, values: ByPlace) -> int:
    return sum(values[first : first + tied]) // tied
