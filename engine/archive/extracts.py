"""What of a match's record the rest of an archive rests on: kept while the record itself is not.

Owns which lines these are. A record of a long match has megabytes, and an event hundreds of them;
of most no line is needed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from engine.archive.derived import COURT
from engine.archive.officials import ACTORS, KEYS, officials_in
from engine.archive.texts import digests_in
from engine.loading import load
from engine.record import Row, parse_row

_COURT: Final = frozenset(name.encode() for name in COURT)
_TYPE: Final = b'"type":"'
_ACTORS: Final = tuple(f'{{"actor":"{role}:'.encode() for role in ACTORS)
_MARKS: Final = (b'"text":"', *(f'"{key}":'.encode() for key in KEYS))

Numbered = tuple[int, Row]


class Extract(NamedTuple):
    """Lines about disputes; the digests of texts, each with the first line that names it; the ids
    of officials."""

    court: tuple[Row, ...]
    texts: dict[str, int]
    officials: frozenset[str]


def extract_of(rows: Iterable[Row]) -> Extract:
    """Of all lines behind the header."""
    return _extract(enumerate(rows, start=2))


def extract_from(body: bytes, *, holds: bool) -> Extract:
    """Of a record without its trailer. Where it `holds`, every line is known to be canonical, and
    those that nobody needs are not read; else as many as can be."""
    return _extract(_needed(body)) if holds else extract_of(load(body).rows)


def _extract(lines: Iterable[Numbered]) -> Extract:
    kept = list(lines)
    rows = [row for _, row in kept]
    court = tuple(row for row in rows if row.columns.type in COURT)
    return Extract(court, digests_in(kept), frozenset(officials_in(rows)))


def _needed(body: bytes) -> Iterator[Numbered]:
    marks = [mark for mark in _MARKS if mark in body]
    for number, line in enumerate(body.split(b"\n")[1:-1], start=2):
        if _is_needed(line, marks):
            yield number, parse_row(line.decode(), number)


def _is_needed(line: bytes, marks: list[bytes]) -> bool:
    # The keys are sorted: an actor is the first, and behind the type stands its version alone.
    start = line.rfind(_TYPE) + len(_TYPE)
    if line[start : line.find(b'"', start)] in _COURT or line.startswith(_ACTORS):
        return True
    return any(mark in line for mark in marks)
