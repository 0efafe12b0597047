"""Database roles: the owner migrates, the application works, the reader looks.

The owner is whoever runs `migrate`. Where that role may not create roles (a hosted
database with a single one) the grants are left out and the site runs as the owner;
docs/operating.md says what is lost then.
"""

from __future__ import annotations

from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.utils import CursorWrapper
from psycopg import sql

APPLICATION = "laozhuang_app"
READER = "laozhuang_reader"

EVENTS = "tables_event"
APPEND = ("tables_append", "tables_register_append")
BESIDE = ("tables_privilegedview", "tables_seatconnection")
"""Written once and never changed, like events."""
CHECKPOINTS = ("tables_checkpoint", "tables_checkpointleaf")
# What statistics and auditors may read: nothing that shows a wall in play or who somebody is.
READABLE = (
    "tables_finished_event",
    "tables_handresult",
    "tables_scoreentry",
    "tables_checkpoint",
)


def roles_ensure(connection: BaseDatabaseWrapper) -> set[str]:
    """Create the missing roles if this role may; returns those that exist."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT rolcreaterole OR rolsuper FROM pg_roles WHERE rolname = current_user"
        )
        may_create = cursor.fetchone()[0]
        names = [APPLICATION, READER]
        cursor.execute("SELECT rolname FROM pg_roles WHERE rolname = ANY(%s)", [names])
        present = {row[0] for row in cursor.fetchall()}
        for name in set(names) - present if may_create else ():
            cursor.execute(sql.SQL("CREATE ROLE {} LOGIN").format(sql.Identifier(name)))
            present.add(name)
    return present


def rights_grant(connection: BaseDatabaseWrapper) -> None:
    """Give each role its rights on every table there is now; may be repeated."""
    present = roles_ensure(connection)
    with connection.cursor() as cursor:
        if APPLICATION in present:
            _grant_application(cursor)
        if READER in present:
            cursor.execute(
                sql.SQL("REVOKE ALL ON ALL TABLES IN SCHEMA public FROM {}").format(
                    sql.Identifier(READER)
                )
            )
            for relation in READABLE:
                if _exists(cursor, "to_regclass", relation):
                    cursor.execute(_statement("GRANT SELECT ON {} TO {}", relation, READER))


def _grant_application(cursor: CursorWrapper) -> None:
    role = sql.Identifier(APPLICATION)
    for statement in (
        "GRANT USAGE ON SCHEMA public TO {}",
        "GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO {}",
        "GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA public TO {}",
    ):
        cursor.execute(sql.SQL(statement).format(role))
    for table in (EVENTS, "django_migrations"):
        if _exists(cursor, "to_regclass", table):
            cursor.execute(
                _statement("REVOKE INSERT, UPDATE, DELETE ON {} FROM {}", table, APPLICATION)
            )
    for table in (*BESIDE, *CHECKPOINTS):
        if _exists(cursor, "to_regclass", table):
            cursor.execute(_statement("REVOKE UPDATE, DELETE ON {} FROM {}", table, APPLICATION))
    for function in APPEND:
        if _exists(cursor, "to_regproc", function):
            cursor.execute(_statement("GRANT EXECUTE ON FUNCTION {} TO {}", function, APPLICATION))


def _exists(cursor: CursorWrapper, lookup: str, name: str) -> bool:
    cursor.execute(sql.SQL("SELECT {}(%s) IS NOT NULL").format(sql.SQL(lookup)), [f"public.{name}"])
    return bool(cursor.fetchone()[0])


def _statement(text: str, name: str, role: str) -> sql.Composed:
    return sql.SQL(text).format(sql.Identifier(name), sql.Identifier(role))
