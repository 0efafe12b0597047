"""A list of players before anybody is entered: what was read, and what is wrong with it.

Owns the judgement of rows. Nothing is stored: the organiser answers questions or mends the text
and gives it again. Must not know how the list arrived.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Final

from tournaments.domain.commands import AddEntry
from tournaments.domain.names import same_name_key
from tournaments.domain.parts import EntryId, Person
from tournaments.domain.refusals import refuse
from tournaments.domain.state import Entry
from tournaments.domain.terms import MOST_PLAYERS
from tournaments.exports.columns import field_of_column
from tournaments.exports.encodings import read_text
from tournaments.exports.grid import Grid, GridLine, grid_of
from tournaments.exports.person import CellFault, person_of

MOST_BYTES: Final = 1_000_000
QUESTIONS: Final = ("duplicate_in_file", "duplicate_entry", "unknown_column")
"""Codes that the organiser may answer with yes; all others have to be mended."""


@dataclass(frozen=True, slots=True)
class Problem:
    """What is wrong where: `line` of the file and `column`, both from 1, 0 for all of it.

    `value` is the cell's text, `other` what it collides with: an earlier line's number or the
    name of an entry.
    """

    code: str
    line: int
    column: int = 0
    field: str = ""
    value: str = ""
    other: str = ""

    @property
    def key(self) -> str:
        """What names the problem when a question is answered: `5.1:duplicate_entry`."""
        return f"{self.line}.{self.column}:{self.code}"


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the list. `person` is None while a problem is in the way.

    `is_left_out`: by the organiser, or because the list calls them withdrawn.
    """

    line: int
    cells: tuple[str, ...]
    person: Person | None
    email: str = ""
    problems: tuple[Problem, ...] = ()
    is_left_out: bool = False
    column: int = 1
    """The column it begins in, beyond the first for names that share a line."""

    @property
    def key(self) -> str:
        """What names the row when it is left out: `5.1`."""
        return f"{self.line}.{self.column}"


@dataclass(frozen=True, slots=True)
class Preview:
    """All of a list: its columns as they were named, its rows, and problems of the whole."""

    encoding: str
    delimiter: str | None
    columns: tuple[str, ...]
    fields: tuple[str | None, ...]
    rows: tuple[Row, ...]
    problems: tuple[Problem, ...]
    accepted: frozenset[str]

    @property
    def taken(self) -> tuple[Row, ...]:
        """The rows that are to be entered."""
        return tuple(row for row in self.rows if not row.is_left_out)

    @property
    def open_problems(self) -> tuple[Problem, ...]:
        """What still has to be mended or answered, in the order of the file."""
        found = [*self.problems, *(problem for row in self.taken for problem in row.problems)]
        return tuple(problem for problem in found if not self.is_answered(problem))

    @property
    def is_ready(self) -> bool:
        """Everybody taken can be entered."""
        return bool(self.taken) and not self.open_problems

    def is_answered(self, problem: Problem) -> bool:
        """A question that was answered with yes."""
        return problem.code in QUESTIONS and problem.key in self.accepted


def preview_players(
    given: bytes | str,
    entries: Iterable[Entry],
    *,
    encoding: str | None = None,
    accept: frozenset[str] = frozenset(),
    leave_out: frozenset[str] = frozenset(),
) -> Preview:
    """A file or pasted text beside those already entered.

    `accept` has keys of problems answered with yes, `leave_out` keys of rows. Refuses
    `too_big` and `bad_encoding`; everything else is a problem in the preview.
    """
    if len(given) > MOST_BYTES:
        refuse("too_big", f"at most {MOST_BYTES} bytes", "file")
    text, known = (given, "utf-8") if isinstance(given, str) else read_text(given, encoding)
    grid = grid_of(text)
    fields = _fields(grid)
    rows = [_row(line, fields, leave_out) for line in grid.lines[:MOST_PLAYERS]]
    rows = list(_with_duplicates(rows, entries, _column(fields, "name")))
    columns = grid.header.cells if grid.header else ("",)
    problems = tuple(_problems_of_file(grid, fields))
    return Preview(known, grid.delimiter, columns, fields, tuple(rows), problems, accept)


def commands_of(preview: Preview, ids: Iterator[EntryId]) -> tuple[AddEntry, ...]:
    """A command for every row taken, with ids from the caller. Refuses `list_not_ready`."""
    if not preview.is_ready:
        refuse("list_not_ready", "the list has problems that are not solved", "file")
    return tuple(
        AddEntry(next(ids), row.person, same_name_ok=bool(row.problems))
        for row in preview.taken
        if row.person is not None
    )


def _fields(grid: Grid) -> tuple[str | None, ...]:
    """What each column holds; without a header every cell is a name."""
    if grid.header is None:
        return ("name",)
    return tuple(map(field_of_column, grid.header.cells))


def _column(fields: tuple[str | None, ...], name: str) -> int:
    return fields.index(name) + 1 if name in fields else 0


def _problems_of_file(grid: Grid, fields: tuple[str | None, ...]) -> Iterator[Problem]:
    if grid.bad_line:
        yield Problem("bad_quotes", grid.bad_line)
    if not grid.lines:
        yield Problem("no_rows", 0)
    if len(grid.lines) > MOST_PLAYERS:
        yield Problem("too_many_rows", grid.lines[MOST_PLAYERS].number)
    if grid.header is not None:
        yield from _problems_of_header(grid, grid.header, fields)


def _problems_of_header(
    grid: Grid, header: GridLine, fields: tuple[str | None, ...]
) -> Iterator[Problem]:
    if "name" not in fields:
        yield Problem("no_name_column", header.number)
    for at, (field, text) in enumerate(zip(fields, header.cells, strict=True)):
        if field is not None and field in fields[:at]:
            yield Problem("column_twice", header.number, at + 1, field, text)
        used = any(line.cells[at : at + 1] not in ((), ("",)) for line in grid.lines)
        if field is None and (text or used):
            yield Problem("unknown_column", header.number, at + 1, "", text)


def _row(line: GridLine, fields: tuple[str | None, ...], leave_out: frozenset[str]) -> Row:
    problems: list[Problem] = []
    for at in range(len(fields), len(line.cells)):
        if line.cells[at]:
            problems.append(Problem("too_many_cells", line.number, at + 1, "", line.cells[at]))
    cells = {field: cell for field, cell in zip(fields, line.cells, strict=False) if field}
    person, email = None, cells.get("email", "")
    try:
        person = person_of(cells)
    except CellFault as fault:
        for code, field in fault.found:
            column = _column(fields, field) + line.column - 1
            problems.append(Problem(code, line.number, column, field, cells.get(field, "")))
    row = Row(line.number, line.cells, person, email, tuple(problems), column=line.column)
    left_out = row.key in leave_out or cells.get("status", "").strip() == "withdrawn"
    return replace(row, is_left_out=left_out)


def _with_duplicates(rows: list[Row], entries: Iterable[Entry], column: int) -> Iterator[Row]:
    """Asks about equal names: of an entry, or further up. Built-in players may share theirs."""
    entered = {
        same_name_key(entry.person.name): entry.person.name
        for entry in entries
        if entry.status != "withdrawn"
    }
    lines: dict[str, int] = {}
    for row in rows:
        if row.person is None or row.is_left_out or row.person.kind == "bot":
            yield row
            continue
        key, name = same_name_key(row.person.name), row.person.name
        where = (row.line, column + row.column - 1, "name", name)
        found = list(row.problems)
        if key in entered:
            found.append(Problem("duplicate_entry", *where, entered[key]))
        if key in lines:
            found.append(Problem("duplicate_in_file", *where, str(lines[key])))
        lines.setdefault(key, row.line)
        yield replace(row, problems=tuple(found))
