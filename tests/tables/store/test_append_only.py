"""The database itself refuses to change or forget an event, whoever asks."""

from __future__ import annotations

import json
import uuid
from collections.abc import Callable
from datetime import UTC, datetime

import psycopg
import pytest
from django.db import DatabaseError, IntegrityError, ProgrammingError, connection, transaction

pytestmark = pytest.mark.django_db

HEAD = "0" * 64


def execute(statement: str, *params: object) -> list[tuple]:
    with connection.cursor() as cursor:
        cursor.execute(statement, params)
        return cursor.fetchall() if cursor.description else []


@pytest.fixture
def table(db: None) -> uuid.UUID:
    table_id = uuid.uuid4()
    execute(
        """INSERT INTO tables_table (id, ruleset, ruleset_version, engine_version, options, length,
               clocks, aids, spectator_delay, name, round_name, context, opened_at, version, head,
               hand, phase, paused, points, clock)
           VALUES (%s, 'bao', 1, '1', '{}', '{}', '{}', '{}', 1, '', '', '{}', now(), 0, %s, 0,
               'new', false, '[]', '{}')""",
        table_id,
        HEAD,
    )
    return table_id


def append(
    table: uuid.UUID,
    command: str,
    expected: int,
    *,
    prev: str = HEAD,
    events: int = 1,
    rest: dict | None = None,
    clock: str | None = None,
) -> str:
    """The answer to an append of so many events, or of one and what `rest` says."""
    hashes = [f"{command}{n}".encode().hex().rjust(64, "0") for n in range(events)]
    event = {"type": "Tested", "schema": 1, "hand": 1, "data": {"n": 1}, "actor": "place:0"}
    if events > 1:
        rest = {"more": [event | {"hash": hash_} for hash_ in hashes[1:]]}
    answer = execute(
        """SELECT tables_append(%s, %s, %s, %s, 'Tested', 1::smallint, 1, '{"n": 1}', 'place:0',
               %s, %s, 'turn', NULL, %s, %s)""",
        table,
        command,
        expected,
        datetime.now(UTC),
        prev,
        hashes[0],
        clock,
        json.dumps(rest) if rest else None,
    )[0][0]
    return str(answer)


def insert_event(table: uuid.UUID, *, version: int, hand: int) -> None:
    """As the tables' owner might, past the way in."""
    execute(
        """INSERT INTO tables_event (stream, version, type, schema, hand, data, actor, command,
               recorded_at, prev, hash)
           VALUES (%s, %s, 'Tested', 1, %s, '{}', 'system', 'c', now(), %s, %s)""",
        table, version, hand, HEAD, HEAD,
    )  # fmt: skip


def head(table: uuid.UUID) -> str:
    return str(execute("SELECT head FROM tables_table WHERE id = %s", table)[0][0])


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE tables_event SET data = '{}'",
        "UPDATE tables_event SET actor = 'x' WHERE false",
        "DELETE FROM tables_event",
        "DELETE FROM tables_event WHERE false",
        "TRUNCATE tables_event",
        "TRUNCATE tables_event CASCADE",
    ],
)
def test_changing_or_forgetting_events_is_refused(table: uuid.UUID, statement: str) -> None:
    append(table, "place:0:a", 0)
    with (
        pytest.raises(DatabaseError, match="events are append-only"),
        transaction.atomic(),
    ):
        execute(statement)
    assert execute("SELECT count(*) FROM tables_event WHERE stream = %s", table) == [(1,)]


def test_versions_start_at_one_and_have_no_gaps(table: uuid.UUID) -> None:
    assert append(table, "place:0:a", 0, events=3) == "ok"
    assert append(table, "place:1:b", 3, prev=head(table), events=2) == "ok"
    rows = execute(
        "SELECT version, command FROM tables_event WHERE stream = %s ORDER BY version", table
    )
    assert rows == [
        (1, "place:0:a"),
        (2, "place:0:a#2"),
        (3, "place:0:a#3"),
        (4, "place:1:b"),
        (5, "place:1:b#2"),
    ]


def test_a_command_seen_before_gets_its_first_answer_not_a_version_error(
    table: uuid.UUID,
) -> None:
    append(table, "place:0:a", 0, events=2)
    append(table, "place:0:b", 2, prev=head(table))
    assert append(table, "place:0:a", 0, events=2) == "seen"
    assert head(table).endswith(b"b0".hex())


def test_no_event_has_a_version_below_one(table: uuid.UUID) -> None:
    with pytest.raises(IntegrityError, match="versions begin at 1"), transaction.atomic():
        append(table, "place:0:a", -1)
    with pytest.raises(IntegrityError, match="tables_event_counts"), transaction.atomic():
        insert_event(table, version=0, hand=1)


def test_no_event_belongs_to_a_hand_below_nought(table: uuid.UUID) -> None:
    with pytest.raises(IntegrityError, match="tables_event_counts"), transaction.atomic():
        insert_event(table, version=1, hand=-1)
    insert_event(table, version=1, hand=0)


@pytest.mark.parametrize("column", ["version", "hand", "spectator_delay", "ruleset_version"])
def test_no_count_of_a_table_is_negative(table: uuid.UUID, column: str) -> None:
    execute(f"UPDATE tables_table SET {column} = 0 WHERE id = %s", table)
    with pytest.raises(IntegrityError, match="tables_table_counts"), transaction.atomic():
        execute(f"UPDATE tables_table SET {column} = -1 WHERE id = %s", table)


def test_each_event_is_chained_to_the_one_before_it_within_and_across_commands(
    table: uuid.UUID,
) -> None:
    append(table, "place:0:a", 0, events=3)
    append(table, "place:1:b", 3, prev=head(table))
    append(table, "place:2:c", 4, prev=head(table), events=2)
    links = execute("SELECT prev, hash FROM tables_event WHERE stream = %s ORDER BY version", table)
    assert [prev for prev, _ in links] == [HEAD, *[hash_ for _, hash_ in links[:-1]]]
    assert head(table) == links[-1][1]


def test_the_events_that_followed_from_the_first_keep_their_own_columns(table: uuid.UUID) -> None:
    more = [
        {"type": "Second", "schema": 2, "hand": 4, "data": {"b": [1]}, "actor": "bot:2",
         "hash": "b" * 64},
        {"type": "Third", "schema": 3, "hand": 5, "data": {}, "actor": "system", "hash": "c" * 64},
    ]  # fmt: skip
    assert append(table, "place:0:a", 0, rest={"more": more}) == "ok"
    assert execute(
        "SELECT type, schema, hand, data::text, actor, hash FROM tables_event"
        " WHERE stream = %s AND version > 1 ORDER BY version",
        table,
    ) == [
        ("Second", 2, 4, '{"b": [1]}', "bot:2", "b" * 64),
        ("Third", 3, 5, "{}", "system", "c" * 64),
    ]
    assert execute("SELECT version, head, hand FROM tables_table WHERE id = %s", table) == [
        (3, "c" * 64, 5)
    ]


def test_an_event_without_a_hash_is_refused_with_all_of_its_command(table: uuid.UUID) -> None:
    broken = {"type": "Second", "schema": 1, "hand": 1, "data": {}, "actor": "system"}
    with pytest.raises(IntegrityError), transaction.atomic():
        append(table, "place:0:a", 0, rest={"more": [broken]})
    assert execute("SELECT version FROM tables_table WHERE id = %s", table) == [(0,)]
    assert execute("SELECT count(*) FROM tables_event WHERE stream = %s", table) == [(0,)]


def test_what_an_append_does_not_name_stays_in_the_row(table: uuid.UUID) -> None:
    def row() -> tuple:
        return execute(
            "SELECT paused, points::text, started_at IS NOT NULL, ended_at IS NOT NULL, clock::text"
            " FROM tables_table WHERE id = %s",
            table,
        )[0]

    summary = {"paused": True, "points": [3, -1, -1, -1], "started": True, "ended": False}
    append(table, "place:0:a", 0, rest={"summary": summary}, clock='{"kind": "turn"}')
    told = (True, "[3, -1, -1, -1]", True, False, '{"kind": "turn"}')
    assert row() == told
    append(table, "place:0:b", 1, prev=head(table))
    assert row() == told
    over = summary | {"paused": False, "ended": True}
    append(table, "place:0:c", 2, prev=head(table), rest={"summary": over}, clock="{}")
    assert row() == (False, "[3, -1, -1, -1]", True, True, "{}")


def test_a_command_that_comes_again_at_the_version_of_the_day_changes_nothing(
    table: uuid.UUID,
) -> None:
    append(table, "place:0:a", 0)
    append(table, "place:1:b", 1, prev=head(table))
    before = execute("SELECT * FROM tables_table WHERE id = %s", table)
    assert append(table, "place:0:a", 2, prev=head(table)) == "seen"
    assert execute("SELECT * FROM tables_table WHERE id = %s", table) == before
    assert execute("SELECT count(*) FROM tables_event WHERE stream = %s", table) == [(2,)]


def test_a_command_whose_id_begins_like_another_is_not_taken_for_it(table: uuid.UUID) -> None:
    append(table, "place:0:a", 0, events=2)
    assert append(table, "place:0:", 2, prev=head(table)) == "ok"
    assert append(table, "place:0:a-2", 3, prev=head(table)) == "ok"


def test_an_old_version_is_stale_and_stores_nothing(table: uuid.UUID) -> None:
    append(table, "place:0:a", 0)
    assert append(table, "place:1:b", 0) == "stale"
    assert execute("SELECT count(*) FROM tables_event WHERE stream = %s", table) == [(1,)]


def test_a_table_that_is_not_there_is_absent(db: None) -> None:
    assert append(uuid.uuid4(), "place:0:a", 0) == "absent"


def test_a_chain_that_does_not_continue_from_the_head_is_refused(table: uuid.UUID) -> None:
    append(table, "place:0:a", 0)
    with pytest.raises(DatabaseError, match="the chain does not continue"), transaction.atomic():
        append(table, "place:1:b", 1, prev="f" * 64)


def as_role(role: str, action: Callable[[], object]) -> object:
    with transaction.atomic():
        execute(f"SET LOCAL ROLE {role}")
        result = action()
        execute("RESET ROLE")
    return result


def test_the_application_role_appends_and_reads_but_cannot_write_events(
    table: uuid.UUID,
) -> None:
    assert as_role("laozhuang_app", lambda: append(table, "place:0:a", 0)) == "ok"
    count = as_role("laozhuang_app", lambda: execute("SELECT count(*) FROM tables_event"))
    assert count
    for statement in (
        "INSERT INTO tables_event SELECT * FROM tables_event",
        "UPDATE tables_event SET actor = 'x'",
        "DELETE FROM tables_event",
        "TRUNCATE tables_event",
        "ALTER TABLE tables_event DISABLE TRIGGER ALL",
        "DROP TRIGGER tables_event_append_only ON tables_event",
    ):
        with pytest.raises(ProgrammingError) as refusal:
            as_role("laozhuang_app", lambda s=statement: execute(s))
        assert isinstance(refusal.value.__cause__, psycopg.errors.InsufficientPrivilege)


def finished_events() -> list[tuple]:
    return execute("SELECT stream, version FROM tables_finished_event")


def test_the_reader_role_sees_finished_matches_but_no_secrets_and_appends_nothing(
    table: uuid.UUID,
) -> None:
    append(table, "place:0:a", 0)
    assert as_role("laozhuang_reader", finished_events) == []
    execute("UPDATE tables_table SET ended_at = now() WHERE id = %s", table)
    assert as_role("laozhuang_reader", finished_events) == [(table, 1)]
    for statement in (
        "SELECT * FROM tables_event",
        "SELECT * FROM tables_tablesecret",
        "SELECT * FROM accounts_user",
    ):
        with pytest.raises(ProgrammingError, match="permission denied"):
            as_role("laozhuang_reader", lambda s=statement: execute(s))
    with pytest.raises(ProgrammingError, match="permission denied"):
        as_role("laozhuang_reader", lambda: append(table, "place:0:b", 1))
