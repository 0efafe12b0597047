"""Databases that are already there come along."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.core.management import call_command
from django.db import connection

from accounts.models import User
from engine.verify import verify
from tables import selectors, services
from tests.tables.conftest import Opener, play


@pytest.mark.django_db
def test_every_model_change_has_its_migration() -> None:
    call_command("makemigrations", "--check", "--dry-run", verbosity=0)


@pytest.fixture
def _migrated_afterwards() -> Iterator[None]:
    yield
    call_command("migrate", verbosity=0)


def signatures() -> list[str]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT proargnames::text FROM pg_proc WHERE proname = 'tables_append'")
        return [names for (names,) in cursor.fetchall()]


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("_migrated_afterwards")
def test_a_match_begun_before_the_append_was_changed_is_played_to_its_end(
    open_table: Opener, players: list[User]
) -> None:
    table = open_table(hands=1)
    play(table, players, seed=81, steps=20)
    now = signatures()
    call_command("migrate", "tables", "0005", verbosity=0)
    assert len(now) == len(signatures()) == 1
    assert signatures() != now
    call_command("migrate", "tables", verbosity=0)
    assert signatures() == now
    services.FOLDS.forget()
    play(table, players, seed=82)
    table.refresh_from_db()
    assert table.phase == "ended"
    assert verify(selectors.record_export(table).encode()).ok
