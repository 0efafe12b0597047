"""Group commit: appends of different tables that come together share one transaction.

Owns which appends go together. Each is judged by `tables_append` on its own: one that lost a
race does not disturb the others of its group.
"""

from __future__ import annotations

import asyncio
import logging
from typing import Any, TypeAlias

import msgspec
import psycopg
from psycopg_pool import AsyncConnectionPool

from tables.events import statements

logger = logging.getLogger(__name__)

Params: TypeAlias = tuple[Any, ...]
Rows: TypeAlias = list[tuple[Any, ...]]

GROUP = 64
TRIES = 5
LANES = 2
"""While one group is being committed the next may be on its way."""

NAMES = (
    "t", "c", "e", "at", "type", "schema", "hand", "data", "actor", "prev", "hash", "phase",
    "deadline", "clock", "rest",
)  # fmt: skip
JSON = frozenset({"data", "clock", "rest"})

APPENDS = """
SELECT o.n, tables_append(o.t, o.c, o.e, o.at, o.type, o.schema, o.hand, o.data, o.actor, o.prev,
    o.hash, o.phase, o.deadline, o.clock, o.rest)
FROM json_to_recordset(%s::json) AS o(
    n integer, t uuid, c text, e integer, at timestamptz, type text, schema smallint,
    hand integer, data jsonb, actor text, prev text, hash text, phase text,
    deadline timestamptz, clock jsonb, rest jsonb)
"""

_encode = msgspec.json.Encoder().encode


class Committer:
    """Takes the parameters of appends and gives their rows, once they are committed."""

    def __init__(self, pool: AsyncConnectionPool) -> None:
        self._pool = pool
        self._waiting: list[tuple[Params, asyncio.Future[Rows]]] = []
        self._lanes: set[asyncio.Task[None]] = set()

    async def append(self, params: Params) -> Rows:
        """The rows of one append. Raises psycopg.Error if it was not committed."""
        loop = asyncio.get_running_loop()
        done: asyncio.Future[Rows] = loop.create_future()
        self._waiting.append((params, done))
        if len(self._lanes) < LANES:
            lane = loop.create_task(self._work())
            self._lanes.add(lane)
            lane.add_done_callback(self._lanes.discard)
        return await done

    async def _work(self) -> None:
        while self._waiting:
            group, self._waiting = self._waiting[:GROUP], self._waiting[GROUP:]
            # Always in the same order, so that two processes do not wait for each other.
            group.sort(key=lambda item: item[0][0])
            try:
                rows = await self._commit([params for params, _ in group])
            except Exception:
                logger.info("a group of appends failed; each is tried alone", exc_info=True)
                await asyncio.gather(*[self._alone(*item) for item in group])
                continue
            for n, answer in rows:
                done = group[n][1]
                if not done.done():
                    done.set_result([(answer,)])

    async def _commit(self, group: list[Params]) -> Rows:
        orders = [as_record(n, params) for n, params in enumerate(group)]
        async with self._pool.connection() as link:
            cursor = await link.execute(APPENDS, (_encode(orders).decode(),), prepare=True)
            return await cursor.fetchall()

    async def _alone(self, params: Params, done: asyncio.Future[Rows]) -> None:
        """One append by itself. It may have been committed before the line broke: then its
        command id says so."""
        try:
            rows = await execute(self._pool, statements.APPEND, params)
        except psycopg.Error as error:
            if not done.done():
                done.set_exception(error)
        else:
            if not done.done():
                done.set_result(rows)


async def execute(pool: AsyncConnectionPool, sql: str, params: Params) -> Rows:
    """The rows of one statement, tried again where a connection turns out to be dead.

    Only for statements that may be carried out twice.
    """
    for attempt in range(TRIES):
        try:
            async with pool.connection() as link:
                cursor = await link.execute(sql, params, prepare=True)
                return await cursor.fetchall() if cursor.description else []
        except psycopg.OperationalError:
            if attempt + 1 == TRIES:
                raise
            await asyncio.sleep(0.05 * 2**attempt)
    raise AssertionError("unreachable")


def as_record(n: int, params: Params) -> dict[str, Any]:
    """One append's parameters under the names of the record that the statement reads."""
    record = {
        name: msgspec.Raw(value.encode()) if name in JSON and value is not None else value
        for name, value in zip(NAMES, params, strict=True)
    }
    record["n"] = n
    return record
