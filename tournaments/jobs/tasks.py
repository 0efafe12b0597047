"""The tasks of the queue: thin, idempotent, safe when they come late or twice."""

from __future__ import annotations

from uuid import UUID

from celery import shared_task
from django.utils import timezone

from tournaments import demo
from tournaments.jobs import checkpoints, due
from tournaments.play.keeping_up import keep_up


@shared_task(name="tournaments.tick")
def tick() -> None:
    """Everything that is due now."""
    due.tick(timezone.now())
    demo.demo_tick(timezone.now())


@shared_task(name="tournaments.demo")
def demo_task() -> None:
    """The events of the demo that take a while to make."""
    demo.rest_ensure()


@shared_task(name="tournaments.keep_up")
def keep_up_task(tournament: str) -> None:
    """Bring an event's tables and its log in step."""
    keep_up(UUID(tournament))


@shared_task(name="tournaments.checkpoint_due")
def checkpoint_due() -> None:
    """A checkpoint, if a round was confirmed that none is over."""
    checkpoints.checkpoint_due(timezone.now())
