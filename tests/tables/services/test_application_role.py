"""The site runs as the application role: whole matches need no more than it may."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.core.management import call_command
from django.db import connection

from accounts.models import User
from tables.events.roles import APPLICATION
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
