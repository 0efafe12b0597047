"""The nightly task. Running it late or twice does no harm."""

from __future__ import annotations

from contextlib import ExitStack

from celery import shared_task
from django.utils import timezone

from tournaments.audit.alarm import alarm_send
from tournaments.audit.nightly import prove
from tournaments.audit.services import audit


@shared_task(name="tournaments.audit_nightly")
def audit_nightly() -> None:
    """Compare what is kept with what the logs say, prove the logs, and tell of what is wrong.

    Where one of them fails, the others are done all the same.
    """
    at = timezone.now()
    with ExitStack() as afterwards:
        afterwards.callback(alarm_send, at)
        afterwards.callback(prove, at)
        audit(at)
