"""How rows are changed behind the application's back, and what has to be named then."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from django.db import connection

from engine.hashing import Columns, event_hash
from engine.record import Row
from tests.tournaments.audit.world import World
from tournaments.audit.raw import rows_of

Tampering: TypeAlias = Callable[[World], str]
"""Changes something, and says how the line begins that has to name it."""


def sql(statement: str, *values: object) -> None:
    """As a superuser whom no trigger stops."""
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL session_replication_role = replica")
        cursor.execute(statement, values)
        assert cursor.rowcount > 0, "nothing was changed"
        cursor.execute("SET LOCAL session_replication_role = DEFAULT")


def event_sql(change: str, *values: object, version: int = 9) -> Tampering:
    """A change of one event of the match; where it has to be found."""

    def tamper(world: World) -> str:
        where = "WHERE stream = %s AND version = %s"
        sql(f"UPDATE tables_event SET {change} {where}", *values, world.match.pk, version)
        return f"{world.match.pk}/{version} "

    return tamper


def event_table_sql(change: str) -> Tampering:
    """A change of what the event's terms say of the table of its match."""

    def tamper(world: World) -> str:
        sql(f"UPDATE tables_table SET {change} WHERE id = %s", world.match.pk)
        return f"{world.event.tournament.pk} opening: round 1, table 1: "

    return tamper


def rehashed(stream: Any, from_version: int, change: Callable[[Columns], Columns]) -> str:
    """One event changed, and everything behind it hashed anew: the new head."""
    rows: list[Row] = rows_of(stream)
    prev = rows[from_version - 1].prev
    for row in rows[from_version - 1 :]:
        columns = change(row.columns) if row.columns.seq == from_version else row.columns
        digest = event_hash(prev, columns)
        sql(
            "UPDATE tables_event SET actor = %s, data = %s, prev = %s, hash = %s"
            " WHERE stream = %s AND version = %s",
            columns.actor, columns.data, prev, digest, stream, columns.seq,
        )  # fmt: skip
        prev = digest
    return prev


def row_sql(statement: str, what: str, which: str = "match") -> Tampering:
    """A change of a row that follows from the log; what has to be named."""

    def tamper(world: World) -> str:
        pk = getattr(world, which).pk if which != "event" else world.event.tournament.pk
        sql(statement, pk)
        return f"{pk} {what}" if "/" not in what else f"{pk}{what}"

    return tamper
