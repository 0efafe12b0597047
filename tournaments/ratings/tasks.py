"""The tasks of ratings: idempotent, safe when they come late or twice."""

from __future__ import annotations

import logging
from uuid import UUID

from celery import shared_task
from celery.signals import worker_ready

from tournaments.ratings.comparing import compare_and_mend
from tournaments.ratings.services import event_rate, method_adopt

logger = logging.getLogger(__name__)


@shared_task(name="tournaments.rate")
def rate_task(tournament: str) -> None:
    """Bring ratings in step with an event's log."""
    event_rate(UUID(tournament))


@shared_task(name="tournaments.rate_nightly")
def rate_nightly() -> None:
    """Compute all ratings from the logs; whatever had been kept otherwise is an error."""
    for difference in compare_and_mend():
        logger.error("ratings differed: %s", difference)


@shared_task(name="tournaments.rate_by_todays_method")
def rate_by_todays_method() -> None:
    """After an upgrade: compute again what was computed otherwise than this version does it."""
    method_adopt()


@worker_ready.connect
def after_an_upgrade(**_rest: object) -> None:
    """An upgrade ends with workers being started again."""
    rate_by_todays_method.delay()
