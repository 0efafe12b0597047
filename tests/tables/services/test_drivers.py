"""How the steps of the write path are carried out over Django's own connection."""

from __future__ import annotations

import pytest
from django.db import connection, connections

from accounts.models import User
from tables.events import statements
from tables.events.drivers import Query, Steps, run
from tests.tables.conftest import Opener, play

pytestmark = pytest.mark.django_db(transaction=True)


def prepared() -> list[str]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT statement FROM pg_prepared_statements")
        return [statement for (statement,) in cursor.fetchall()]


def one_row(sql: str) -> Steps[tuple]:
    return (yield Query(sql, ()))[0]


def test_an_append_is_planned_once_a_connection_not_in_every_call(
    open_table: Opener, players: list[User]
) -> None:
    play(open_table(), players, seed=5, steps=10)
    start = statements.APPEND.split("(")[0]
    assert sum(statement.startswith(start) for statement in prepared()) in (1, 2)


def test_a_connection_that_was_closed_is_replaced() -> None:
    first = run(one_row("SELECT pg_backend_pid()"))
    connections["default"].close()
    second = run(one_row("SELECT pg_backend_pid()"))
    assert first != second


def test_a_failed_statement_leaves_the_next_one_alone() -> None:
    with pytest.raises(Exception, match="division by zero"):
        run(one_row("SELECT 1 / 0"))
    assert run(one_row("SELECT 2")) == (2,)
