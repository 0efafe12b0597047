"""From pasted text or a file's text to lines of cells.

Owns which sign parts the cells and whether the first line names columns. Must not know what
cells say.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final, TypeAlias

from tournaments.exports.cells import unguard
from tournaments.exports.columns import field_of_column

_DELIMITERS: Final = ("\t", ";", ",", "，", "、", "；")
_NONE: Final = "\x1f"
FieldOf: TypeAlias = Callable[[str], str | None]
"""What a column's name stands for; None if it is unknown."""


@dataclass(frozen=True, slots=True)
class GridLine:
    """Cells of one row, the number of the line it begins on and of its first column, from 1."""

    number: int
    cells: tuple[str, ...]
    column: int = 1


@dataclass(frozen=True, slots=True)
class Grid:
    """`header` is None for plain lists of names. `bad_line`: quotes that do not end, or 0."""

    header: GridLine | None
    lines: tuple[GridLine, ...]
    delimiter: str | None
    bad_line: int = 0


def grid_of(text: str, field_of: FieldOf = field_of_column) -> Grid:
    """The text as cells. Spaces around cells go, except in a file that was exported here.

    Lines without a word are left out, but counted. A header is a first line in which at least one
    cell is the name of a column.
    """
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    first = next((line for line in text.split("\n") if line.strip()), "")
    delimiter = _of_header(first, field_of)
    if delimiter is None:
        return _names(text)
    lines, bad = _cells(text, delimiter, is_strict=True)
    header = GridLine(lines[0].number, tuple(map(str.strip, lines[0].cells)))
    is_exact = "entry" in map(field_of, header.cells)
    rest = tuple(_tidy(line, is_exact=is_exact) for line in lines[1:])
    return Grid(header, _filled(rest), None if delimiter == _NONE else delimiter, bad)


def _of_header(line: str, field_of: FieldOf) -> str | None:
    """The sign that lets most columns be known; None if the line is no header."""
    known: Mapping[str, int] = {
        delimiter: sum(field_of(cell) is not None for cell in _split(line, delimiter))
        for delimiter in (_NONE, *_DELIMITERS)
    }
    best = max(known, key=lambda delimiter: known[delimiter])
    return best if known[best] else None


def _split(line: str, delimiter: str) -> tuple[str, ...]:
    lines, _ = _cells(line, delimiter, is_strict=False)
    return lines[0].cells if lines else ()


def _names(text: str) -> Grid:
    """A list of names: every cell is one, whichever way they are parted, and a row of its own."""
    delimiter = next((sign for sign in _DELIMITERS if sign in text), _NONE)
    if delimiter in "，、；":
        text = text.translate({ord(sign): delimiter for sign in "，、；"})
    lines, bad = _cells(text, delimiter, is_strict=True)
    if bad:
        lines, bad = _cells(text, delimiter, is_strict=False)
    names = tuple(
        GridLine(line.number, (cell,), column)
        for line in lines
        for column, cell in enumerate(_tidy(line, is_exact=False).cells, 1)
    )
    return Grid(None, _filled(names), None if delimiter == _NONE else delimiter, bad)


def _cells(text: str, delimiter: str, *, is_strict: bool) -> tuple[list[GridLine], int]:
    """All rows, and the line at which quotes went wrong, or 0. Unless strict, quotes are text."""
    source = io.StringIO(text, newline="\n")
    if is_strict:
        reader = csv.reader(source, delimiter=delimiter, strict=True)
    else:
        reader = csv.reader(source, delimiter=delimiter, quoting=csv.QUOTE_NONE)
    lines: list[GridLine] = []
    while True:
        number = reader.line_num + 1
        try:
            cells = next(reader, None)
        except csv.Error:
            return lines, number
        if cells is None:
            return lines, 0
        if any(cell.strip() for cell in cells):
            lines.append(GridLine(number, tuple(cells)))


def _tidy(line: GridLine, *, is_exact: bool) -> GridLine:
    cells = line.cells if is_exact else map(str.strip, line.cells)
    return GridLine(line.number, tuple(unguard(cell) for cell in cells))


def _filled(lines: tuple[GridLine, ...]) -> tuple[GridLine, ...]:
    return tuple(line for line in lines if any(cell.strip() for cell in line.cells))
