"""Running the steps of a write or a read over a connection, blocking or not.

What is to be done is written once, as a generator that yields a Query and is sent the
rows; only the waiting differs here.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Generator, Sequence
from typing import Any, NamedTuple, TypeAlias, TypeVar, cast

import psycopg
from django.db import DEFAULT_DB_ALIAS, connections
from psycopg_pool import AsyncConnectionPool

T = TypeVar("T")
Rows: TypeAlias = Sequence[tuple[Any, ...]]

NEVER_UNASKED = sys.maxsize
"""After so many times a statement is prepared that does not ask for it."""

_kept = threading.local()


class Query(NamedTuple):
    """One statement; each is a transaction of its own unless the caller opened one."""

    sql: str
    params: tuple[Any, ...]


Steps: TypeAlias = Generator[Query, Rows, T]


def _cursor(link: psycopg.Connection) -> psycopg.Cursor:
    """This thread's cursor, kept because it remembers how the last statement was sent."""
    cursor: psycopg.Cursor | None = getattr(_kept, "cursor", None)
    if cursor is None or cursor.connection is not link:
        # Django turns preparing off, also for statements that ask for it.
        link.prepare_threshold = NEVER_UNASKED
        cursor = _kept.cursor = psycopg.Cursor(link)
    return cursor


def _has_rows(cursor: psycopg.Cursor) -> bool:
    """As `description` says, which describes each column first."""
    return bool(cursor.pgresult and cursor.pgresult.nfields)


def run(steps: Steps[T]) -> T:
    """Drive the steps over this thread's Django connection."""
    django = connections[DEFAULT_DB_ALIAS]
    django.ensure_connection()
    link = django.connection
    cursor = _cursor(link)
    rows: Rows = ()
    with django.wrap_database_errors:
        try:
            query = next(steps)
            while True:
                cursor.execute(query.sql, query.params, prepare=True)
                rows = cursor.fetchall() if _has_rows(cursor) else ()
                query = steps.send(rows)
        except StopIteration as stop:
            return cast(T, stop.value)


async def run_async(steps: Steps[T], pool: AsyncConnectionPool) -> T:
    """Drive the steps over a connection of the pool, given back between two statements."""
    try:
        query = next(steps)
        while True:
            async with pool.connection() as link:
                cursor = await link.execute(query.sql, query.params, prepare=True)
                rows = await cursor.fetchall() if cursor.description else ()
            query = steps.send(rows)
    except StopIteration as stop:
        return cast(T, stop.value)
