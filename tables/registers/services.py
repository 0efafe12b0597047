"""Writing into registers: the only way in.

Whoever changes a row that a register tells of calls this in the same transaction, with what it
changed and nothing else: what somebody did behind the site's back must not slip in.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any, Final, NamedTuple
from uuid import uuid4

from django.db import connection, transaction
from django.utils import timezone

from accounts.models import User
from tables.acting import SYSTEM
from tables.registers.chain import CLOSED, Facts, Register, Saying, begun, rows_for, sayings

_LOCK: Final = "SELECT pg_advisory_xact_lock(hashtextextended(%s::text, 14))"
_HEAD: Final = """
SELECT version, hash FROM tables_event WHERE stream = %s ORDER BY version DESC LIMIT 1
"""
_APPEND: Final = "SELECT tables_register_append(%s, %s, %s, %s, %s, %s, %s, %s, %s)"


class Beginning(NamedTuple):
    """A register to begin: its first facts, and who made what it is of."""

    register: Register
    facts: Facts
    by: User | None = None


def actor_of(account: User | None) -> str:
    """Who did it, as a register names them."""
    return f"account:{account.pk}" if account is not None else SYSTEM


@transaction.atomic
def facts_keep(
    register: Register, facts: Facts, *, by: User | None = None, at: datetime | None = None
) -> None:
    """These facts hold from now on; None for what holds no more."""
    _append(register, sayings(facts), by, at)


@transaction.atomic
def register_close(register: Register, *, by: User | None = None) -> None:
    """What the register is of is gone."""
    _append(register, [Saying(CLOSED, {})], by, None)


def registers_begin(beginnings: Iterable[Beginning], *, at: datetime | None = None) -> None:
    """Begin registers of things that were made in this transaction, all in one go."""
    written = []
    for register, facts, by in beginnings:
        said = [begun(register), *sayings(facts)]
        written.append(_written(register, said, 0, register.first_prev, by, at))
    with connection.cursor() as cursor:
        cursor.executemany(_APPEND, written)


def _append(
    register: Register, said: Sequence[Saying], by: User | None, at: datetime | None
) -> None:
    with connection.cursor() as cursor:
        cursor.execute(_LOCK, [register.stream])
        cursor.execute(_HEAD, [register.stream])
        version, head = cursor.fetchone() or (0, register.first_prev)
        said = said if version else [begun(register), *said]
        cursor.execute(_APPEND, _written(register, said, version, head, by, at))


def _written(
    register: Register,
    said: Sequence[Saying],
    version: int,
    head: str,
    by: User | None,
    at: datetime | None,
) -> tuple[Any, ...]:
    """What the append is called with."""
    rows = rows_for(
        said, version=version, head=head, actor=actor_of(by), command=uuid4().hex,
        at=at or timezone.now(),
    )  # fmt: skip
    first = rows[0].columns
    return (
        register.stream, version, first.at, first.actor, first.cmd,
        [row.columns.type for row in rows], [row.columns.data for row in rows], head,
        [row.hash for row in rows],
    )  # fmt: skip
