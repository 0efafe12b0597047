"""The tasks of e-mails: idempotent, safe when they come late or twice."""

from __future__ import annotations

import logging
from uuid import UUID

from celery import shared_task
from django.utils import timezone

from tournaments.letters.collecting import collect, collect_outside, remind, unread
from tournaments.letters.sending import is_due, send_due

logger = logging.getLogger(__name__)


@shared_task(name="tournaments.letters_send")
def letters_send() -> None:
    """Send for a while; what is left is a task of its own, behind those that wait already."""
    if send_due() and is_due():
        letters_send.delay()


@shared_task(name="tournaments.letters")
def letters_task(tournament: str) -> None:
    """Tell what is new at an event."""
    collect(UUID(tournament), timezone.now())
    letters_send()


@shared_task(name="tournaments.letters_outside")
def letters_outside(match: str) -> None:
    """Tell what is new in the disputes of a match of no event."""
    collect_outside(timezone.now(), [UUID(match)])
    letters_send()


@shared_task(name="tournaments.letters_sweep")
def letters_sweep() -> None:
    """Whatever no task has told yet, reminders, and what could not be sent before."""
    for id_ in unread(timezone.now()):
        try:
            collect(id_, timezone.now())
        except Exception:
            logger.exception("no letters about event %s", id_)
    try:
        collect_outside(timezone.now())
    except Exception:
        logger.exception("no letters about matches of no event")
    remind(timezone.now())
    letters_send()
