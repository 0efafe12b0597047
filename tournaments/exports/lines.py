"""Breaking a line of text where it gets too long.

Owns where a line may end: at spaces, else between letters, never between a letter and its marks.
Works on text in the order it is read, so that text from right to left is ordered afterwards.
"""

from __future__ import annotations

import unicodedata
from bisect import bisect_right
from collections.abc import Callable


def broken(text: str, width_of: Callable[[str], float], room: float) -> list[str]:
    """The text in lines no wider than `room`, one letter at least in each.

    >>> broken("to be or not", len, 5)
    ['to be', 'or', 'not']
    >>> broken("渡辺渡辺渡", len, 2)
    ['渡辺', '渡辺', '渡']
    """
    lines = []
    while text:
        end = bisect_right(range(1, len(text) + 1), room, key=lambda count: width_of(text[:count]))
        cut = _cut(text, max(end, 1))
        lines.append(text[:cut].rstrip() or text[:cut])
        text = text[cut:].lstrip()
    return lines or [""]


def _cut(text: str, end: int) -> int:
    """Where to break at or before `end`: behind a space if there is one, before no mark."""
    if end >= len(text):
        return len(text)
    space = text.rfind(" ", 1, end + 1)
    if space > 0:
        return space
    cut = end
    while cut > 1 and _joins(text, cut):
        cut -= 1
    return cut if not _joins(text, cut) else end


def _joins(text: str, at: int) -> bool:
    """Whether what begins there belongs to the letter before."""
    return unicodedata.category(text[at])[0] in "MC" or text[at - 1] == "\u200d"
