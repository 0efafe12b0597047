"""Proving the records of an archive one after the other, or several at a time.

Owns what is kept of each: a few lines, so that an event of any size needs no more memory than its
longest match.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import NamedTuple, TypeAlias

from engine.archive.extracts import Extract, extract_from
from engine.archive.manifest import Listed, listed_as
from engine.errors import EngineError
from engine.hashing import Json
from engine.record import parse_header
from engine.report import Report
from engine.trailer import parted
from engine.verify import verify


class Proved(NamedTuple):
    """What came of proving a record's file: its header, or {} if it has none that can be read."""

    listed: Listed
    header: Mapping[str, Json]
    trailer: bytes | None
    report: Report
    extract: Extract


Prover: TypeAlias = Callable[[Callable[[bytes], Proved], Iterable[bytes]], Iterator[Proved]]
"""Proves records in their order: `map`, or what does the same several at a time."""


def prove_record(data: bytes, *, key: str | None = None) -> Proved:
    """Prove the bytes of a record's file; never raises. `key`: who has to have signed it."""
    report = verify(data, key=key)
    body, trailer = parted(data)
    extract = extract_from(body, holds=report.ok)
    return Proved(listed_as(data), _header(body), trailer, report, extract)


def _header(body: bytes) -> Mapping[str, Json]:
    try:
        return parse_header(body[: body.find(b"\n")].decode())
    except (EngineError, UnicodeDecodeError):
        return {}
