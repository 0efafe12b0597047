"""The asynchronous connections of this process, apart from Django's own."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from psycopg.conninfo import make_conninfo
from psycopg_pool import AsyncConnectionPool

MAX_CONNECTIONS = 16


def conninfo() -> str:
    """Where Django's default database is, in libpq's words."""
    entry: dict[str, Any] = settings.DATABASES["default"]
    named: dict[str, Any] = {
        "dbname": entry["NAME"],
        "user": entry["USER"],
        "password": entry["PASSWORD"],
        "host": entry["HOST"],
        "port": entry["PORT"],
    }
    given = {key: value for key, value in named.items() if value}
    return make_conninfo(**(given | entry["OPTIONS"]))


def make_pool(size: int = MAX_CONNECTIONS) -> AsyncConnectionPool:
    """A pool to `open()` in the event loop that uses it; every statement commits by itself."""
    return AsyncConnectionPool(
        conninfo(), min_size=1, max_size=size, open=False, kwargs={"autocommit": True}
    )
