"""The access logs of tables: whether each is one chain from its first look, and still the one with
which it came from another site. Changes nothing."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import groupby
from operator import itemgetter
from uuid import UUID

from engine.errors import EngineError
from engine.looks import stream_of
from engine.record import Row
from engine.trailer import parse_trailer, proved
from tables.imports.models import ImportedStream
from tables.models import PrivilegedView
from tables.review.look_chain import Look, first_prev, row_of
from tournaments.audit.faults import Fault, What
from tournaments.audit.raw import chain_fault


def look_faults(tables: Collection[UUID] | None = None) -> Iterator[Fault]:
    """The first look that does not follow, of each of these tables or of all; and those logs that
    are not what another site signed."""
    looks = PrivilegedView.objects.order_by("table_id", "number")
    came = ImportedStream.objects.exclude(looks_trailer="")
    if tables is not None:
        looks = looks.filter(table_id__in=tables)
        came = came.filter(stream__in=tables)
    brought = dict(came.values_list("stream", "looks_trailer"))
    stored = looks.values_list(
        "table_id", "number", "hand", "account_id", "at", "what", "salt", "prev", "hash"
    )
    for table, own in groupby(stored.iterator(), key=itemgetter(0)):
        rows = [row_of(table, Look(*row[1:])) for row in own]
        broken = chain_fault(table, first_prev(table), rows)
        if broken is not None:
            yield broken._replace(what=What.LOOKS)
        yield from _not_as_it_came(table, brought.pop(table, ""), rows)
    for table, trailer in brought.items():
        yield from _not_as_it_came(table, trailer, [])


def _not_as_it_came(table: UUID, trailer: str, rows: list[Row]) -> Iterator[Fault]:
    if not trailer:
        return
    try:
        hashes = [row.hash for row in rows]
        proved(parse_trailer(trailer.encode()), stream_of(str(table)), hashes)
    except EngineError as problem:
        detail = f"what proves it to be the access log of another site does not: {problem.message}"
        yield Fault(table, What.LOOKS, detail, len(rows) or None, "wrong_path")
