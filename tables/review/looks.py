"""The access log: who looked at the hidden tiles of which hand, when, and from where.

Rows are written before the tiles are shown and, like events, never changed or removed. Must not
know what a page shows.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final, Literal, TypeAlias
from uuid import UUID

from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from engine.record import Row
from tables.events.drivers import Query, Steps, run
from tables.imports.names import names_at
from tables.models import PrivilegedView
from tables.review.look_chain import Look, row_of

What: TypeAlias = Literal["live", "review", "what_if"]
"""From where: the live socket, the review page, its what-if form."""

MOST_LOOKS: Final = 500
"""How many a page shows."""
WHERE: Final = {
    "live": _("live at the table"),
    "review": _("review of the hand"),
    "what_if": _("what-if of the review"),
}

NOTE: Final = """
INSERT INTO tables_privilegedview (account_id, table_id, hand, what)
SELECT a, %s, %s, %s FROM unnest(%s::bigint[]) AS a
"""


def noting(accounts: Sequence[int], table: UUID, hand: int, what: What) -> Steps[None]:
    """Write down that these accounts are about to see a hand's hidden tiles."""
    yield Query(NOTE, (table, hand, what, list(accounts)))


def look_note(*, account: User, table: UUID, hand: int, what: What) -> None:
    """Write down that an account is about to see a hand's hidden tiles."""
    run(noting([account.pk], table, hand, what))


def has_looked(account: User, table: UUID, hand: int) -> bool:
    """Whether the account was shown hidden tiles of this hand while it was hidden."""
    found = PrivilegedView.objects.filter(table_id=table, hand=hand, account=account)
    return found.exists()


def looks_at(tables: Iterable[UUID]) -> QuerySet[PrivilegedView]:
    """All looks at these tables, the last first."""
    return PrivilegedView.objects.filter(table_id__in=list(tables))


def looks_logged(tables: Iterable[UUID]) -> dict[UUID, list[Row]]:
    """The access logs of those of these tables that have one, as the lines of a file."""
    found = PrivilegedView.objects.filter(table_id__in=list(tables)).order_by("table_id", "number")
    stored = found.values_list(
        "table_id", "number", "hand", "account_id", "at", "what", "salt", "prev", "hash"
    )
    logs: dict[UUID, list[Row]] = {}
    for columns in stored:
        logs.setdefault(columns[0], []).append(row_of(columns[0], Look(*columns[1:])))
    return logs


def looks_told(looks: Iterable[PrivilegedView]) -> list[dict[str, Any]]:
    """Looks as pages show them."""
    shown = list(looks)
    name = names_at((look.table_id for look in shown), (look.account_id for look in shown))
    return [
        {
            "at": look.at,
            "who": name(look.table_id, look.account_id),
            "table_id": look.table_id,
            "hand": look.hand,
            "where": WHERE.get(look.what, look.what),
        }
        for look in shown
    ]
