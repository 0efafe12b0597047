"""What moved on may have to be told of: a task is put into the queue for it."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any
from uuid import UUID

from django.db import connection

from tables.cases.signals import Moved
from tournaments.jobs.queueing import task_queue
from tournaments.letters.occasions import TOLD
from tournaments.models import RoundTable
from tournaments.store.acting import Receipt

_QUEUERS = ThreadPoolExecutor(1, thread_name_prefix="letters")

TOLD_AT_TABLES = frozenset(
    {"CaseTaken", "RulingMade", "AppealLodged", "PanelNamed", "AppealDecided"}
)


def case_moved_receive(moved: Moved, **_rest: Any) -> None:
    """Ask for the task where something of a dispute is told of."""
    if TOLD_AT_TABLES & set(moved.types):
        _QUEUERS.submit(_queue_for_match, moved.table)


def _queue_for_match(match: UUID) -> None:
    try:
        found = RoundTable.objects.filter(match=match).values_list("tournament", flat=True).first()
    finally:
        connection.close()
    if found is not None:
        task_queue("tournaments.letters", str(found))
    else:
        task_queue("tournaments.letters_outside", str(match))


def tournament_moved_receive(receipt: Receipt, **_rest: Any) -> None:
    """Ask for the task where something is told of."""
    if any(line.type in TOLD for line in receipt.lines):
        task_queue("tournaments.letters", str(receipt.fold.tournament))
