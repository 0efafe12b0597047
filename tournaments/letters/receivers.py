"""An event that moved on may have to be told of: a task is put into the queue for it."""

from __future__ import annotations

from typing import Any

from tournaments.jobs.queueing import task_queue
from tournaments.letters.occasions import TOLD
from tournaments.store.acting import Receipt


def tournament_moved_receive(receipt: Receipt, **_rest: Any) -> None:
    """Ask for the task where something is told of."""
    if any(line.type in TOLD for line in receipt.lines):
        task_queue("tournaments.letters", str(receipt.fold.tournament))
