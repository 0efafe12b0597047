"""Checkpoints of a real log: made, kept for ever, proved, and shown to everybody."""

from __future__ import annotations

import threading
from datetime import UTC, datetime, timedelta
from io import StringIO

import pytest
from django.core.management import call_command
from django.db import DatabaseError, connection, transaction
from django.test import Client

from accounts.models import User
from engine.checkpoints import is_signed, parse_checkpoint
from engine.signing import public_key
from engine.verify import verify
from tables import selectors
from tables.checkpoints.heads import heads_now
from tables.checkpoints.models import CheckpointRow, LeafRow
from tables.checkpoints.selectors import (
    checkpoint_at,
    checkpoint_last,
    keys_used,
    leaves_at,
    record_signed,
    trailer_for,
    tree_at,
)
from tables.checkpoints.services import checkpoint_make
from tables.checkpoints.tasks import checkpoint_task
from tables.models import Event, Table
from tables.registers.tables import register_of_table
from tables.review.looks import look_note, looks_at
from tests.tables.conftest import Opener, once, play, state_of

pytestmark = pytest.mark.django_db

AT = datetime(2026, 11, 30, 15, 0, 0, 123456, tzinfo=UTC)


@pytest.fixture(autouse=True)
def _own_key(settings: object) -> None:
    settings.CHECKPOINT_KEY = "33" * 32


def finished(open_table: Opener, players: list[User], seed: int = 5) -> Table:
    once(("over", seed), lambda: play(open_table("bao", hands=1), players, seed=seed))
    table = Table.objects.latest("opened_at")
    assert table.ended_at
    return table


def signed_version(table: Table) -> int:
    heads = {leaf.stream: leaf.version for leaf in heads_now()}
    return heads[str(table.pk)]


def test_a_checkpoint_is_over_the_heads_of_all_logs(open_table: Opener, players: list[User]):
    table = finished(open_table, players)
    made = checkpoint_make(AT)
    leaf = next(leaf for leaf in leaves_at(made.number) if leaf.stream == str(table.pk))
    assert (leaf.version, leaf.hash) == (table.version, table.head)
    assert made.at == "2026-11-30T15:00:00.123Z"
    assert made == checkpoint_last() == checkpoint_at(made.number)
    assert tree_at(made).root == made.root
    assert made.size == len(leaves_at(made.number))
    assert is_signed(made)


def test_where_nothing_moved_no_other_is_made(open_table: Opener, players: list[User]):
    finished(open_table, players)
    made = checkpoint_make(AT)
    assert checkpoint_make(AT + timedelta(days=1)) == made
    checkpoint_task()
    assert CheckpointRow.objects.count() == made.number


def test_the_next_names_the_one_before_and_keeps_only_what_moved(
    open_table: Opener, players: list[User]
):
    first = finished(open_table, players)
    before = checkpoint_make(AT)
    second = finished(open_table, players, seed=6)
    after = checkpoint_make(AT + timedelta(hours=1))
    assert (after.number, after.previous) == (before.number + 1, before.digest())
    moved = LeafRow.objects.filter(checkpoint=after.number)
    assert {row.stream for row in moved} == {second.pk, register_of_table(second).stream}
    assert str(first.pk) in {leaf.stream for leaf in leaves_at(after.number)}
    assert str(second.pk) not in {leaf.stream for leaf in leaves_at(before.number)}


def test_of_a_hand_that_is_being_played_nothing_is_signed(open_table: Opener, players: list[User]):
    table = open_table("bao", hands=2)
    assert state_of(table).phase == "hand"
    dealt = Event.objects.get(stream=table.pk, type="HandDealt").version
    assert signed_version(table) == dealt - 1
    play(table, players, seed=3, steps=9)
    assert signed_version(table) == dealt - 1
    seed = 4
    while state_of(table).hand_number == 1:
        seed += 1
        play(table, players, seed=seed, steps=1)
    second = Event.objects.get(stream=table.pk, type="HandDealt", hand=2).version
    assert signed_version(table) == second - 1
    assert second > dealt


def signed_looks(table: Table) -> int | None:
    heads = {leaf.stream: leaf.version for leaf in heads_now()}
    return heads.get(f"looks:{table.pk}")


def test_looks_are_signed_as_a_log_of_their_own(
    open_table: Opener, players: list[User], referee: User
):
    table = finished(open_table, players)
    for _ in range(2):
        look_note(account=referee, table=table.pk, hand=1, what="review")
    made = checkpoint_make(AT)
    leaf = next(leaf for leaf in leaves_at(made.number) if leaf.stream == f"looks:{table.pk}")
    assert (leaf.version, leaf.hash) == (2, looks_at([table.pk])[0].hash)
    assert tree_at(made).root == made.root
    assert verify(record_signed(table).encode(), checkpoint=made).ok
    look_note(account=referee, table=table.pk, hand=1, what="review")
    after = checkpoint_make(AT + timedelta(hours=1))
    assert [row.name for row in LeafRow.objects.filter(checkpoint=after.number)] == [leaf.stream]


def test_that_somebody_looks_at_a_hand_is_not_signed_while_it_runs(
    open_table: Opener, players: list[User], referee: User
):
    table = open_table("bao", hands=2)
    look_note(account=referee, table=table.pk, hand=1, what="live")
    assert signed_looks(table) is None
    seed = 4
    while state_of(table).hand_number == 1:
        seed += 1
        play(table, players, seed=seed, steps=1)
    assert signed_looks(table) == 1
    look_note(account=referee, table=table.pk, hand=2, what="live")
    look_note(account=referee, table=table.pk, hand=1, what="review")
    assert signed_looks(table) == 1
    play(table, players, seed=9)
    table.refresh_from_db()
    assert table.ended_at
    assert signed_looks(table) == 3


def test_looks_made_anew_are_never_signed_again(
    open_table: Opener, players: list[User], referee: User, caplog: pytest.LogCaptureFixture
):
    table = finished(open_table, players)
    look_note(account=referee, table=table.pk, hand=1, what="live")
    made = checkpoint_make(AT)
    leaf = next(leaf for leaf in leaves_at(made.number) if leaf.stream == f"looks:{table.pk}")
    with connection.cursor() as cursor:
        cursor.execute("SET session_replication_role = replica")
        cursor.execute("UPDATE tables_privilegedview SET hash = repeat('0', 64)")
        cursor.execute("SET session_replication_role = DEFAULT")
    look_note(account=referee, table=table.pk, hand=1, what="live")
    assert checkpoint_make(AT + timedelta(hours=1)) == made
    assert leaf in leaves_at(made.number)
    assert f"looks:{table.pk}: event 1 is not the one that was signed" in caplog.text


def test_a_finished_record_proves_where_it_was_signed(open_table: Opener, players: list[User]):
    table = finished(open_table, players)
    assert record_signed(table) == selectors.record_export(table)
    made = checkpoint_make(AT)
    report = verify(record_signed(table).encode(), checkpoint=made, key=made.key)
    assert report.ok
    assert report.signed.events == table.version
    finished(open_table, players, seed=8)
    later = checkpoint_make(AT + timedelta(hours=1))
    assert verify(record_signed(table).encode(), checkpoint=made).ok
    assert verify(record_signed(table, later.number).encode(), checkpoint=later).ok
    assert trailer_for(table.pk, table.version, 10**6) is None


def test_a_log_made_anew_is_never_signed_again(
    open_table: Opener, players: list[User], caplog: pytest.LogCaptureFixture
):
    table = finished(open_table, players)
    checkpoint_make(AT)
    with connection.cursor() as cursor:
        cursor.execute("SET session_replication_role = replica")
        cursor.execute(
            "UPDATE tables_event SET hash = repeat('0', 64) WHERE stream = %s AND version = %s",
            [table.pk, table.version],
        )
        cursor.execute("SET session_replication_role = DEFAULT")
    other = finished(open_table, players, seed=9)
    again = checkpoint_make(AT + timedelta(hours=1))
    leaves = {leaf.stream: leaf for leaf in leaves_at(again.number)}
    assert leaves[str(table.pk)].hash == table.head
    assert leaves[str(other.pk)].hash == other.head
    assert f"{table.pk}: event {table.version} is not the one that was signed" in caplog.text


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE tables_checkpoint SET root = '' WHERE false",
        "DELETE FROM tables_checkpoint",
        "TRUNCATE tables_checkpoint CASCADE",
        "UPDATE tables_checkpointleaf SET hash = ''",
        "DELETE FROM tables_checkpointleaf WHERE false",
        "TRUNCATE tables_checkpointleaf",
    ],
)
def test_the_database_changes_and_forgets_no_checkpoint(db: None, statement: str):
    with (
        pytest.raises(DatabaseError, match="checkpoints are append-only"),
        transaction.atomic(),
        connection.cursor() as cursor,
    ):
        cursor.execute(statement)


def test_a_key_may_be_changed_and_all_keys_are_listed(
    open_table: Opener, players: list[User], settings: object
):
    finished(open_table, players)
    first = checkpoint_make(AT)
    settings.CHECKPOINT_KEY = "44" * 32
    assert keys_used()[0] == (public_key("44" * 32), None, None)
    finished(open_table, players, seed=7)
    second = checkpoint_make(AT + timedelta(hours=1))
    assert second.key == public_key("44" * 32) != first.key
    assert second.previous == first.digest()
    assert [use.key for use in keys_used()][:2] == [second.key, first.key]
    page = Client().get("/checkpoints/").content.decode()
    assert first.key in page
    assert second.key in page
    assert first.code() in page


def test_pages_and_file_of_a_checkpoint(open_table: Opener, players: list[User]):
    finished(open_table, players)
    made = checkpoint_make(AT)
    client = Client()
    page = client.get(f"/checkpoints/{made.number}/").content.decode()
    assert made.signature in page
    assert 'role="alert"' not in page
    printed = client.get(f"/checkpoints/{made.number}/{made.digest()}/").content.decode()
    assert 'class="message success"' in printed
    other = client.get(f"/checkpoints/{made.number}/{'0' * 64}/").content.decode()
    assert 'class="message error"' in other
    file = client.get(f"/checkpoints/{made.number}.zjc.json")
    assert parse_checkpoint(file.content) == made
    assert "attachment" in file["Content-Disposition"]
    for missing in (made.number + 1, 0, 10**12):
        assert client.get(f"/checkpoints/{missing}/").status_code == 404
        assert client.get(f"/checkpoints/{missing}.zjc.json").status_code == 404


def test_the_replay_pages_record_and_check_have_the_trailer(
    open_table: Opener, players: list[User]
):
    table = finished(open_table, players)
    made = checkpoint_make(AT)
    client = Client()
    client.force_login(players[0])
    record = client.get(f"/tables/{table.pk}/replay/record/").content
    assert verify(record, checkpoint=made).ok
    report = client.post(f"/tables/{table.pk}/replay/verify/").content.decode()
    assert 'class="report good"' in report
    assert made.code() in report


def test_the_commands_make_a_checkpoint_and_keys(open_table: Opener, players: list[User]):
    finished(open_table, players)
    out, err = StringIO(), StringIO()
    call_command("checkpoint", stdout=out, stderr=err)
    made = parse_checkpoint(out.getvalue().encode())
    assert made == checkpoint_last()
    assert made.code() in err.getvalue()
    out, err = StringIO(), StringIO()
    call_command("checkpoint_key", stdout=out, stderr=err)
    private = out.getvalue().strip().removeprefix("CHECKPOINT_KEY=")
    assert public_key(private) in err.getvalue()
    out = StringIO()
    call_command("checkpoint_key", "--show", stdout=out)
    assert out.getvalue().strip() == public_key("33" * 32)


@pytest.mark.django_db(transaction=True)
def test_several_at_once_make_one(open_table: Opener, players: list[User]):
    finished(open_table, players)
    before = CheckpointRow.objects.count()
    made: list[object] = []

    def make() -> None:
        try:
            made.append(checkpoint_make(AT))
        finally:
            connection.close()

    threads = [threading.Thread(target=make) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(set(made)) == 1
    assert len(made) == 4
    assert CheckpointRow.objects.count() == before + 1


@pytest.mark.django_db(transaction=True)
def test_the_application_role_may_add_and_not_change(open_table: Opener, players: list[User]):
    finished(open_table, players)
    with connection.cursor() as cursor:
        cursor.execute("SET ROLE laozhuang_app")
        try:
            assert checkpoint_make(AT)
            for table in ("tables_checkpoint", "tables_checkpointleaf"):
                with pytest.raises(DatabaseError, match="permission denied"):
                    cursor.execute(f"DELETE FROM {table}")
        finally:
            cursor.execute("RESET ROLE")
