"""Whoever is shown hidden tiles because of their office is written down, and cannot undo it."""

from __future__ import annotations

import threading
from datetime import timedelta
from typing import Any

import psycopg
import pytest
from asgiref.sync import async_to_sync
from django.db import DatabaseError, connection, transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from engine.hashing import event_hash
from engine.looks import verify_looks
from engine.viewer import Viewer
from tables import services
from tables.checkpoints.services import checkpoint_make
from tables.errors import NotYourSeat
from tables.events.drivers import run
from tables.live import opening
from tables.live import table as live
from tables.live.members import Member
from tables.live.messages import Hello
from tables.models import PrivilegedView, Table
from tables.review import ddl, looks
from tables.review.look_chain import Look, first_prev, row_of
from tables.review.looks import has_looked, look_note, looks_at
from tables.services import Sitter
from tests.tables.conftest import Opener, play, state_of
from tests.tables.live.stage import Frames, StageHub

pytestmark = pytest.mark.django_db


def note(account: User, table: Table, hand: int = 1) -> None:
    look_note(account=account, table=table.pk, hand=hand, what="review")


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE tables_privilegedview SET hand = 9",
        "UPDATE tables_privilegedview SET hand = 9 WHERE false",
        "DELETE FROM tables_privilegedview",
        "TRUNCATE tables_privilegedview",
    ],
)
def test_a_look_cannot_be_changed_or_removed(
    statement: str, open_table: Opener, referee: User
) -> None:
    note(referee, open_table())
    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
        connection.cursor().execute(statement)
    assert PrivilegedView.objects.count() == 1


def test_a_look_cannot_be_dated_back(open_table: Opener, referee: User) -> None:
    table = open_table()
    with connection.cursor() as cursor:
        cursor.execute(
            """INSERT INTO tables_privilegedview (account_id, table_id, hand, what, at)
               VALUES (%s, %s, 1, 'live', '2001-01-01') RETURNING extract(year FROM at)""",
            [referee.pk, table.pk],
        )
        assert cursor.fetchone()[0] > 2001


def chain(table: Table) -> list[Look]:
    """The table's looks in the order of their numbers; each hangs on the one before."""
    found = PrivilegedView.objects.filter(table=table).order_by("number")
    looks = [
        Look(one.number, one.hand, one.account_id, one.at, one.what, one.salt, one.prev, one.hash)
        for one in found
    ]
    expected = first_prev(table.pk)
    for number, look in enumerate(looks, 1):
        row = row_of(table.pk, look)
        assert (look.number, look.prev) == (number, expected)
        assert look.hash == event_hash(row.prev, row.columns)
        expected = look.hash
    return looks


def test_each_look_hangs_on_the_one_before_at_that_table(
    open_table: Opener, players: list[User], referee: User, organiser: User
) -> None:
    one, other = open_table(), open_table()
    for table in (one, other, one):
        note(referee, table)
    run(looks.noting([referee.pk, organiser.pk], one.pk, 2, "live"))
    assert [(look.number, look.hand) for look in chain(one)] == [(1, 1), (2, 1), (3, 2), (4, 2)]
    assert [look.what for look in chain(other)] == ["review"]
    assert len({look.salt for look in chain(one)}) == 4


@pytest.mark.parametrize(
    "change",
    [
        {"number": 9}, {"hand": 2}, {"account": 0}, {"at": timedelta(milliseconds=1)},
        {"what": "live"}, {"salt": "0" * 32}, {"prev": "0" * 64},
    ],
)  # fmt: skip
def test_every_column_is_in_the_hash(
    change: dict[str, Any], open_table: Opener, referee: User
) -> None:
    table = open_table()
    note(referee, table)
    (look,) = chain(table)
    if "at" in change:
        change = {"at": look.at + change["at"]}
    row = row_of(table.pk, look._replace(**change))
    assert event_hash(row.prev, row.columns) != look.hash
    elsewhere = row_of(open_table().pk, look)
    assert event_hash(elsewhere.prev, elsewhere.columns) != look.hash


def test_a_number_and_a_hash_cannot_be_chosen(open_table: Opener, referee: User) -> None:
    table = open_table()
    with connection.cursor() as cursor:
        cursor.execute(
            """INSERT INTO tables_privilegedview
               (account_id, table_id, hand, what, number, salt, prev, hash)
               VALUES (%s, %s, 1, 'live', 7, 'x', 'y', 'z')""",
            [referee.pk, table.pk],
        )
    assert [look.number for look in chain(table)] == [1]


@pytest.mark.django_db(transaction=True)
def test_looks_at_once_leave_no_gap(open_table: Opener, referee: User) -> None:
    table = open_table()

    def several() -> None:
        try:
            for _ in range(5):
                note(referee, table)
        finally:
            connection.close()

    threads = [threading.Thread(target=several) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(chain(table)) == 20


def test_looks_from_before_there_was_a_chain_are_chained_in_their_order(
    open_table: Opener, referee: User
) -> None:
    one, other = open_table(), open_table()
    with connection.cursor() as cursor:
        cursor.execute(ddl.LOOKS_UNCHAINED)
        for hand, table in enumerate((one, other, one, one), 1):
            values = [referee.pk, table.pk, hand]
            cursor.execute(
                """INSERT INTO tables_privilegedview (account_id, table_id, hand, what)
                   VALUES (%s, %s, %s, 'review')""",
                values,
            )
        cursor.execute(ddl.LOOKS_CHAINED)
    note(referee, one, hand=5)
    assert [look.hand for look in chain(one)] == [1, 3, 4, 5]
    assert [look.hand for look in chain(other)] == [2]


def to_hand_two(table: Table, players: list[User], steps: int) -> None:
    """Play the first hand to its end."""
    for seed in range(100):
        if state_of(table).hand_number > 1:
            return
        play(table, players, seed=seed, steps=steps)


def joined(table: Table, account: User, role: Any = "referee") -> tuple[live.LiveTable, Frames]:
    """A socket of this account at the live table."""

    async def join() -> tuple[live.LiveTable, Frames]:
        at_table = live.LiveTable(opened, hub)
        frames: Any = Frames()
        member = Member(table.pk, Viewer(role), account.pk, frames)
        await at_table.join(member, Hello(1))
        return at_table, frames

    hub = StageHub()
    opened = run(opening.read(table.pk))
    return async_to_sync(join)()


def test_a_referees_live_socket_is_a_look_at_the_running_hand_and_at_each_that_follows(
    open_table: Opener, players: list[User], referee: User
) -> None:
    table = open_table(hands=2)
    at_table, frames = joined(table, referee)
    assert frames.sent[0]["view"]["seats"]["S"]["concealed"]
    assert [(look.hand, look.what) for look in looks_at([table.pk])] == [(1, "live")]
    to_hand_two(table, players, 40)
    async_to_sync(at_table.refresh)()
    assert sorted(look.hand for look in looks_at([table.pk])) == [1, 2]
    assert has_looked(referee, table.pk, 2)


def test_watching_like_everybody_else_is_no_look(open_table: Opener, visitor: User) -> None:
    table = open_table()
    joined(table, visitor, "spectator")
    assert not looks_at([table.pk]).exists()


def test_a_referee_whose_look_cannot_be_logged_sees_nothing(
    open_table: Opener, referee: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = open_table()

    def broken(*_: object) -> Any:
        raise psycopg.OperationalError("the disk is full")

    monkeypatch.setattr(live.looks, "noting", broken)
    _, frames = joined(table, referee)
    assert frames.sent == []
    assert frames.closing == live.CLOSE_RESTART


def test_who_saw_hidden_tiles_of_the_running_hand_is_not_seated_in_it(
    open_table: Opener, players: list[User], organiser: User, referee: User
) -> None:
    table = open_table(hands=2)
    sitter = Sitter(name="referee", account=referee)

    def seat() -> None:
        services.seat_hand_over(table=table, place=0, sitter=sitter, account=organiser)

    note(referee, table, hand=1)
    with pytest.raises(NotYourSeat, match="hidden tiles of hand 1"):
        seat()
    to_hand_two(table, players, 20)
    seat()
    assert state_of(table).players[0].name == "referee"


def page(table: Table, account: User | None, name: str = "review-looks") -> Any:
    client = Client(headers={"Accept-Language": "en"})
    if account:
        client.force_login(account)
    return client.get(reverse(name, args=[table.pk]))


def test_organiser_and_referees_see_who_looked_and_players_do_not(
    open_table: Opener, players: list[User], organiser: User, referee: User, visitor: User
) -> None:
    table = open_table()
    services.referee_assign(table=table, account=referee)
    assert "Nobody has looked" in page(table, organiser).content.decode()
    note(referee, table)
    for account in (organiser, referee):
        text = page(table, account).content.decode()
        assert referee.public_name in text
        assert "review of the hand" in text
    for stranger in (players[0], visitor, None):
        assert page(table, stranger).status_code == 403


def file_of(table: Table, account: User | None) -> Any:
    return page(table, account, "review-looks-file")


def test_whoever_sees_the_looks_can_keep_a_file_that_proves_itself(
    open_table: Opener, players: list[User], organiser: User, referee: User, visitor: User
) -> None:
    table = open_table(hands=2)
    note(referee, table)
    to_hand_two(table, players, 60)
    signed = checkpoint_make(timezone.now())
    note(organiser, table, hand=2)
    answer = file_of(table, organiser)
    assert f"{table.pk}.zjl.jsonl" in answer["Content-Disposition"]
    assert "no-store" in answer["Cache-Control"]
    report = verify_looks(answer.content, checkpoint=signed)
    assert report.ok
    assert signed is not None
    said = f"its first 1 events were signed in checkpoint {signed.number} ({signed.code()})"
    assert str(report).startswith(f"ok: 2 looks at hidden tiles; {said}")
    for stranger in (players[0], visitor, None):
        assert file_of(table, stranger).status_code in (302, 403)


def test_of_a_table_at_which_nobody_looked_there_is_an_empty_file(
    open_table: Opener, organiser: User
) -> None:
    report = verify_looks(file_of(open_table(), organiser).content)
    assert str(report) == "ok: 0 looks at hidden tiles"
