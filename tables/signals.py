"""Telling those who follow a table that it has moved on, after the commit.

Inside the process the receipt itself is handed over; other processes only hear "table T is
at version n" and read the rest. A lost or repeated word does no harm.
"""

from __future__ import annotations

import logging
from functools import cache

from django.conf import settings
from django.dispatch import Signal
from redis import Redis, RedisError

from tables.acting import Receipt

logger = logging.getLogger(__name__)

CHANNEL = "laozhuang:tables"
"""Where processes tell each other; a message is `sender table=version …`."""

table_moved = Signal(use_caching=True)
"""Sent with `receipt` in the process that wrote, after the commit; receivers must not block."""


def announce(receipt: Receipt) -> None:
    """Hand the receipt to the followers in this process; a failing one stops nobody."""
    if receipt.repeated:
        return
    for receiver, problem in table_moved.send_robust(sender=Receipt, receipt=receipt):
        if isinstance(problem, Exception):
            logger.error("%r failed on table %s", receiver, receipt.table, exc_info=problem)


def tell_others(receipt: Receipt) -> None:
    """Wake the other processes of the site, where REDIS_URL says how."""
    if receipt.repeated or not settings.REDIS_URL:
        return
    try:
        _redis(settings.REDIS_URL).publish(CHANNEL, f"page {receipt.table}={receipt.version}")
    except RedisError as problem:
        logger.warning("no wake-up for table %s: %s", receipt.table, problem)


@cache
def _redis(url: str) -> Redis:
    return Redis.from_url(url, socket_timeout=1, socket_connect_timeout=1)
