"""Taking the access log of a table of another site in: beside its match, onto no other.

The accounts that its lines name are those of the other site, and mean nobody here.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final
from uuid import UUID

from django.db import connection

from engine.hashing import parse
from engine.play.fields import as_object
from engine.record import Row
from tables.imports.models import ImportedStream
from tables.imports.services import StreamDiffers

_TAKE_IN: Final = """
SELECT tables_take_looks_in(%s::uuid, %s::bigint[], %s::integer[], %s::text[], %s::text[],
                            %s::text[], %s::text[])
"""


def looks_take_in(table: UUID, rows: Sequence[Row], trailer: str) -> None:
    """Store looks as they are, byte for byte; nothing where they are here already.

    Call it in a transaction, after the match. Raises StreamDiffers with nothing changed;
    DatabaseError for looks that are not what their hashes say.
    """
    columns = [row.columns for row in rows]
    data = [as_object(parse(one.data)) for one in columns]
    with connection.cursor() as cursor:
        cursor.execute(
            _TAKE_IN,
            [
                table,
                [int(one.actor.partition(":")[2]) for one in columns],
                [one.hand for one in columns],
                [one.at for one in columns],
                [one["what"] for one in data],
                [one["salt"] for one in data],
                [row.hash for row in rows],
            ],
        )
        answer = cursor.fetchone()[0]
    if answer == "differs":
        raise StreamDiffers(f"there is another access log of the table {table} here")
    if answer == "ok":
        ImportedStream.objects.filter(stream=table).update(looks_trailer=trailer)
