"""The request to print: words, moment, size.

Apart from what prints, whose library takes a while to load.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from tournaments.exports.wording import Words

Size: TypeAlias = Literal["a4", "letter"]


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """What proves a sheet: a short code to compare by eye, and where it can be checked."""

    code: str
    link: str


@dataclass(frozen=True, slots=True)
class Printing:
    """How papers are printed: the words, the moment (ms, UTC; and as people read it), the size."""

    words: Words
    made_at: int
    made_at_text: str
    size: Size = "a4"
