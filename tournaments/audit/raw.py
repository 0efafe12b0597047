"""Rows of the log as they are stored, whatever they say, and whether they are one chain."""

from __future__ import annotations

from typing import Final, NamedTuple
from uuid import UUID

from django.db import connection

from engine.hashing import event_hash
from engine.record import Row
from tables.events.log import COLUMNS, Stored, row_of
from tables.events.newest import NEWEST
from tournaments.audit.faults import Fault, What

_STREAM: Final = f"SELECT {COLUMNS} FROM tables_event WHERE stream = %s ORDER BY version"

_HEADS: Final = f"""
WITH RECURSIVE {NEWEST}
SELECT e.stream, e.version, e.hash FROM newest
    JOIN tables_event e ON e.stream = newest.stream AND e.version = newest.version
"""


class Head(NamedTuple):
    """The last event of a stream."""

    stream: UUID
    version: int
    hash: str


def rows_of(stream: UUID) -> list[Row]:
    """All events of a stream, in the order of their numbers."""
    with connection.cursor() as cursor:
        cursor.execute(_STREAM, [stream])
        return [row_of(Stored(*row)) for row in cursor.fetchall()]


def stream_heads() -> list[Head]:
    """The last event of every stream that the log has."""
    with connection.cursor() as cursor:
        cursor.execute(_HEADS)
        return [Head(*row) for row in cursor.fetchall()]


def chain_fault(stream: UUID, first_prev: str, rows: list[Row]) -> Fault | None:
    """The first event that does not follow from the one before."""
    expected = first_prev
    for number, row in enumerate(rows, 1):
        seq, type_ = row.columns.seq, row.columns.type
        if seq != number:
            detail = f"event {number} is missing, {seq} {type_} comes in its place"
            return Fault(stream, What.CHAIN, detail, number, "wrong_seq")
        if row.prev != expected:
            detail = f"event {seq} {type_} does not hang on the one before"
            return Fault(stream, What.CHAIN, detail, seq, "broken_chain")
        if event_hash(row.prev, row.columns) != row.hash:
            detail = f"the hash of event {seq} {type_} is not that of what it says"
            return Fault(stream, What.CHAIN, detail, seq, "wrong_hash")
        expected = row.hash
    return None
