"""Putting a task into the queue from wherever something happened.

Signals come in the thread that wrote, sometimes that of the event loop, and the queue may take a
moment: a thread of its own does it. A task that is lost does no harm, as scheduled work makes up
for it.
"""

from __future__ import annotations

import logging
from concurrent.futures import ThreadPoolExecutor
from uuid import UUID

from celery import current_app
from django.db import connection

from tournaments.models import RoundTable

logger = logging.getLogger(__name__)

_QUEUERS = ThreadPoolExecutor(1, thread_name_prefix="tasks")


def task_queue(name: str, *arguments: str) -> None:
    """Have a worker do it soon."""
    _QUEUERS.submit(_send, name, arguments)


def task_queue_for_match(match: UUID, name: str, outside: str | None = None) -> None:
    """Have a worker do it for the event that a match belongs to; `outside` for a match of none."""
    _QUEUERS.submit(_send_for_match, match, name, outside)


def _send_for_match(match: UUID, name: str, outside: str | None) -> None:
    try:
        found = RoundTable.objects.filter(match=match).values_list("tournament", flat=True).first()
    finally:
        connection.close()
    if found is not None:
        _send(name, (str(found),))
    elif outside is not None:
        _send(outside, (str(match),))


def _send(name: str, arguments: tuple[str, ...]) -> None:
    try:
        current_app.send_task(name, arguments)
    except Exception:
        logger.warning("no task %s for %s; scheduled work will do", name, arguments, exc_info=True)
