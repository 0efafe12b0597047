"""Rounds and checkpoints: one is made when a round is confirmed, and its sheet names it."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Final
from uuid import UUID

from django.db import connection

from engine.checkpoints import Checkpoint
from tables.checkpoints.selectors import covering
from tables.checkpoints.services import checkpoint_make
from tournaments.jobs.queueing import task_queue
from tournaments.store.acting import Receipt

SIGNED_AFTER: Final = ("RoundConfirmed", "ResultCorrected")
"""Events of a tournament after which its logs are signed."""

_UNSIGNED: Final = """
SELECT EXISTS (
    SELECT FROM tournaments_tournament t
    CROSS JOIN LATERAL (
        SELECT coalesce(max(leaf.version), 0) AS version FROM tables_checkpointleaf leaf
        WHERE leaf.stream = t.id AND leaf.log = ''
    ) AS signed
    JOIN tables_event e ON e.stream = t.id AND e.version > signed.version AND e.type = ANY(%s)
    WHERE t.version > signed.version
)
"""

_SETTLED: Final = """
SELECT max(version) FROM tables_event
    WHERE stream = %s AND type = ANY(%s) AND (data->>'round')::integer = %s
"""


def tournament_moved_receive(receipt: Receipt, **_rest: Any) -> None:
    """A round was confirmed: have a worker sign it."""
    if any(line.type in SIGNED_AFTER for line in receipt.lines):
        task_queue("tables.checkpoint")


def checkpoint_due(at: datetime) -> Checkpoint | None:
    """Make up for a task that was lost."""
    with connection.cursor() as cursor:
        cursor.execute(_UNSIGNED, [list(SIGNED_AFTER)])
        is_due = cursor.fetchone()[0]
    return checkpoint_make(at) if is_due else None


def round_checkpoint(tournament: UUID, number: int) -> Checkpoint | None:
    """The first checkpoint in which a confirmed round was signed as it is now."""
    with connection.cursor() as cursor:
        cursor.execute(_SETTLED, [tournament, list(SIGNED_AFTER), number])
        version = cursor.fetchone()[0]
    return covering(tournament, version) if version else None
