"""The tasks of archives. Running one late or twice does no harm."""

from __future__ import annotations

from uuid import UUID

from celery import shared_task
from django.utils import timezone

from tournaments.archive.orders import TASK, archive_work, archives_tidy


@shared_task(name=TASK)
def archive_make_task(order: str) -> None:
    """Make an archive that somebody asked for."""
    archive_work(UUID(order))


@shared_task(name="tournaments.archives_tidy")
def archives_tidy_task() -> None:
    """Lost orders, and archives that nobody needs any more."""
    archives_tidy(timezone.now())
