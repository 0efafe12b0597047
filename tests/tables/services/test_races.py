"""Writers that race, retries, and answers that never arrive: nothing is lost or doubled."""

from __future__ import annotations

import asyncio
import threading
from collections import Counter
from collections.abc import Callable
from functools import partial
from itertools import pairwise
from typing import Any

import psycopg
import pytest
from django.db import connection, transaction
from django.utils import timezone

from accounts.models import User
from engine.errors import IllegalAction
from engine.hashing import event_hash
from engine.record import Row
from tables import acting, services
from tables.acting import Order, Receipt
from tables.errors import StaleCommand
from tables.events.drivers import run, run_async
from tables.events.log import Stored, row_of
from tables.events.pool import conninfo, make_pool
from tables.folds import FoldCache
from tables.models import Event, Table
from tests.at_once import at_once
from tests.tables.conftest import Opener, choices, play, state_of

pytestmark = pytest.mark.django_db(transaction=True)

WRITERS = 8


def order_for(table: Table, place: int, action: dict, command_id: str, **more: Any) -> Order:
    account = table.seats.get(place=place).account_id
    intent = services.seat_intent(place, action, account)
    return Order(table.pk, f"place:{place}", command_id, intent, **more)


def act_alone(order: Order) -> Receipt:
    """As another process would: with folds of its own."""
    return run(acting.act(FoldCache(), order, timezone.now()))


def check_log(table: Table) -> None:
    """Versions without gaps, every command once, the chain whole, the row at its end."""
    rows = run_rows(table)
    assert [row.columns.seq for row in rows] == list(range(1, len(rows) + 1))
    commands = Counter(row.columns.cmd for row in rows)
    assert set(commands.values()) == {1}
    for before, row in pairwise(rows):
        assert row.prev == before.hash
    assert all(event_hash(row.prev, row.columns) == row.hash for row in rows)
    table.refresh_from_db()
    assert (table.version, table.head) == (len(rows), rows[-1].hash)


def run_rows(table: Table) -> list[Row]:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT version, type, schema, hand, data::text, actor, command, recorded_at, prev,"
            " hash FROM tables_event WHERE stream = %s ORDER BY version",
            [table.pk],
        )
        return [row_of(Stored(*row)) for row in cursor.fetchall()]


def test_of_eight_writers_with_the_same_expected_version_one_wins(
    open_table: Opener, players: list[User]
) -> None:
    table = open_table()
    for turn in range(6):
        state = state_of(table)
        table.refresh_from_db()
        options = choices(state)
        orders = [
            order_for(table, *options[n % len(options)], f"w{turn}-{n}", expected=table.version)
            for n in range(WRITERS)
        ]
        outcomes = at_once([partial(act_alone, order) for order in orders])
        won = [o for o in outcomes if isinstance(o, Receipt)]
        assert len(won) == 1
        assert sum(isinstance(o, StaleCommand) for o in outcomes) == WRITERS - 1
    check_log(table)


def test_eight_writers_without_a_version_all_get_their_turn_or_a_refusal(
    open_table: Opener, players: list[User], organiser: User
) -> None:
    """Pausing and resuming race with play: what was acknowledged is in the log, once."""
    table = open_table()
    for turn in range(5):
        place, action = choices(state_of(table))[0]
        jobs: list[Callable[[], Any]] = [
            partial(act_alone, order_for(table, place, action, f"t{turn}-{n}"))
            for n in range(WRITERS // 2)
        ]
        jobs += [
            partial(
                services.table_call_time,
                table=table,
                account=organiser,
                command_id=f"c{turn}-{n}",
            )
            for n in range(WRITERS // 2)
        ]
        outcomes = at_once(jobs)
        assert all(isinstance(o, Receipt | IllegalAction) for o in outcomes), outcomes
        stored = set(Event.objects.filter(stream=table.pk).values_list("command", flat=True))
        for outcome, job_id in zip(
            outcomes,
            [f"place:{place}:t{turn}-{n}" for n in range(4)]
            + [f"organiser:{organiser.pk}:c{turn}-{n}" for n in range(4)],
            strict=True,
        ):
            assert (job_id in stored) == isinstance(outcome, Receipt)
    check_log(table)


def test_the_same_command_sent_eight_times_at_once_acts_once(
    open_table: Opener, players: list[User]
) -> None:
    table = open_table()
    for turn in range(6):
        place, action = choices(state_of(table))[0]
        order = order_for(table, place, action, f"again{turn}")
        outcomes = at_once([partial(act_alone, order)] * WRITERS)
        assert all(isinstance(o, Receipt) for o in outcomes), outcomes
        assert len({(o.first, o.version) for o in outcomes}) == 1
        assert [o.repeated for o in outcomes].count(False) == 1
    check_log(table)


def test_a_lost_answer_sent_again_three_times_has_one_effect(
    open_table: Opener, players: list[User]
) -> None:
    table = open_table()
    place, action = choices(state_of(table))[0]
    order = order_for(table, place, action, "lost")
    first = act_alone(order)
    again = [act_alone(order), *at_once([partial(act_alone, order)] * 2)]
    assert [(r.first, r.version, r.repeated) for r in again] == [
        (first.first, first.version, True)
    ] * 3
    check_log(table)


def test_a_connection_killed_between_commit_and_answer_loses_nothing(
    open_table: Opener, players: list[User]
) -> None:
    table = open_table()
    place, action = choices(state_of(table))[0]
    order = order_for(table, place, action, "cut")
    steps = acting.act(FoldCache(), order, timezone.now())
    with psycopg.connect(conninfo(), autocommit=True) as doomed:
        query = next(steps)
        while "tables_append" not in query.sql:
            query = steps.send(doomed.execute(query.sql, query.params).fetchall())
        # Send the statement, wait until it has committed elsewhere, never read the answer.
        statement = psycopg.ClientCursor(doomed).mogrify(query.sql, query.params)
        doomed.pgconn.send_query(statement.encode())
        _until(lambda: Event.objects.filter(stream=table.pk, command=order.command).exists())
        connection.cursor().execute("SELECT pg_terminate_backend(%s)", [doomed.info.backend_pid])
        doomed.close()
    receipt = act_alone(order)
    assert receipt.repeated
    check_log(table)


def _until(condition: Callable[[], bool]) -> None:
    for _ in range(500):
        if condition():
            return
        threading.Event().wait(0.01)
    raise AssertionError("it never happened")


def test_a_connection_killed_before_the_commit_stores_nothing_and_the_retry_acts(
    open_table: Opener, players: list[User]
) -> None:
    table = open_table()
    place, action = choices(state_of(table))[0]
    order = order_for(table, place, action, "cut")
    steps = acting.act(FoldCache(), order, timezone.now())
    with psycopg.connect(conninfo()) as doomed:
        query = next(steps)
        while "tables_append" not in query.sql:
            query = steps.send(doomed.execute(query.sql, query.params).fetchall())
        assert doomed.execute(query.sql, query.params).fetchone()[0] == "ok"
        connection.cursor().execute("SELECT pg_terminate_backend(%s)", [doomed.info.backend_pid])
        doomed.close()
    assert not Event.objects.filter(stream=table.pk, command=order.command).exists()
    assert not act_alone(order).repeated
    check_log(table)


def test_a_rolled_back_transaction_leaves_no_ghost_in_the_cache(
    open_table: Opener, players: list[User]
) -> None:
    table = open_table()
    place, action = choices(state_of(table))[0]
    with transaction.atomic():
        services.table_act(table=table, account=players[place], action=action, command_id="undone")
        transaction.set_rollback(True)
    receipt = services.table_act(
        table=table, account=players[place], action=action, command_id="done"
    )
    assert not receipt.repeated
    assert receipt.fold.state == state_of(table)
    check_log(table)


async def _drive(order: Order) -> Receipt:
    async with make_pool(2) as pool:
        return await run_async(acting.act(FoldCache(), order, timezone.now()), pool)


def test_the_asynchronous_driver_writes_the_same_log(
    open_table: Opener, players: list[User]
) -> None:
    table = open_table()
    place, action = choices(state_of(table))[0]
    order = order_for(table, place, action, "async")
    first = asyncio.run(_drive(order))
    again = asyncio.run(_drive(order))
    assert (again.repeated, again.version) == (True, first.version)
    play(table, players, seed=9, steps=5)
    check_log(table)
