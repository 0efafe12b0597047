"""Cells of exported files: what a spreadsheet must not run, and how to write and read it.

Owns the guard in front of text that looks like a formula, and its exact reversal. Must not know
what a column means.
"""

from __future__ import annotations

import re
from typing import Final, TypeAlias

Cell: TypeAlias = str | int | float | bool | None
"""None is an empty cell. Numbers are written as they are: no formula begins that way."""

# What spreadsheets take for a formula, wide forms too, or skip before they look for one.
_FORMULA: Final = "=+\\-@\t\r\n＝＋－＠"
_RISKY: Final = re.compile(f"'*[ {_FORMULA}]")
_GUARDED: Final = re.compile(f"'+[ {_FORMULA}]")


def guard(text: str) -> str:
    """Text that no spreadsheet runs: an apostrophe goes before what could begin a formula.

    Apostrophes already there count as part of it, so that `unguard` gets back what was given.

    >>> guard("=1+1"), guard("'=1+1"), guard("'t Hooft"), guard("渡辺")
    ("'=1+1", "''=1+1", "'t Hooft", '渡辺')
    """
    return f"'{text}" if _RISKY.match(text) else text


def unguard(text: str) -> str:
    """What `guard` was given; text it would never write is left alone.

    >>> unguard("'=1+1"), unguard("'t Hooft"), unguard("-5")
    ('=1+1', "'t Hooft", '-5')
    """
    return text[1:] if _GUARDED.match(text) else text


def written(cell: Cell) -> str:
    """A cell as CSV has it: `true` and `false`, numbers with a point, text guarded."""
    if cell is None:
        return ""
    if isinstance(cell, bool):
        return "true" if cell else "false"
    return guard(cell) if isinstance(cell, str) else str(cell)


def join_marks(marks: tuple[str, ...]) -> str:
    """Several texts in one cell, parted by `;`; a `;` or `\\` inside one has a `\\` before it.

    >>> join_marks(("Li", "a;b"))
    'Li;a\\\\;b'
    """
    return ";".join(re.sub(r"([\\;])", r"\\\1", mark) for mark in marks)


def split_marks(text: str) -> tuple[str, ...]:
    """What `join_marks` was given; spaces around a mark and empty marks are dropped.

    >>> split_marks("Li; a\\\\;b;")
    ('Li', 'a;b')
    """
    found = re.findall(r"(?:\\.|[^\\;]|\\$)+", text, re.DOTALL)
    marks = (re.sub(r"\\(.)", r"\1", mark.strip(), flags=re.DOTALL) for mark in found)
    return tuple(mark for mark in marks if mark)
