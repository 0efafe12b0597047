"""What moved on may have to be told of: a task is put into the queue for it."""

from __future__ import annotations

from typing import Any

from tables.cases.signals import Moved
from tournaments.jobs.queueing import task_queue, task_queue_for_match
from tournaments.letters.occasions import TOLD
from tournaments.store.acting import Receipt

TOLD_AT_TABLES = frozenset(
    {"CaseTaken", "RulingMade", "AppealLodged", "PanelNamed", "AppealDecided"}
)


def case_moved_receive(moved: Moved, **_rest: Any) -> None:
    """Ask for the task where something of a dispute is told of."""
    if TOLD_AT_TABLES & set(moved.types):
        task_queue_for_match(moved.table, "tournaments.letters", "tournaments.letters_outside")


def tournament_moved_receive(receipt: Receipt, **_rest: Any) -> None:
    """Ask for the task where something is told of."""
    if any(line.type in TOLD for line in receipt.lines):
        task_queue("tournaments.letters", str(receipt.fold.tournament))
