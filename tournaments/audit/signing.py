"""Checkpoints against themselves, and the log against what was signed of it. Changes nothing."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from datetime import datetime
from typing import Final
from uuid import UUID

from django.conf import settings
from django.db import connection

from engine.checkpoints import FIRST_PREVIOUS, Checkpoint, is_signed
from engine.merkle import Leaf, tree_of
from engine.signing import public_key
from tables.checkpoints.models import CheckpointRow, LeafRow
from tables.checkpoints.selectors import checkpoint_of, leaves_at
from tournaments.audit.faults import ALL_LOGS, Fault, What
from tournaments.audit.registered import of_subjects

_LOST: Final = """
SELECT DISTINCT ON (leaf.stream) leaf.stream, leaf.version, leaf.checkpoint, e.hash
    FROM tables_checkpointleaf leaf
    LEFT JOIN tables_event e ON e.stream = leaf.stream AND e.version = leaf.version
    WHERE leaf.log = '' AND e.hash IS DISTINCT FROM leaf.hash
        AND (%s::uuid[] IS NULL OR leaf.stream = ANY(%s))
    ORDER BY leaf.stream, leaf.version
"""

_LOOKS_LOST: Final = """
SELECT DISTINCT ON (leaf.stream) leaf.stream, leaf.version, leaf.checkpoint, l.hash
    FROM tables_checkpointleaf leaf
    LEFT JOIN tables_privilegedview l ON l.table_id = leaf.stream AND l.number = leaf.version
    WHERE leaf.log = 'looks' AND l.hash IS DISTINCT FROM leaf.hash
        AND (%s::uuid[] IS NULL OR leaf.stream = ANY(%s))
    ORDER BY leaf.stream, leaf.version
"""

# The row of the checkpoints is no stream of the log.
_UNPROVED: Final = """
SELECT p.stream, p.version, p.proved_at, e.hash FROM audit_proved p
    LEFT JOIN tables_event e ON e.stream = p.stream AND e.version = p.version
    WHERE e.hash IS DISTINCT FROM p.head AND p.stream <> %s
        AND (%s::uuid[] IS NULL OR p.stream = ANY(%s))
"""


def signed_faults(streams: Collection[UUID] | None = None) -> list[Fault]:
    """Logs that no longer have what was signed of them, access logs too: of these streams, or of
    all."""
    wanted = list(streams) if streams is not None else None
    found = list[Fault]()
    with connection.cursor() as cursor:
        for what, statement in (("event", _LOST), ("look", _LOOKS_LOST)):
            cursor.execute(statement, [wanted, wanted])
            found += [_lost(what, *row) for row in cursor.fetchall()]
    return of_subjects(found)


def _lost(what: str, stream: UUID, version: int, checkpoint: int, there: str | None) -> Fault:
    how = "is gone" if there is None else "is not the one"
    detail = f"{what} {version}, signed in checkpoint {checkpoint}, {how}"
    code = "cut_short" if there is None else "not_as_signed"
    return Fault(stream, What.SIGNED, detail, version, code)


def proved_faults(streams: Collection[UUID] | None = None) -> list[Fault]:
    """Logs that no longer have the event up to which they were found in order."""
    wanted = list(streams) if streams is not None else None
    with connection.cursor() as cursor:
        cursor.execute(_UNPROVED, [ALL_LOGS, wanted, wanted])
        return of_subjects([_unproved(*row) for row in cursor.fetchall()])


def _unproved(stream: UUID, version: int, at: datetime, there: str | None) -> Fault:
    how = "is gone" if there is None else "is not the one"
    detail = f"event {version}, found in order at {at:%Y-%m-%d %H:%M} UTC, {how}"
    code = "wrong_count" if there is None else "wrong_hash"
    return Fault(stream, What.SIGNED, detail, version, code)


def known_keys() -> set[str]:
    """The public keys that may have signed checkpoints of this site."""
    return {public_key(settings.CHECKPOINT_KEY), *settings.CHECKPOINT_OLD_KEYS}


def checkpoint_faults(after: Checkpoint | None = None) -> list[Fault]:
    """What is wrong with the checkpoints behind one that was found to be right, or with all."""
    keys, before, found = known_keys(), after, list[Fault]()
    leaves = {leaf.stream: leaf for leaf in leaves_at(after.number)} if after else {}
    for row in CheckpointRow.objects.filter(number__gt=after.number if after else 0)[::-1]:
        checkpoint = checkpoint_of(row)
        leaves |= {leaf.stream: leaf for leaf in _moved(checkpoint.number)}
        found += _faults_of(checkpoint, before, leaves, keys)
        before = checkpoint
    return found


def _moved(number: int) -> list[Leaf]:
    rows = LeafRow.objects.filter(checkpoint=number)
    return [Leaf(row.name, row.version, row.hash) for row in rows]


def _faults_of(
    checkpoint: Checkpoint, before: Checkpoint | None, leaves: dict[str, Leaf], keys: set[str]
) -> Iterator[Fault]:
    number = checkpoint.number
    expected = before.number + 1 if before else 1
    if number != expected:
        detail = f"checkpoint {expected} is gone, {number} comes next"
        yield Fault(ALL_LOGS, What.CHECKPOINT, detail, expected, "missing_checkpoint")
    elif checkpoint.previous != (before.digest() if before else FIRST_PREVIOUS):
        detail = f"checkpoint {number} names another one before it"
        yield Fault(ALL_LOGS, What.CHECKPOINT, detail, number, "broken_chain")
    if not is_signed(checkpoint):
        detail = f"the signature of checkpoint {number} is not that of the key it names"
        yield Fault(ALL_LOGS, What.CHECKPOINT, detail, number, "wrong_signature")
    elif checkpoint.key not in keys:
        detail = f"checkpoint {number} is signed by {checkpoint.key}, which is no key of this site"
        yield Fault(ALL_LOGS, What.CHECKPOINT, detail, number, "wrong_key")
    if (checkpoint.size, checkpoint.root) != (len(leaves), tree_of(leaves.values()).root):
        detail = f"the heads kept for checkpoint {number} do not give its root"
        yield Fault(ALL_LOGS, What.CHECKPOINT, detail, number, "wrong_path")


def remembered_faults(number: int, digest: str) -> list[Fault]:
    """Whether a checkpoint that was there when it was last looked at still is."""
    row = CheckpointRow.objects.filter(number=number).first()
    if row is not None and checkpoint_of(row).digest() == digest:
        return []
    how = "is gone" if row is None else "is another"
    detail = f"checkpoint {number}, which was there before, {how}"
    code = "missing_checkpoint" if row is None else "not_as_signed"
    return [Fault(ALL_LOGS, What.CHECKPOINT, detail, number, code)]
