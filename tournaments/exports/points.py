"""Shared points in files: exact twelfths for programs, a rounded decimal for people."""

from __future__ import annotations

from fractions import Fraction

from tournaments.points.twelfths import WHOLE


def decimal(twelfths: int | Fraction) -> int | float:
    """Twelfths as points, to four places; a whole number has no point.

    >>> decimal(18), decimal(28), decimal(48)
    (1.5, 2.3333, 4)
    """
    return plain(Fraction(twelfths, WHOLE))


def plain(value: int | Fraction) -> int | float:
    """A number to four places; whole where it is whole."""
    return int(value) if value == int(value) else round(float(value), 4)
