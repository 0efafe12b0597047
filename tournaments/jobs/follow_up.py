"""What happens at a table or an event is followed up at once, by a task.

Signals come in the thread that wrote, sometimes that of the event loop, and putting a task into
the queue may take a moment: a thread of its own does that. A task that is lost does no harm, as
the next tick finds what it would have done.
"""

from __future__ import annotations

import logging
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from uuid import UUID

from django.db import connection

from tables.acting import Receipt as TableReceipt
from tables.cases.signals import Moved
from tournaments.models import RoundTable
from tournaments.store.acting import Receipt

logger = logging.getLogger(__name__)

_QUEUERS = ThreadPoolExecutor(1, thread_name_prefix="queue")

AT_TABLES = frozenset(
    {
        "RoundStarted", "TableUnlinked", "SeatTaken", "SeatTakingUndone", "ClockExtended",
        "ClockPaused", "ClockResumed",
    }
)  # fmt: skip
"""Events of a tournament that something at its tables follows from."""


def tournament_moved_receive(receipt: Receipt, **_rest: Any) -> None:
    """An event moved on: its tables may have to."""
    if any(line.type in AT_TABLES for line in receipt.lines):
        _QUEUERS.submit(_queue, receipt.fold.tournament)


def table_moved_receive(receipt: TableReceipt, **_rest: Any) -> None:
    """A match ended: if it belongs to an event, its result is wanted there."""
    if receipt.fold.state.phase == "ended":
        _QUEUERS.submit(_queue_for_match, receipt.table)


def case_moved_receive(moved: Moved, **_rest: Any) -> None:
    """Something was called or ruled at a table: its event follows."""
    _QUEUERS.submit(_queue_for_match, moved.table)


def _queue_for_match(match: UUID) -> None:
    try:
        found = RoundTable.objects.filter(match=match).values_list("tournament", flat=True).first()
    finally:
        connection.close()
    if found is not None:
        _queue(found)


def _queue(tournament: UUID) -> None:
    from tournaments.jobs.tasks import keep_up_task

    try:
        keep_up_task.delay(str(tournament))
    except Exception:
        logger.warning("no task for event %s; the next tick will do", tournament, exc_info=True)
