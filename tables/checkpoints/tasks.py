"""The task that makes checkpoints. Running it late or twice does no harm."""

from __future__ import annotations

from celery import shared_task
from django.utils import timezone

from tables.checkpoints.services import checkpoint_make


@shared_task(name="tables.checkpoint")
def checkpoint_task() -> None:
    """Sign what has happened since the last checkpoint."""
    checkpoint_make(timezone.now())
