"""Points shared by two, three or four, without fractions getting lost.

Owns the unit: a twelfth of a point, the smallest in which halves, thirds and
quarters are whole. Must not know what the points are given for.
"""

from __future__ import annotations

import re
from fractions import Fraction

from engine.errors import InvalidNotation

WHOLE = 12
"""Twelfths in one point."""

GLYPHS = {2: "⅙", 3: "¼", 4: "⅓", 6: "½", 8: "⅔", 9: "¾", 10: "⅚"}
"""By twelfths, the fractions that have a sign of their own."""

PATTERN = re.compile(r"(-?)([0-9]{1,9})(?:/([0-9]{1,2}))?", re.ASCII)


def format_twelfths(amount: int) -> str:
    """As people write it: 18 is `1½`, 28 is `2⅓`, -6 is `-½`, 29 is `2 5/12`."""
    whole, rest = divmod(abs(amount), WHOLE)
    sign = "-" if amount < 0 else ""
    if not rest:
        return f"{sign}{whole}"
    if rest in GLYPHS:
        return f"{sign}{whole or ''}{GLYPHS[rest]}"
    return f"{sign}{whole} {rest}/12" if whole else f"{sign}{rest}/12"


def twelfths_to_text(amount: int) -> str:
    """As a file holds it: the shortest fraction, 18 is `3/2` and 48 is `4`."""
    return str(Fraction(amount, WHOLE))


def parse_twelfths(text: str) -> int:
    """What `twelfths_to_text` wrote. Refuses decimals, and fractions that are no twelfths."""
    found = PATTERN.fullmatch(text.strip())
    if found is None:
        raise InvalidNotation(f"not a number of points: {text!r}")
    sign, upper, lower = found.groups()
    parts = int(upper) * WHOLE
    if lower is not None and (int(lower) == 0 or parts % int(lower)):
        raise InvalidNotation(f"not a number of twelfths: {text!r}")
    parts //= int(lower or 1)
    return -parts if sign else parts
