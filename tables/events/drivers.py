"""Running the steps of a write or a read over a connection, blocking or not.

What is to be done is written once, as a generator that yields a Query and is sent the
rows; only the waiting differs here.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import Any, NamedTuple, TypeAlias, TypeVar, cast

import psycopg
from django.db import connection
from psycopg_pool import AsyncConnectionPool

T = TypeVar("T")
Rows: TypeAlias = Sequence[tuple[Any, ...]]


class Query(NamedTuple):
    """One statement; each is a transaction of its own unless the caller opened one."""

    sql: str
    params: tuple[Any, ...]


Steps: TypeAlias = Generator[Query, Rows, T]


def run(steps: Steps[T]) -> T:
    """Drive the steps over this thread's Django connection."""
    connection.ensure_connection()
    rows: Rows = ()
    with connection.wrap_database_errors, psycopg.Cursor(connection.connection) as cursor:
        try:
            query = next(steps)
            while True:
                cursor.execute(query.sql, query.params, prepare=True)
                rows = cursor.fetchall() if cursor.description else ()
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
