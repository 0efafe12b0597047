"""A sign of life beside long work: how far it is, written by a thread of its own.

The work itself holds one long transaction that only reads.
"""

from __future__ import annotations

import logging
import threading
from types import TracebackType
from typing import Final

from django.db import close_old_connections, connection
from django.db.models import QuerySet
from django.utils import timezone

from tournaments.archive.models import ArchiveOrder

logger = logging.getLogger(__name__)

BEAT_SECONDS: Final = 0.5


class Beating:
    """While it is open, the order says how many steps are done and that somebody is at it."""

    def __init__(self, orders: QuerySet[ArchiveOrder]) -> None:
        self._orders = orders
        self._steps = (0, 0)
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._beat, name="archive", daemon=True)

    def watch(self, done: int, total: int) -> None:
        """So many steps of so many are done."""
        self._steps = (done, total)

    def __enter__(self) -> Beating:
        self._thread.start()
        return self

    def __exit__(
        self,
        _type: type[BaseException] | None,
        _error: BaseException | None,
        _trace: TracebackType | None,
    ) -> None:
        self._over.set()
        self._thread.join()

    def _beat(self) -> None:
        try:
            while not self._over.wait(BEAT_SECONDS):
                self._write()
        finally:
            connection.close()

    def _write(self) -> None:
        done, total = self._steps
        try:
            close_old_connections()
            self._orders.update(beat_at=timezone.now(), steps_done=done, steps=total)
        except Exception:
            logger.warning("could not say how far an archive is", exc_info=True)
