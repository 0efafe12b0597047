"""Whether those who follow disputes may still see what they came for: people log out, are taken off
a table as its referee, lose a role at an event.

Who no longer may is sent away and comes back as what they are now, with a page asked for anew.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeAlias
from uuid import UUID

from accounts.models import User
from accounts.remembering import remember
from tables.cases.offers import judges_at
from tables.live.standing import accounts_of
from tables.models import Appeal, Case, Table

Powers: TypeAlias = frozenset[UUID]
"""The tables with something to decide at which an account rules or presides."""


def learnt(held: Mapping[str | None, Powers]) -> dict[str | None, Powers]:
    """What each session holds now, and what it held before where something is still to be
    decided: there a loss has yet to be seen. Sessions that have ended hold what they held."""
    accounts = accounts_of(set(held))
    tables = _tables(_at_work())
    return {
        key: before & tables.keys() | _over(accounts[key], tables.values())
        if key in accounts
        else before
        for key, before in held.items()
    }


def fallen(held: Mapping[str | None, Powers]) -> set[str | None]:
    """Those sessions that have ended or lost a power they held: what others hold is not asked."""
    accounts = accounts_of(set(held))
    tables = _tables({table for powers in held.values() for table in powers})
    return {
        key
        for key, powers in held.items()
        if (account := accounts.get(key or "")) is None
        or _over(account, (tables[one] for one in powers if one in tables)) < powers
    }


def _at_work() -> set[UUID]:
    """The tables with a case or an appeal that is to be decided."""
    cases = Case.objects.filter(closed_at=None).values_list("table", flat=True)
    appeals = Appeal.objects.filter(decided_at=None).values_list("table", flat=True)
    return {*cases, *appeals}


def _tables(ids: set[UUID]) -> dict[UUID, Table]:
    found = Table.objects.filter(pk__in=ids).prefetch_related("seats", "referees", "scorers")
    return {table.pk: table for table in found}


def _over(account: User, tables: Iterable[Table]) -> Powers:
    remember(account)  # One look's answers; the account was read for it.
    return frozenset(table.pk for table in tables if judges_at(account, table))
