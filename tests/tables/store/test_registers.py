"""Registers: facts that no match's log tells of, chained in the event log by their own way in."""

from __future__ import annotations

from uuid import UUID, uuid4

import pytest
from django.db import DatabaseError, connection, transaction

from accounts.models import User
from engine.hashing import event_hash
from tables import services
from tables.events.log import COLUMNS, Stored, row_of
from tables.models import Event, RefereeAssignment, Table
from tables.registers.chain import Register, Told, told
from tables.registers.services import facts_keep, register_close
from tables.registers.tables import facts_of, register_of_table
from tests.tables.conftest import Opener

pytestmark = pytest.mark.django_db


def says(register: Register) -> Told:
    """What it adds up to; it has to be a chain."""
    with connection.cursor() as cursor:
        cursor.execute(
            f"SELECT {COLUMNS} FROM tables_event WHERE stream = %s ORDER BY version",
            [register.stream],
        )
        rows = [row_of(Stored(*row)) for row in cursor.fetchall()]
    heads = [register.first_prev, *(event_hash(row.prev, row.columns) for row in rows)]
    assert [row.prev for row in rows] == heads[:-1]
    assert [row.hash for row in rows] == heads[1:]
    return told(rows)


def test_a_fact_holds_until_another_takes_its_place(players: list[User]) -> None:
    register = Register("test", uuid4())
    facts_keep(register, {"b:1": {"role": "x"}, "a:1": True}, by=players[0])
    facts_keep(register, {"b:1": {"role": "y"}, "a:1": None})
    assert says(register) == Told({"b:1": {"role": "y"}})
    events = Event.objects.filter(stream=register.stream).order_by("version")
    assert [one.type for one in events] == [
        "RegisterBegun", "FactKept", "FactKept", "FactGone", "FactKept",
    ]  # fmt: skip
    assert [one.actor for one in events][2:4] == [f"account:{players[0].pk}", "system"]
    register_close(register)
    assert says(register) == Told({}, closed=True)


def test_a_table_s_register_says_what_it_was_opened_with_and_who_judges_there(
    open_table: Opener, players: list[User]
) -> None:
    table = open_table()
    referee = User.objects.create_user("ref")
    assigned = services.referee_assign(table=table, account=referee)
    services.referee_assign(table=table, account=referee)
    about = f"referee:{referee.pk}"
    said = says(register_of_table(table)).facts
    assert said == facts_of(Table.objects.get(pk=table.pk))
    assert (said[about], set(said)) == (True, {about, "agreed"})
    services.office_take(assignment=assigned)
    assert about not in says(register_of_table(table)).facts
    assert not RefereeAssignment.objects.filter(table=table).exists()


def append(stream: UUID, expected: int, type_: str, prev: str) -> None:
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(
            "SELECT tables_register_append(%s, %s, now(), 'system', %s, ARRAY[%s], ARRAY['{}'],"
            " %s, ARRAY[repeat('b', 64)])",
            [stream, expected, uuid4().hex, type_, prev],
        )


def test_its_way_in_leads_into_no_other_log(open_table: Opener) -> None:
    table = open_table()
    match = Event.objects.filter(stream=table.pk).latest("version")
    with pytest.raises(DatabaseError, match="is no register"):
        append(table.pk, match.version, "FactKept", match.hash)
    with pytest.raises(DatabaseError, match="begins with RegisterBegun"):
        append(uuid4(), 0, "MatchOpened", "a" * 64)
    own = Event.objects.filter(stream=register_of_table(table).stream).latest("version")
    with pytest.raises(DatabaseError, match="is no register at version"):
        append(own.stream, own.version, "FactKept", "a" * 64)
    append(own.stream, own.version, "FactKept", own.hash)
