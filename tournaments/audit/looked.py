"""The access logs of tables: whether each is one chain from its first look. Changes nothing."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from itertools import groupby
from operator import itemgetter
from typing import Any
from uuid import UUID

from tables.models import PrivilegedView
from tables.review.look_chain import Look, first_prev, row_of
from tournaments.audit.faults import Fault, What
from tournaments.audit.raw import chain_fault


def look_faults(tables: Collection[UUID] | None = None) -> Iterator[Fault]:
    """The first look that does not follow, of each of these tables or of all."""
    looks = PrivilegedView.objects.order_by("table_id", "number")
    if tables is not None:
        looks = looks.filter(table_id__in=tables)
    stored = looks.values_list(
        "table_id", "number", "hand", "account_id", "at", "what", "salt", "prev", "hash"
    )
    for table, own in groupby(stored.iterator(), key=itemgetter(0)):
        broken = _broken(table, own)
        if broken is not None:
            yield broken


def _broken(table: UUID, stored: Iterable[tuple[Any, ...]]) -> Fault | None:
    rows = [row_of(table, Look(*row[1:])) for row in stored]
    broken = chain_fault(table, first_prev(table), rows)
    return broken._replace(what=What.LOOKS) if broken is not None else None
