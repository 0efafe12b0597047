"""Reading checkpoints: which there are, what each is over, and the proof that a log is in one."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple
from uuid import UUID

from django.conf import settings
from django.db import connection

from engine.checkpoints import Checkpoint
from engine.looks import looks_bytes
from engine.merkle import Leaf, Tree, tree_of
from engine.signing import public_key
from engine.trailer import Trailer
from tables.checkpoints.models import CheckpointRow, LeafRow
from tables.events.log import stamp
from tables.imports.trailers import looks_trailer_brought, trailer_brought
from tables.models import Table
from tables.review.looks import looks_logged
from tables.selectors import record_export

_LEAVES: Final = """
SELECT DISTINCT ON (stream, log)
    CASE log WHEN '' THEN '' ELSE log || ':' END || stream, version, hash
    FROM tables_checkpointleaf WHERE checkpoint <= %s ORDER BY stream, log, checkpoint DESC
"""


class KeyUse(NamedTuple):
    """A public key, and the first and last checkpoint that it signed; None if none yet."""

    key: str
    first: int | None
    last: int | None


def checkpoint_of(row: CheckpointRow) -> Checkpoint:
    """A row as what was signed."""
    return Checkpoint(
        row.number, stamp(row.at), row.size, row.root, row.previous, row.key, row.signature
    )


def checkpoint_at(number: int) -> Checkpoint | None:
    """The checkpoint of a number."""
    row = CheckpointRow.objects.filter(number=number).first()
    return checkpoint_of(row) if row else None


def checkpoint_last() -> Checkpoint | None:
    """The newest checkpoint."""
    row = CheckpointRow.objects.first()
    return checkpoint_of(row) if row else None


def leaves_at(number: int) -> list[Leaf]:
    """The heads that a checkpoint is over."""
    with connection.cursor() as cursor:
        cursor.execute(_LEAVES, [number])
        return [Leaf(*row) for row in cursor.fetchall()]


def tree_at(checkpoint: Checkpoint) -> Tree:
    """The tree below a checkpoint's root."""
    return _tree(checkpoint.number, checkpoint.root)


@lru_cache(maxsize=4)
def _tree(number: int, _root: str) -> Tree:
    return tree_of(leaves_at(number))


def covering(
    stream: UUID, version: int, key: str | None = None, log: str = ""
) -> Checkpoint | None:
    """The first checkpoint over so many events of a stream; with `key` the first that it signed.

    `log` is `looks` for the access log of a table instead of its match's.
    """
    own = LeafRow.objects.filter(stream=stream, log=log)
    found = own.filter(version__gte=version).order_by("checkpoint")
    return _from(found.values_list("checkpoint", flat=True).first(), key)


def newest_with(stream: UUID, key: str | None = None, log: str = "") -> Checkpoint | None:
    """The first checkpoint over the newest of a stream that was signed; rest as above."""
    found = LeafRow.objects.filter(stream=stream, log=log).order_by("-checkpoint")
    return _from(found.values_list("checkpoint", flat=True).first(), key)


def _from(number: int | None, key: str | None) -> Checkpoint | None:
    """A checkpoint or, by another key, the next one of this key: what was signed stays signed."""
    if number is None:
        return None
    rows = CheckpointRow.objects.filter(number__gte=number).order_by("number")
    row = (rows if key is None else rows.filter(key=key)).first()
    return checkpoint_of(row) if row else None


def trailer_for(
    stream: UUID, version: int, number: int | None = None, *, key: str | None = None, log: str = ""
) -> Trailer | None:
    """The proof for a log of so many events, or with `log` `looks` of so many looks.

    From the checkpoint asked for; else from the first that has all of the events, or from the
    last that has some; with `key` of those that it signed. None if there is no such checkpoint, or
    nothing of the log in it.
    """
    if number is not None:
        checkpoint = checkpoint_at(number)
    else:
        checkpoint = covering(stream, version, key, log) or newest_with(stream, key, log)
    if checkpoint is None:
        return None
    tree = tree_at(checkpoint)
    index = tree.index(f"{log}:{stream}" if log else str(stream))
    if index is None:
        return None
    return Trailer(checkpoint, tree.leaves[index], index, tree.path(index))


def keys_used() -> list[KeyUse]:
    """Every public key that signed a checkpoint, the newest first, and the one in use now."""
    uses: dict[str, KeyUse] = {}
    if settings.CHECKPOINT_KEY:
        now = public_key(settings.CHECKPOINT_KEY)
        uses[now] = KeyUse(now, None, None)
    for number, key in CheckpointRow.objects.values_list("number", "key"):
        known = uses.get(key)
        last = known.last if known and known.last else number
        uses[key] = KeyUse(key, number, last)
    return list(uses.values())


def looks_signed(table: UUID) -> bytes:
    """The access log of a table as a file, with its proof where there is one; of a table at which
    nobody looked a header alone."""
    rows = looks_logged([table]).get(table, [])
    trailer = looks_trailer_brought(table, len(rows)) or trailer_for(table, len(rows), log="looks")
    body = looks_bytes(str(table), rows)
    return body + f"{trailer.text()}\n".encode() if rows and trailer else body


def record_signed(table: Table, number: int | None = None) -> str:
    """The portable record of a finished match, with its proof where there is one.

    A record of another site has the proof that it came with. `number` asks for the proof from that
    checkpoint. Raises MatchRunning before the match's end.
    """
    # Looked for first: whatever was signed is then in the record that is read.
    brought = trailer_brought(table.pk, table.version) if number is None else None
    trailer = brought or trailer_for(table.pk, table.version, number)
    record = record_export(table)
    return f"{record}{trailer.text()}\n" if trailer else record
