"""The running clock follows from the log: made again, it is the one in the table's row."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from accounts.models import User
from engine.play.commands import Command, ExcuseDowntime, GrantClock, TakeOver
from tables import acting, folds, services
from tables.acting import Order
from tables.cases import services as cases
from tables.cases.terms import DisputeTerms
from tables.events.drivers import run
from tables.models import Table
from tables.pace import house_pace
from tables.projections.clock import clock_of
from tables.projections.rebuild import table_rebuild
from tests.tables.conftest import Opener, play

pytestmark = pytest.mark.django_db


def same(table: Table) -> None:
    """What is kept is what the log makes of it, to the millisecond."""
    table.refresh_from_db()
    terms = DisputeTerms.from_json(table.dispute_terms)
    tick = clock_of(run(folds.read(table.pk, 0)), terms, house_pace())
    assert (tick.clock.to_json(), tick.deadline_at) == (table.clock, table.deadline_at)


def order(table: Table, command: Command, at: datetime) -> None:
    made = Order(table.pk, acting.SYSTEM, str(at.timestamp()), lambda _: command, deals=False)
    services.table_command(order=made, at=at)


def test_a_match_with_everything_that_touches_a_clock(
    open_table: Opener, players: list[User], organiser: User
) -> None:
    table = open_table(hands=2)
    services.referee_assign(table=table, account=User.objects.create_user("ref"))
    same(table)
    play(table, players, seed=3, steps=12)
    same(table)
    at = datetime.now(UTC) + timedelta(seconds=20)
    for command in (ExcuseDowntime(4_000), GrantClock(1, 7_000, "slow"), TakeOver(2, "random")):
        at += timedelta(seconds=1, microseconds=123_456)
        order(table, command, at)
        same(table)
    called = cases.referee_call(
        table=table, account=players[0], reason="mis_tap", text="", at=at + timedelta(seconds=2)
    )
    same(table)
    assert table.paused
    assert table.deadline_at == at.replace(microsecond=at.microsecond // 1000 * 1000) + timedelta(
        seconds=2, milliseconds=DisputeTerms().pause_limit_ms or 0
    )
    cases.case_withdraw(table=table, account=players[0], case=called.case)
    same(table)
    services.seat_return(table=table, place=2, command_id="back")
    services.table_pause(table=table, account=organiser, reason="call")
    same(table)
    services.table_resume(table=table, account=organiser)
    play(table, players, seed=4, steps=30)
    same(table)


def test_the_rebuild_puts_a_running_clock_right(open_table: Opener, players: list[User]) -> None:
    table = open_table()
    play(table, players, seed=3, steps=6)
    table.refresh_from_db()
    kept = table.clock, table.deadline_at
    Table.objects.filter(pk=table.pk).update(clock={}, deadline_at=None)
    table_rebuild(table.pk)
    table.refresh_from_db()
    assert (table.clock, table.deadline_at) == kept
