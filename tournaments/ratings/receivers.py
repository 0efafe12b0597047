"""An event that moved on may change ratings: a task is put into the queue for it."""

from __future__ import annotations

from typing import Any

from tournaments.jobs.queueing import task_queue
from tournaments.store.acting import Receipt

RATED = frozenset(
    {
        "RoundConfirmed", "RoundReopened", "EntryClaimed", "ClaimUndone", "StartUndone",
        "ResultCorrected",
    }
)  # fmt: skip
"""Events after which other matches count, or for somebody else."""


def tournament_moved_receive(receipt: Receipt, **_rest: Any) -> None:
    """Ask for the task where something may count differently."""
    if any(line.type in RATED for line in receipt.lines):
        task_queue("tournaments.rate", str(receipt.fold.tournament))
