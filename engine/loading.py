"""A record's file taken apart: its lines, and whether they form one unbroken chain.

Owns the checks that need no rules: canonical lines, numbers without gaps, the
header bound to the chain, count and head. What the events mean is for `verify`.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from engine.hashing import Json, event_hash, genesis
from engine.record import FORMAT, InvalidRecord, Row, parse_header, parse_row, plain_row

_HEADER_LINE: Final = 1


@dataclass(frozen=True, slots=True)
class Problem:
    """What fails in a record, and where: the line from 1, and the event there if there is one."""

    line: int
    seq: int | None
    type: str | None
    code: str
    message: str

    def __str__(self) -> str:
        event = f", event {self.seq} {self.type}" if self.type else ""
        return f"line {self.line}{event}: {self.code}: {self.message}"

    def as_dict(self) -> dict[str, Json]:
        """Its JSON form."""
        return {
            "line": self.line,
            "seq": self.seq,
            "type": self.type,
            "code": self.code,
            "message": self.message,
        }


@dataclass(frozen=True, slots=True)
class Loaded:
    """As much of a record as could be read. `whole` is False when a line could not be."""

    header: dict[str, Json]
    rows: tuple[Row, ...]
    problem: Problem | None
    whole: bool


def problem_at(row: Row, line: int, code: str, message: str) -> Problem:
    """A problem with the event in a line."""
    return Problem(line, row.columns.seq, row.columns.type, code, message)


def load(data: bytes, format_: str = FORMAT) -> Loaded:
    """A record, or a log in another format like it, from the bytes of its file; never raises.

    The first line that cannot be read ends the rows. The first break in the
    chain is reported, and reading goes on.
    """
    try:
        lines = _lines(data)
        header = parse_header(lines[0], format_)
    except InvalidRecord as error:
        return Loaded({}, (), _unreadable(error), False)
    rows: list[Row] = []
    try:
        for number, text in enumerate(lines[1:], start=2):
            rows.append(plain_row(text) or parse_row(text, number))
    except InvalidRecord as error:
        return Loaded(header, tuple(rows), _broken(header, rows) or _unreadable(error), False)
    problem = _broken(header, rows) or _repeated(rows) or _wrong_end(header, rows)
    return Loaded(header, tuple(rows), problem, True)


def _lines(data: bytes) -> list[str]:
    if not data.endswith(b"\n"):
        last = data.count(b"\n") + 1
        raise InvalidRecord("cut_line", "the last line has no line feed at its end", last)
    try:
        return data.decode()[:-1].split("\n")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise InvalidRecord("not_utf8", "the line is not UTF-8", line) from error


def _unreadable(error: InvalidRecord) -> Problem:
    return Problem(error.line, None, None, error.code, error.message)


def _broken(header: dict[str, Json], rows: list[Row]) -> Problem | None:
    """The first event that does not follow the one before."""
    start = genesis(header)
    if rows and rows[0].prev != start:
        return problem_at(rows[0], 2, "broken_chain", "prev is not the digest of the header")
    for number, row in enumerate(rows, start=1):
        columns = row.columns
        if columns.seq != number:
            return problem_at(row, number + 1, "wrong_seq", f"seq is {columns.seq}, not {number}")
        if event_hash(row.prev, columns) != row.hash:
            return problem_at(row, number + 1, "wrong_hash", "the hash does not fit the event")
    for number, (before, row) in enumerate(pairwise(rows), start=3):
        if row.prev != before.hash:
            message = "prev is not the hash of the event before"
            return problem_at(row, number, "broken_chain", message)
    return None


def _repeated(rows: list[Row]) -> Problem | None:
    """The first event whose command id an earlier one has: a command acts once."""
    ids = [row.columns.cmd for row in rows if row.columns.cmd is not None]
    if len(set(ids)) == len(ids):
        return None
    seen: set[str] = set()
    for line, row in enumerate(rows, start=2):
        cmd = row.columns.cmd
        if cmd is not None and cmd in seen:
            return problem_at(row, line, "repeated_command", "an event before has this cmd")
        if cmd is not None:
            seen.add(cmd)
    return None


def _wrong_end(header: dict[str, Json], rows: list[Row]) -> Problem | None:
    """A tail that is cut off, or grown, differs from what the header announces."""
    if header["events"] != len(rows):
        message = f"the header announces {header['events']} events, here are {len(rows)}"
        return Problem(_HEADER_LINE, None, None, "wrong_count", message)
    head = rows[-1].hash if rows else genesis(header)
    if header["head"] != head:
        message = "the header's head is not the last event's hash"
        return Problem(_HEADER_LINE, None, None, "wrong_head", message)
    return None
