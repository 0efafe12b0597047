"""Telling those who follow disputes that something has happened, after the commit."""

from __future__ import annotations

import logging
from typing import Any, NamedTuple
from uuid import UUID

from django.dispatch import Signal

logger = logging.getLogger(__name__)

case_moved = Signal(use_caching=True)
"""Sent with `moved` (a Moved) in the process that wrote, after the commit; receivers must not
block. A failing one stops nobody."""


class Moved(NamedTuple):
    """What happened: `types` are the new events' types, `case` is "" for a ruling without one."""

    table: UUID
    case: str
    version: int
    types: tuple[str, ...]


def tell(moved: Moved) -> None:
    """Hand the news to the followers in this process."""
    for receiver, problem in case_moved.send_robust(sender=Moved, moved=moved):
        if isinstance(problem, Exception):
            _complain(receiver, moved, problem)


def _complain(receiver: Any, moved: Moved, problem: Exception) -> None:
    logger.error("%r failed on case %s of %s", receiver, moved.case, moved.table, exc_info=problem)
