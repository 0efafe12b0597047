"""What an event gives for places: chosen by the organiser, frozen when the event starts.

Owns the choices and what makes them valid. Must not know any match.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.errors import InvalidInput
from tournaments.points.twelfths import WHOLE

ByPlace = tuple[int, int, int, int]
"""Twelfths for the first, second, third and fourth of a table."""

NOTHING: ByPlace = (0, 0, 0, 0)


@dataclass(frozen=True, slots=True)
class ByeScore:
    """What a round without a table is worth: game points, and table points in twelfths."""

    game: int = 0
    table: int = 0


@dataclass(frozen=True, slots=True)
class PointsScheme:
    """Table points 名次分 and place bonuses 顺位分 by place, and the set score of a bye 轮空."""

    table: ByPlace = NOTHING
    bonus: ByPlace = NOTHING
    bye: ByeScore = ByeScore()


def by_place(values: Sequence[int], *, field: str = "table") -> ByPlace:
    """Four whole numbers of points, none above the one before it, as twelfths.

    Whole, because a tie of two, three or four is then exact in twelfths.
    """
    if len(values) != 4:
        raise InvalidInput(f"four values, one for each place; got {len(values)}", field)
    first, second, third, fourth = values
    if not first >= second >= third >= fourth:
        raise InvalidInput(f"a better place may not bring less: {list(values)}", field)
    return (first * WHOLE, second * WHOLE, third * WHOLE, fourth * WHOLE)


CHINESE = by_place((4, 2, 1, 0))
"""4-2-1-0, as in the Chinese competition rules."""


def bonuses(values: Sequence[int]) -> ByPlace:
    """Place bonuses, which have to add up to zero so that a match stays zero-sum."""
    given = by_place(values, field="bonus")
    if sum(given):
        raise InvalidInput(f"bonuses have to add up to zero: {list(values)}", "bonus")
    return given
