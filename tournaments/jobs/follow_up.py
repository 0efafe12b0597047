"""What happens at a table or an event is followed up at once, by a task.

A task that is lost does no harm, as the next tick finds what it would have done.
"""

from __future__ import annotations

from typing import Any, Final

from tables.acting import Receipt as TableReceipt
from tables.cases.signals import Moved
from tournaments.jobs.queueing import task_queue, task_queue_for_match
from tournaments.store.acting import Receipt

KEEP_UP: Final = "tournaments.keep_up"
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
        task_queue(KEEP_UP, str(receipt.fold.tournament))


def table_moved_receive(receipt: TableReceipt, **_rest: Any) -> None:
    """A match ended: if it belongs to an event, its result is wanted there."""
    if receipt.fold.state.phase == "ended":
        task_queue_for_match(receipt.table, KEEP_UP)


def case_moved_receive(moved: Moved, **_rest: Any) -> None:
    """Something was called or ruled at a table: its event follows."""
    task_queue_for_match(moved.table, KEEP_UP)
