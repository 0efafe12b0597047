"""The site runs as the application role: whole matches need no more than it may."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.core.management import call_command
from django.db import DatabaseError, connection
from django.utils import timezone

from accounts.models import User
from tables.events.drivers import run
from tables.events.roles import APPLICATION
from tables.review.connections import losses_at, noting
from tables.review.looks import has_looked, look_note
from tests.tables.conftest import Opener, play

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def _as_application(players: list[User], organiser: User) -> Iterator[None]:
    with connection.cursor() as cursor:
        cursor.execute(f"SET ROLE {APPLICATION}")
    yield
    with connection.cursor() as cursor:
        cursor.execute("RESET ROLE")


@pytest.mark.usefixtures("_as_application")
def test_a_match_is_opened_played_and_rebuilt_as_the_application_role(
    open_table: Opener, players: list[User]
) -> None:
    table = open_table("bao", hands=1)
    play(table, players, seed=71)
    table.refresh_from_db()
    assert table.phase == "ended"
    call_command("rebuild_projections", str(table.pk), verbosity=0)


@pytest.mark.usefixtures("_as_application")
def test_a_look_may_be_written_down_by_the_application_role_and_not_taken_back(
    open_table: Opener, players: list[User]
) -> None:
    table = open_table("bao", hands=1)
    look_note(account=players[0], table=table.pk, hand=1, what="review")
    for statement in (
        "UPDATE tables_privilegedview SET hand = 2",
        "DELETE FROM tables_privilegedview",
    ):
        with pytest.raises(DatabaseError, match="permission denied"):
            connection.cursor().execute(statement)
    assert has_looked(players[0], table.pk, 1)


@pytest.mark.usefixtures("_as_application")
def test_a_lost_connection_may_be_written_down_by_the_application_role_and_not_taken_back(
    open_table: Opener, players: list[User]
) -> None:
    table = open_table("bao", hands=1)
    run(noting(table.pk, 1, False, timezone.now(), "p"))
    for statement in (
        "UPDATE tables_seatconnection SET place = 2",
        "DELETE FROM tables_seatconnection",
    ):
        with pytest.raises(DatabaseError, match="permission denied"):
            connection.cursor().execute(statement)
    assert len(losses_at(table.pk)[1][1]) == 1
