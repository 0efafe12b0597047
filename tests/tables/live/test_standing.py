"""An open socket ends when its owner is no longer what they came as."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from typing import Any

import psycopg
import pytest
from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.models import Session
from django.db import connections
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from engine.viewer import Viewer
from tables import services
from tables.live.members import Member
from tables.live.rounds import STANDING_SECONDS
from tables.live.standing import fallen
from tables.models import RefereeAssignment, Table
from tests.tables.conftest import Opener
from tests.tables.live.playing import line
from tests.tables.live.site import Server, Site


def signed_in(account: User) -> Client:
    client = Client()
    client.force_login(account)
    return client


def member(table: Table, viewer: Viewer, account: User, client: Client) -> Any:
    """A socket as its table knows it; only what standing looks at."""
    outbox: Any = None
    return Member(table.pk, viewer, account.pk, outbox, client.cookies["sessionid"].value)


def change_password(account: User) -> None:
    account.set_password("another one")
    account.save()


def elsewhere(work: Callable[[], Any]) -> None:
    """Do something with the database while a loop runs in this thread."""

    def done() -> None:
        work()
        connections.close_all()

    thread = threading.Thread(target=done)
    thread.start()
    thread.join()


def let_sessions_expire(account: User) -> None:
    for session in Session.objects.all():
        if session.get_decoded()[SESSION_KEY] == str(account.pk):
            session.expire_date = timezone.now()
            session.save()


def disable(account: User) -> None:
    account.is_active = False
    account.save()


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("lose", [change_password, disable, let_sessions_expire])
def test_who_loses_the_account_or_its_session_falls(
    players: list[User], open_table: Opener, lose: Callable[[User], None]
) -> None:
    table = open_table(contribute=False)
    ann, bo = players[:2]
    sockets = [
        member(table, Viewer("seat", place), account, signed_in(account))
        for place, account in enumerate((ann, bo))
    ]
    assert fallen(sockets) == []
    lose(ann)
    assert fallen(sockets) == sockets[:1]


@pytest.mark.django_db(transaction=True)
def test_role_and_place_have_to_be_the_accounts_own(
    players: list[User], referee: User, open_table: Opener
) -> None:
    table = open_table(contribute=False)
    client = signed_in(players[0])
    services.referee_assign(table=table, account=referee)
    mine = member(table, Viewer("seat", 0), players[0], client)
    judges = member(table, Viewer("referee"), referee, signed_in(referee))
    others = [
        member(table, Viewer("seat", 1), players[0], client),
        member(table, Viewer("referee"), players[0], client),
        member(table, Viewer("seat", 0), players[1], client),
    ]
    assert fallen([mine, judges, *others]) == others


@pytest.mark.django_db(transaction=True)
def test_a_table_full_of_sockets_costs_a_handful_of_queries(
    players: list[User], open_table: Opener, django_assert_max_num_queries: Any
) -> None:
    tables = [open_table(contribute=False) for _ in range(5)]
    sockets = [
        member(table, Viewer("seat", place), account, signed_in(account))
        for table in tables
        for place, account in enumerate(players)
    ]
    with django_assert_max_num_queries(5):
        assert fallen(sockets) == []


def test_who_logs_out_is_sent_away_and_not_let_in_again(site: Site, server: Server) -> None:
    person, other = site.person("ann"), site.person("bo")
    table = site.table([person, other])
    client = signed_in(person)
    cookie = f"sessionid={client.cookies['sessionid'].value}"
    others = site.cookie(other)

    async def scenario() -> tuple[int | None, int | None]:
        async with (
            line(server, table, cookie) as one,
            line(server, table, others) as two,
        ):
            await one.hello()
            await two.hello()
            elsewhere(lambda: client.post(reverse("logout")))
            code = await one.closed(10)
            assert (await two.act({"type": "bid"}, "x"))["type"] == "error"
        async with line(server, table, cookie) as again:
            await again.say({"type": "hello", "protocol": 1, "since": None, "as": "seat"})
            return code, await again.closed()

    assert asyncio.run(scenario()) == (4410, 4401)


def test_referee_who_is_taken_off_sees_no_more_hands(site: Site, server: Server) -> None:
    referee = site.person("referee")
    table = site.table([site.person()])
    RefereeAssignment.objects.create(table=table, account=referee)

    cookie = site.cookie(referee)

    async def scenario() -> tuple[int | None, int | None]:
        async with line(server, table, cookie) as one:
            await one.hello("referee")
            elsewhere(RefereeAssignment.objects.filter(table=table).delete)
            code = await one.closed(10)
        async with line(server, table, cookie) as again:
            await again.say({"type": "hello", "protocol": 1, "since": None, "as": "referee"})
            return code, await again.closed()

    assert asyncio.run(scenario()) == (4410, 4403)


@pytest.mark.expects_faults
def test_a_dropped_connection_to_the_database_does_not_let_anybody_stay(
    site: Site, server: Server
) -> None:
    person = site.person("ann")
    table = site.table([person])
    client = signed_in(person)
    cookie = f"sessionid={client.cookies['sessionid'].value}"

    def drop_connections() -> None:
        with psycopg.connect(site.database_url, autocommit=True) as link:
            link.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                "WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )

    async def scenario() -> int | None:
        async with line(server, table, cookie) as one:
            await one.hello()
            await asyncio.sleep(STANDING_SECONDS)
            elsewhere(drop_connections)
            elsewhere(lambda: client.post(reverse("logout")))
            return await one.closed(20)

    connections.close_all()
    assert asyncio.run(scenario()) == 4410
    site.new_faults()
