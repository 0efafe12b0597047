"""The portable record of a match: a header line, then one line an event (JSONL).

Owns the lines' form and how a header binds the chain. Does not know what the
events mean. docs/record-format.md describes the file for other programs.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Final, NamedTuple

from engine.errors import EngineError
from engine.hashing import (
    Columns,
    Json,
    canonical,
    canonical_data,
    genesis,
    is_digest,
    parse,
    quote,
)

FORMAT: Final = "zjr"
SCHEMA: Final = 1
SUFFIX: Final = ".zjr.jsonl"

_FROM_OPENING: Final = (
    "match",
    "ruleset",
    "ruleset_version",
    "engine_version",
    "options",
    "players",
    "length",
)
_ROW_KEYS: Final = frozenset({*Columns._fields, "prev", "hash"})

_TEXT = r'"([^"\\\x00-\x1f]*)"'
_NUMBER = r"(0|[1-9][0-9]{0,15})"
_TIME = r'"([0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{3}Z)"'
_PLAIN_LINE: Final = re.compile(
    rf'\{{"actor":{_TEXT},"at":{_TIME},"cmd":(?:null|{_TEXT}),"data":(\{{.*\}}),"hand":{_NUMBER},'
    rf'"hash":"([0-9a-f]{{64}})","prev":"([0-9a-f]{{64}})","seq":{_NUMBER},"type":{_TEXT},'
    rf'"v":{_NUMBER}\}}'
)
_TIME_TEXT: Final = re.compile(_TIME)


class Row(NamedTuple):
    """One event as it is stored: its columns, and its place in the chain."""

    columns: Columns
    prev: str
    hash: str


class InvalidRecord(EngineError):
    """A line that is not what a record holds; `line` counts from 1, the header's."""

    def __init__(self, code: str, message: str, line: int) -> None:
        super().__init__(code, message)
        self.line = line


def header_of(
    opened: Mapping[str, Json], *, table: str | None = None, round_: str | None = None
) -> dict[str, Json]:
    """The header of a match from the data of its MatchOpened, without `events` and `head`.

    The chain starts from this header's digest, so whoever stores the events
    needs the same table and round from the first event to the export.
    """
    header: dict[str, Json] = {"format": FORMAT, "schema": SCHEMA, "table": table, "round": round_}
    header.update({key: opened[key] for key in _FROM_OPENING})
    return header


def header_problem(header: Mapping[str, Json], opened: Mapping[str, Json]) -> str | None:
    """The first key in which a header says something else than MatchOpened."""
    for key in _FROM_OPENING:
        # Compared as they are written: true and 1 are equal in Python.
        if key not in header or canonical_data(header[key]) != canonical_data(opened.get(key)):
            return key
    return None


def row_line(row: Row) -> str:
    """An event's line, without the line feed: canonical JSON of its ten keys."""
    seq, type_, v, hand, actor, cmd, at, data = row.columns
    command = "null" if cmd is None else quote(cmd)
    return (
        f'{{"actor":{quote(actor)},"at":{quote(at)},"cmd":{command},"data":{data},"hand":{hand},'
        f'"hash":"{row.hash}","prev":"{row.prev}","seq":{seq},"type":{quote(type_)},"v":{v}}}'
    )


def header_line(header: Mapping[str, Json], events: int, head: str) -> str:
    """The first line of a record, without the line feed."""
    return canonical({**header, "events": events, "head": head})


def record_lines(header: Mapping[str, Json], rows: Iterable[Row]) -> Iterator[str]:
    """A whole record, line by line, without line feeds."""
    kept = list(rows)
    yield header_line(header, len(kept), kept[-1].hash if kept else genesis(header))
    yield from map(row_line, kept)


def joined(lines: Iterable[str]) -> bytes:
    """Lines as the bytes of a file."""
    return "".join([f"{line}\n" for line in lines]).encode()


def record_bytes(header: Mapping[str, Json], rows: Iterable[Row]) -> bytes:
    """A whole record as it is written to a file."""
    return joined(record_lines(header, rows))


def parse_header(line: str, format_: str = FORMAT) -> dict[str, Json]:
    """The header from the first line of a record, or of a log in another format like it.

    Raises InvalidRecord.
    """
    header = _object(line, 1)
    schema = header.get("schema")
    if header.get("format") != format_ or type(schema) is not int or schema != SCHEMA:
        raise InvalidRecord("unknown_format", f"not a {format_} record of schema {SCHEMA}", 1)
    if not _is_canonical(header, line):
        raise InvalidRecord("not_canonical", "the header is not in canonical form", 1)
    events = header.get("events")
    if type(events) is not int or not is_digest(header.get("head")):
        raise InvalidRecord("bad_header", "the header lacks `events` or `head`", 1)
    return header


def _is_canonical(value: Json, text: str) -> bool:
    try:
        return canonical(value) == text
    except EngineError:
        return False


def plain_row(text: str) -> Row | None:
    """An event from a line in the usual form, its data not yet known to be canonical.

    Much faster than parsing, for readers that compare the data's text with
    what it must be. None for a line that needs `parse_row`.
    """
    match = _PLAIN_LINE.fullmatch(text)
    if match is None:
        return None
    actor, at, cmd, data, hand, hash_, prev, seq, type_, v = match.groups()
    columns = Columns._make((int(seq), type_, int(v), int(hand), actor, cmd, at, data))
    return Row._make((columns, prev, hash_))


def parse_row(text: str, line: int) -> Row:
    """An event from its line. Raises InvalidRecord, also for a line not in canonical form."""
    value = _object(text, line)
    if value.keys() != _ROW_KEYS:
        raise InvalidRecord("bad_keys", "an event has exactly ten keys", line)
    if not isinstance(value["data"], dict):
        raise InvalidRecord("bad_data", "data is not an object", line)
    row = _row(value, canonical_data(value["data"]), line)
    if row_line(row) != text:
        raise InvalidRecord("not_canonical", "the line is not in canonical form", line)
    return row


def _row(value: Mapping[str, Json], data: str, line: int) -> Row:
    seq, type_, v, hand = value["seq"], value["type"], value["v"], value["hand"]
    actor, cmd, at = value["actor"], value["cmd"], value["at"]
    prev, hash_ = value["prev"], value["hash"]
    if not (
        type(seq) is int
        and isinstance(type_, str)
        and type(v) is int
        and type(hand) is int
        and isinstance(actor, str)
        and (cmd is None or isinstance(cmd, str))
        and isinstance(at, str)
        and _TIME_TEXT.fullmatch(f'"{at}"')
        and isinstance(prev, str)
        and isinstance(hash_, str)
        and is_digest(prev)
        and is_digest(hash_)
    ):
        raise InvalidRecord("bad_column", "a column does not have the form it must have", line)
    return Row(Columns(seq, type_, v, hand, actor, cmd, at, data), prev, hash_)


def _object(text: str, line: int) -> dict[str, Json]:
    try:
        value = parse(text)
    except EngineError as error:
        raise InvalidRecord("not_json", error.message, line) from error
    if not isinstance(value, dict):
        raise InvalidRecord("not_an_object", "the line is not a JSON object", line)
    return value
