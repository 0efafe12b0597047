"""What many tests begin with, made once: for each of them its rows are put back as they were."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from django.db import connection

from tables import services as tables
from tables.review import time_spent
from tests.chance import CHANCE
from tests.emptying import FREELY, STRICTLY, empty, used_tables
from tournaments.store.folds import FOLDS


@cache
def _columns(table: str) -> str:
    """Those a row can be given, generated ones left out."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT string_agg(quote_ident(attname), ', ' ORDER BY attnum) FROM pg_attribute"
            " WHERE attrelid = %s::regclass AND attnum > 0 AND NOT attisdropped"
            " AND attgenerated = ''",
            [table],
        )
        return str(cursor.fetchone()[0])


def _read(table: str) -> bytes:
    with (
        connection.cursor() as cursor,
        cursor.copy(f"COPY {table} ({_columns(table)}) TO STDOUT (FORMAT binary)") as copy,
    ):
        return b"".join(bytes(part) for part in copy)


def _put_back(rows: dict[str, bytes]) -> None:
    with connection.cursor() as cursor:
        cursor.execute(FREELY)
        for table, content in rows.items():
            with cursor.copy(
                f"COPY {table} ({_columns(table)}) FROM STDIN (FORMAT binary)"
            ) as copy:
                copy.write(content)
        cursor.execute(STRICTLY)


def forget_folds() -> None:
    """What was folded of a log may not hold for the same log in another test."""
    tables.FOLDS.forget()
    FOLDS.forget()
    time_spent._ledger.cache_clear()


class World:
    """The rows that `make` writes to an empty database, or to one that holds the world `on` and
    nothing else. What it draws by chance follows from `name`. What `make` returns is not kept: look
    for it in the database again, as an object would be one of another test."""

    def __init__(
        self, make: Callable[[], object], on: World | None = None, name: object = ""
    ) -> None:
        self._make = make
        self._name = f"world {name or getattr(make, '__qualname__', '')}"
        self._on = on
        self._kept: dict[str, bytes] = {}

    def __call__(self) -> None:
        assert self._on.is_all_there() if self._on else not used_tables(), used_tables()
        if self._kept:
            empty()
            forget_folds()
            _put_back(self._kept)
        else:
            with CHANCE.following(self._name):
                self._make()
            self._kept = {table: _read(table) for table in used_tables()}

    def is_all_there(self) -> bool:
        """Whether the database holds this world as it was made, and nothing else."""
        return bool(self._kept) and self._kept == {name: _read(name) for name in used_tables()}
