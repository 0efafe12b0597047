"""Telling those who follow a tournament that it has moved on, after the commit.

Other processes hear "tournament T is at version n" where REDIS_URL says how, and read the rest.
A lost or repeated word does no harm.
"""

from __future__ import annotations

import logging
from functools import cache

from django.conf import settings
from django.dispatch import Signal
from redis import Redis, RedisError

from tournaments.store.acting import Receipt

logger = logging.getLogger(__name__)

CHANNEL = "laozhuang:tournaments"
"""Where processes tell each other; a message is `tournament=version`."""

tournament_moved = Signal()
"""Sent with `receipt` in the process that wrote, after the commit; receivers must not block."""


def announce(receipt: Receipt) -> None:
    """Tell the followers in this process, then the other processes; a failing one stops nobody."""
    if receipt.repeated or not receipt.lines:
        return
    for receiver, problem in tournament_moved.send_robust(sender=Receipt, receipt=receipt):
        if isinstance(problem, Exception):
            logger.error("%r failed on %s", receiver, receipt.fold.tournament, exc_info=problem)
    if settings.REDIS_URL:
        _tell_others(receipt)


def _tell_others(receipt: Receipt) -> None:
    try:
        word = f"{receipt.fold.tournament}={receipt.version}"
        _redis(settings.REDIS_URL).publish(CHANNEL, word)
    except RedisError as problem:
        logger.warning("no wake-up for %s: %s", receipt.fold.tournament, problem)


@cache
def _redis(url: str) -> Redis:
    return Redis.from_url(url, socket_timeout=1, socket_connect_timeout=1)
