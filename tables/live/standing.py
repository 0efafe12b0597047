"""Whether those who are connected may still be what they came as.

A socket is let in once, but people log out, lose an account, or are taken off a table as its
referee while it is open. Whoever is no longer what they came as is sent away and comes back as
what they are now: the handshake decides, and says why not.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from uuid import UUID

from channels.db import database_sync_to_async
from django.contrib.auth import HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.models import Session
from django.utils import timezone
from django.utils.crypto import constant_time_compare

from accounts.models import User
from tables import selectors
from tables.live.members import Member
from tables.models import Table

CLOSE_STANDING = 4410

AT_ONCE = 60
PAUSE_SECONDS = 0.1
"""Some at a time, so that no player waits for it."""


async def send_away_fallen(members: Sequence[Member]) -> None:
    """Send away whoever has logged out or lost the role that they follow a table in."""
    judged = [member for member in members if member.viewer.role != "spectator"]
    for start in range(0, len(judged), AT_ONCE):
        for member in await database_sync_to_async(fallen)(judged[start : start + AT_ONCE]):
            member.outbox.close(CLOSE_STANDING)
        await asyncio.sleep(PAUSE_SECONDS)


def fallen(members: Iterable[Member]) -> list[Member]:
    """Those whose session or role is gone: four queries, however many there are."""
    members = list(members)
    if not members:
        return []
    accounts = accounts_of({member.session for member in members})
    tables = _tables({member.table for member in members})
    return [
        member
        for member in members
        if not _may_stay(member, accounts.get(member.session or ""), tables.get(member.table))
    ]


def _may_stay(member: Member, account: User | None, table: Table | None) -> bool:
    if account is None or table is None or account.pk != member.account:
        return False
    return member.viewer == selectors.viewer_for(account, table)


def _tables(ids: set[UUID]) -> dict[UUID, Table]:
    return Table.objects.prefetch_related("seats", "referees").in_bulk(list(ids))


def accounts_of(keys: set[str | None]) -> dict[str, User]:
    """The account that each session is signed in to, as Django's own look-up would have it."""
    rows = Session.objects.filter(session_key__in=keys, expire_date__gt=timezone.now())
    sessions = {row.session_key: row.get_decoded() for row in rows}
    ids = {int(data[SESSION_KEY]) for data in sessions.values() if SESSION_KEY in data}
    accounts = User.objects.filter(is_active=True).in_bulk(list(ids))
    found = {}
    for key, data in sessions.items():
        account = accounts.get(int(data.get(SESSION_KEY, 0)))
        if account is not None and _is_hash_of(data.get(HASH_SESSION_KEY, ""), account):
            found[key] = account
    return found


def _is_hash_of(kept: str, account: User) -> bool:
    """A session ends with the password that it was opened with."""
    hashes = [account.get_session_auth_hash(), *account.get_session_auth_fallback_hash()]
    return any(constant_time_compare(kept, one) for one in hashes)
