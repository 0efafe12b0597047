"""Making checkpoints: the only place that writes them."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from datetime import datetime
from typing import Final

from django.conf import settings
from django.db import connection, transaction

from engine.checkpoints import FIRST_PREVIOUS, Checkpoint, signed
from engine.merkle import Leaf, tree_of
from engine.signing import public_key
from tables.checkpoints.heads import heads_now, still_there
from tables.checkpoints.models import CheckpointRow, LeafRow
from tables.checkpoints.selectors import checkpoint_last, leaves_at
from tables.events.log import stamp

logger = logging.getLogger(__name__)

_LOCK: Final = 0x7A6A63
"""Of PostgreSQL's advisory locks: one checkpoint is made at a time."""


@transaction.atomic
def checkpoint_make(at: datetime) -> Checkpoint | None:
    """Sign the heads of all logs; the newest checkpoint again if nothing has moved since it, and
    the key is still the same.

    None while there is no log at all. A log that no longer has what was signed of it keeps its
    signed head, so that no signature is ever given to a history made anew.
    """
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [_LOCK])
    last = checkpoint_last()
    before = {leaf.stream: leaf for leaf in leaves_at(last.number)} if last else {}
    now = before | {leaf.stream: leaf for leaf in _standing(before, heads_now())}
    moved = [leaf for stream, leaf in now.items() if before.get(stream) != leaf]
    if not now or (last and not moved and last.key == public_key(settings.CHECKPOINT_KEY)):
        return last
    made = signed(
        settings.CHECKPOINT_KEY,
        number=last.number + 1 if last else 1,
        at=stamp(at),
        size=len(now),
        root=tree_of(now.values()).root,
        previous=last.digest() if last else FIRST_PREVIOUS,
    )
    _write(made, at, moved)
    return made


def _standing(before: dict[str, Leaf], heads: Iterable[Leaf]) -> list[Leaf]:
    """The heads that go on from what was signed."""
    there = still_there(list(before.values()))
    found = []
    for head in heads:
        signed_head = before.get(head.stream)
        if signed_head is None or (signed_head in there and head.version >= signed_head.version):
            found.append(head)
    for lost in set(before.values()) - there:
        logger.error("%s: event %s is not the one that was signed", lost.stream, lost.version)
    return found


def _write(made: Checkpoint, at: datetime, moved: Iterable[Leaf]) -> None:
    CheckpointRow.objects.create(
        number=made.number,
        at=at.replace(microsecond=at.microsecond // 1000 * 1000),
        size=made.size,
        root=made.root,
        previous=made.previous,
        key=made.key,
        signature=made.signature,
    )
    LeafRow.objects.bulk_create([_row(leaf, made.number) for leaf in moved])


def _row(leaf: Leaf, number: int) -> LeafRow:
    log, _, stream = leaf.stream.rpartition(":")
    return LeafRow(stream=stream, log=log, checkpoint=number, version=leaf.version, hash=leaf.hash)
