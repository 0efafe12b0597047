"""Taking a match, or any stream, of another site into the log.

The database checks every hash before it stores anything, and refuses a stream that is there
already with other events. Whoever calls has proved what the events mean.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from datetime import datetime
from typing import Any, Final, NamedTuple
from uuid import UUID

from django.db import connection, transaction

from engine.hashing import Json, genesis
from engine.play.codec import event_from_text
from engine.play.events import MatchOpened
from engine.record import Row
from tables.errors import TableError
from tables.imports.models import ImportedStream
from tables.models import Seat, Table, TableSecret
from tables.projections.rebuild import table_rebuild
from tables.registers.tables import table_note

_TAKE_IN: Final = """
SELECT tables_take_in(%s::uuid, %s, %b::text[], %s::smallint[], %s::integer[], %b::text[],
                      %b::text[], %b::text[], %b::text[], %b::text[])
"""


class StreamDiffers(TableError):
    """The log has a stream of that id with other events; it stays as it is."""

    code = "stream_differs"


def foreign_until(stream: UUID) -> int:
    """Up to which event a stream was made on another site; 0 for a stream of this one."""
    found = ImportedStream.objects.filter(stream=stream).values_list("version", flat=True).first()
    return found or 0


class Source(NamedTuple):
    """Where a stream comes from: an archive's fingerprint, the names of officials by the ids of
    their accounts there, and the trailer that proves the stream; with the event's own log, who
    signed the archive, and how."""

    archive: str
    officials: Mapping[str, str]
    trailer: str = ""
    signer: str = ""
    signature: str = ""


def stream_take_in(
    stream: UUID, header: Mapping[str, Json], rows: Sequence[Row], source: Source
) -> bool:
    """Store a stream as it is, byte for byte; False if it is there already.

    Call it in a transaction. Raises StreamDiffers with nothing changed; DatabaseError for events
    that are not what their hashes say.
    """
    columns = [row.columns for row in rows]
    with connection.cursor() as cursor:
        cursor.execute(
            _TAKE_IN,
            [
                stream, genesis(header),
                [one.type for one in columns], [one.v for one in columns],
                [one.hand for one in columns], [one.data for one in columns],
                [one.actor for one in columns], [one.cmd for one in columns],
                [one.at for one in columns], [row.hash for row in rows],
            ],
        )  # fmt: skip
        answer = cursor.fetchone()[0]
    if answer == "differs":
        raise StreamDiffers(f"there is another log of {stream} here")
    if answer == "same":
        return False
    ImportedStream.objects.create(
        stream=stream,
        version=len(rows),
        archive=source.archive,
        officials=dict(source.officials),
        trailer=source.trailer,
        signer=source.signer,
        signature=source.signature,
    )
    return True


@transaction.atomic
def match_take_in(
    header: Mapping[str, Json],
    rows: Sequence[Row],
    *,
    source: Source,
    context: Mapping[str, Any],
    disputes: Mapping[str, Any],
) -> bool:
    """Store a match that is over, with its rows made from its log; False if it is there already.

    Raises as `stream_take_in`.
    """
    opened = event_from_text(rows[0].columns.type, rows[0].columns.v, rows[0].columns.data)
    if not isinstance(opened, MatchOpened):
        raise TypeError(f"a match begins with MatchOpened, not {rows[0].columns.type}")
    stream = UUID(opened.match)
    if not stream_take_in(stream, header, rows, source):
        return False
    table = _table(stream, header, rows, opened)
    table.context, table.dispute_terms = dict(context), dict(disputes)
    table.save(force_insert=True)
    table_note(table)
    Seat.objects.bulk_create(
        Seat(table=table, place=one.place, name=one.name, kind=one.kind, level=one.level or "")
        for one in opened.players
    )
    # All of its secrets are opened; there is nothing to keep.
    TableSecret.objects.create(table=table, seed=b"")
    table_rebuild(stream)
    return True


def _table(
    stream: UUID, header: Mapping[str, Json], rows: Sequence[Row], opened: MatchOpened
) -> Table:
    return Table(
        id=stream,
        ruleset=opened.ruleset,
        ruleset_version=opened.ruleset_version,
        engine_version=opened.engine_version,
        options=header["options"],
        length=header["length"],
        play=opened.play,
        clocks=asdict(opened.clocks),
        aids=asdict(opened.aids),
        spectator_delay=opened.spectator_delay,
        name=str(header["table"] or ""),
        round_name=str(header["round"] or ""),
        opened_at=datetime.fromisoformat(rows[0].columns.at),
        head=genesis(header),
        phase="new",
    )
