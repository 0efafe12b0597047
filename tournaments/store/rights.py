"""The application's right to append to the streams of tournaments."""

from __future__ import annotations

from django.db import DEFAULT_DB_ALIAS, connections
from psycopg import sql

from tables.events.roles import APPLICATION, roles_ensure

FUNCTION = "tournaments_append"


def append_grant(using: str = DEFAULT_DB_ALIAS, **_kwargs: object) -> None:
    """After a migrate: let the application call the one function that appends."""
    connection = connections[using]
    if APPLICATION not in roles_ensure(connection):
        return
    with connection.cursor() as cursor:
        cursor.execute("SELECT to_regproc(%s) IS NOT NULL", [f"public.{FUNCTION}"])
        if cursor.fetchone()[0]:
            cursor.execute(
                sql.SQL("GRANT EXECUTE ON FUNCTION {} TO {}").format(
                    sql.Identifier(FUNCTION), sql.Identifier(APPLICATION)
                )
            )
