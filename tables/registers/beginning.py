"""Registers of what was there before there were any: for migrations."""

from __future__ import annotations

from collections.abc import Iterable

from django.db import connection

from tables.registers.chain import Facts, Register
from tables.registers.services import Beginning, registers_begin

_THERE = "SELECT stream FROM tables_event WHERE version = 1 AND stream = ANY(%s)"
_AT_ONCE = 500


def begin_missing(facts: Iterable[tuple[Register, Facts]]) -> None:
    """Begin those that have not begun, with what the rows say now."""
    waiting = list[Beginning]()
    for register, own in facts:
        waiting.append(Beginning(register, own))
        if len(waiting) == _AT_ONCE:
            _begin(waiting)
            waiting = []
    _begin(waiting)


def _begin(waiting: list[Beginning]) -> None:
    with connection.cursor() as cursor:
        cursor.execute(_THERE, [[one.register.stream for one in waiting]])
        there = {stream for (stream,) in cursor.fetchall()}
    registers_begin(one for one in waiting if one.register.stream not in there)
