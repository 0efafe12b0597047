"""A sheet that comes in again: its lines by the names of their columns, and what is wrong where.

Owns how a cell is found and named, and whom a cell means. Must not know what a sheet is for.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from tournaments.domain.commands import Command
from tournaments.domain.names import same_name_key
from tournaments.domain.parts import EntryId
from tournaments.domain.refusals import refuse
from tournaments.domain.state import TournamentState
from tournaments.exports.columns import plain_word
from tournaments.exports.encodings import read_text
from tournaments.exports.grid import Grid, GridLine, grid_of
from tournaments.exports.preview import MOST_BYTES, QUESTIONS, Problem

Vocabulary = Mapping[str, tuple[str, ...]]
"""By field the names of its column, the exported one first."""
Needed = Sequence[tuple[str, ...]]
"""Columns without which nothing can be understood; of each group one is enough."""


@dataclass(frozen=True, slots=True)
class Cells:
    """A line, cell by cell under its field."""

    number: int
    texts: tuple[str, ...]
    fields: tuple[str | None, ...]

    def text(self, name: str) -> str:
        """The cell of a field without spaces around it; empty where there is none."""
        at = self.column(name)
        return self.texts[at - 1].strip() if 0 < at <= len(self.texts) else ""

    def column(self, name: str) -> int:
        """From 1; 0 where the sheet has no such column."""
        return self.fields.index(name) + 1 if name in self.fields else 0

    def problem(self, code: str, name: str, other: str = "") -> Problem:
        """What is wrong with one of the cells."""
        return Problem(code, self.number, self.column(name), name, self.text(name), other)

    def whole(self, name: str) -> int | None:
        """A whole number from 1 on, or None."""
        text = self.text(name)
        return int(text) if text.isascii() and text.isdecimal() and 0 < len(text) < 6 else None


@dataclass(slots=True)
class Findings:
    """What was found line by line. `notes` say why a line is left out without being wrong."""

    problems: dict[int, list[Problem]] = field(default_factory=lambda: defaultdict(list))
    notes: dict[int, str] = field(default_factory=dict)

    def add(self, problem: Problem) -> None:
        """Beside the line that it is about."""
        self.problems[problem.line].append(problem)

    def note(self, rows: Sequence[Cells], code: str) -> None:
        """These lines are left out."""
        self.notes.update((row.number, code) for row in rows)

    def are_in(self, rows: Sequence[Cells]) -> bool:
        """Whether something is wrong with these lines."""
        return any(self.problems.get(row.number) for row in rows)


@dataclass(frozen=True, slots=True)
class SheetRow:
    """A line as it is shown. `note`: why it is left out, or empty."""

    cells: Cells
    problems: tuple[Problem, ...]
    note: str


@dataclass(frozen=True, slots=True)
class SheetPreview:
    """All of a sheet: its lines, what is wrong with the whole, and what it comes to."""

    encoding: str
    rows: tuple[SheetRow, ...]
    problems: tuple[Problem, ...]
    accepted: frozenset[str]
    commands: tuple[Command, ...]

    @property
    def open_problems(self) -> tuple[Problem, ...]:
        """What still has to be mended or answered, in the order of the file."""
        found = [*self.problems, *(one for row in self.rows for one in row.problems)]
        return tuple(problem for problem in found if not self.is_answered(problem))

    @property
    def is_ready(self) -> bool:
        """All of it can be taken in."""
        return bool(self.commands) and not self.open_problems

    def is_answered(self, problem: Problem) -> bool:
        """A question that was answered with yes."""
        return problem.code in QUESTIONS and problem.key in self.accepted


@dataclass(frozen=True, slots=True)
class Given:
    """A sheet as it was read, before anything is judged."""

    encoding: str
    lines: tuple[Cells, ...]
    problems: tuple[Problem, ...]
    is_readable: bool

    def preview(
        self, found: Findings, commands: Sequence[Command], accepted: frozenset[str]
    ) -> SheetPreview:
        """With what was found in it and what it comes to."""
        rows = tuple(
            SheetRow(
                one, tuple(found.problems.get(one.number, ())), found.notes.get(one.number, "")
            )
            for one in self.lines
        )
        return SheetPreview(self.encoding, rows, self.problems, accepted, tuple(commands))


def read_sheet(
    given: bytes | str, words: Vocabulary, needed: Needed, encoding: str | None = None
) -> Given:
    """A file or pasted text. Refuses `too_big` and `bad_encoding`; all else is a problem."""
    if len(given) > MOST_BYTES:
        refuse("too_big", f"at most {MOST_BYTES} bytes", "file")
    text, known = (given, "utf-8") if isinstance(given, str) else read_text(given, encoding)
    by_word = {alias: name for name, aliases in words.items() for alias in (name, *aliases)}
    grid = grid_of(text, lambda cell: by_word.get(plain_word(cell)))
    if grid.header is None:
        return Given(known, (), (Problem("no_header" if grid.lines else "no_lines", 0),), False)
    fields = tuple(by_word.get(plain_word(cell)) for cell in grid.header.cells)
    lacking = [group for group in needed if not set(group) & set(fields)]
    problems = [*_of_file(grid), *_of_header(grid, grid.header, fields)]
    problems += [Problem("no_column", grid.header.number, other=group[0]) for group in lacking]
    lines = tuple(Cells(line.number, line.cells, fields) for line in grid.lines)
    return Given(known, lines, tuple(problems), not lacking)


def _of_file(grid: Grid) -> Iterator[Problem]:
    if grid.bad_line:
        yield Problem("bad_quotes", grid.bad_line, 1)
    if not grid.lines:
        yield Problem("no_lines", 0)


def _of_header(grid: Grid, header: GridLine, fields: tuple[str | None, ...]) -> Iterator[Problem]:
    for at, (known, text) in enumerate(zip(fields, header.cells, strict=True)):
        if known is not None and known in fields[:at]:
            yield Problem("column_twice", header.number, at + 1, known, text)
        if known is None and text:
            yield Problem("unknown_column", header.number, at + 1, "", text)
    for line in grid.lines:
        for at in range(len(fields), len(line.cells)):
            if line.cells[at].strip():
                yield Problem("too_many_cells", line.number, at + 1, "", line.cells[at])


def people_meant(
    state: TournamentState, cells: Cells, id_field: str, name_field: str
) -> Collection[EntryId]:
    """Whom a line means: the entry of that id if the name beside it agrees, else by the name.

    Ids of another event mean nothing here. Those who have left give way to others of their name.
    """
    id_, name = cells.text(id_field), same_name_key(cells.text(name_field))
    known = state.entries.get(id_)
    if known is not None and (not name or same_name_key(known.person.name) == name):
        return (known.id,)
    named = [one for one in state.entries.values() if same_name_key(one.person.name) == name]
    here = [one for one in named if one.status != "withdrawn"]
    return tuple(one.id for one in here or named)
