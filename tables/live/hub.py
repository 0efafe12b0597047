"""The live tables of this process and what they share.

Owns the connections to the database and news from elsewhere. What it does by itself is begun by
whoever runs it.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
import threading
import time
from collections.abc import Coroutine
from typing import Any, cast
from uuid import UUID

from django.conf import settings
from django.utils import timezone

from tables.acting import Receipt
from tables.events import statements
from tables.events.drivers import Query, Rows, Steps, T
from tables.events.pool import make_pool
from tables.folds import FoldCache
from tables.live import opening
from tables.live.commits import Committer, execute
from tables.live.table import CLOSE_RESTART, LiveTable
from tables.live.wakeups import wakeups
from tables.pace import house_pace
from tables.services import FOLDS
from tables.signals import announce, table_moved

logger = logging.getLogger(__name__)


class Hub:
    """All that is live in one process."""

    def __init__(self) -> None:
        self.process = secrets.token_hex(8)
        self.pace = house_pace()
        self.folds: FoldCache = FOLDS
        self.tables: dict[UUID, LiveTable] = {}
        self.started_at = timezone.now()
        self.pool = make_pool()
        self._committer = Committer(self.pool)
        self._opening: dict[UUID, asyncio.Task[LiveTable]] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self._loop = asyncio.get_running_loop()
        self._thread = threading.get_ident()
        self._wakeups = wakeups(settings.REDIS_URL)

    async def start(self) -> None:
        """Connect to the database and to the other processes."""
        await self.pool.open()
        await self._wakeups.start(self._heard)
        table_moved.connect(self._moved, dispatch_uid=self.process, weak=False)

    async def stop(self) -> None:
        """Send every client away and let go of everything."""
        table_moved.disconnect(dispatch_uid=self.process)
        for table in self.tables.values():
            table.stop(CLOSE_RESTART)
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._wakeups.stop()
        await self.pool.close()

    def now_ms(self) -> int:
        """Milliseconds since 1970."""
        return int(time.time() * 1000)

    def spawn(self, work: Coroutine[Any, Any, Any]) -> None:
        """Run something beside; a failure is logged."""
        task = self._loop.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and task.exception() is not None:
            logger.error("a live task failed", exc_info=task.exception())

    async def run(self, steps: Steps[T]) -> T:
        """Run steps of the write path, or of a read, over this process's connections."""
        try:
            query = next(steps)
            while True:
                query = steps.send(await self._rows(query))
        except StopIteration as stop:
            return cast(T, stop.value)

    async def _rows(self, query: Query) -> Rows:
        if query.sql is statements.APPEND:
            return await self._committer.append(query.params)
        return await execute(self.pool, query.sql, query.params)

    # Tables

    async def table(self, id_: UUID) -> LiveTable:
        """The owner of a table, read from the log if need be. Raises NoSuchTable."""
        found = self.tables.get(id_)
        if found is not None:
            found.used_at = time.monotonic()
            return found
        task = self._opening.get(id_)
        if task is None:
            task = self._opening[id_] = self._loop.create_task(self._open(id_))
            task.add_done_callback(lambda _: self._opening.pop(id_, None))
        return await asyncio.shield(task)

    async def _open(self, id_: UUID) -> LiveTable:
        opened = await self.run(opening.read(id_))
        table = self.tables[id_] = LiveTable(opened, self)
        table.arm()
        return table

    def drop(self, table: LiveTable) -> None:
        """Forget a table; whoever needs it next reads it again."""
        table.stop(CLOSE_RESTART)
        self.tables.pop(table.id, None)

    # News

    def wrote(self, receipt: Receipt) -> None:
        """This process has written: tell everybody else."""
        announce(receipt)
        self._wakeups.tell(str(receipt.table), receipt.version)

    def _moved(self, receipt: Receipt, **_: object) -> None:
        """Somebody in this process has written; possibly in another thread."""
        if threading.get_ident() == self._thread:
            self.wake(receipt.table, receipt.version)
            return
        with contextlib.suppress(RuntimeError):  # The loop may be closed already.
            self._loop.call_soon_threadsafe(self.wake, receipt.table, receipt.version)

    def _heard(self, table: str, version: int) -> None:
        self.wake(UUID(table), version)

    def wake(self, id_: UUID, version: int) -> None:
        """A table is at `version`: read the rest if it is live here."""
        table = self.tables.get(id_)
        if table is not None and table.fold.version < version:
            self.spawn(table.refresh())
