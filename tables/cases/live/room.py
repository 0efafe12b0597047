"""Who follows disputes in this process, and when to tell them that something has happened.

Everybody hears the same: a number that grows with every event of a dispute on the site. Word
comes from the writer in this process, and from a sweep that finds what others have written.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from typing import Any

from channels.db import database_sync_to_async
from psycopg_pool import AsyncConnectionPool

from tables.cases.live.standing import Powers, fallen, learnt
from tables.cases.signals import case_moved
from tables.live.frames import text
from tables.live.outbox import Outbox
from tables.live.standing import CLOSE_STANDING

logger = logging.getLogger(__name__)

SWEEP_SECONDS = 1.0
GATHER_SECONDS = 0.03
"""Events that come together are told together."""
STANDING_SECONDS = 2.0
"""Whether followers still may is asked this often."""
AREAS = ["cases"]

_TALLY = "SELECT coalesce(max(number), 0) FROM tables_casetally"


class Room:
    """The followers of one event loop."""

    def __init__(self, pool: AsyncConnectionPool) -> None:
        self._pool = pool
        self._loop = asyncio.get_running_loop()
        self._news = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._followers: dict[Outbox, str | None] = {}
        """Each with the key of the session that it came with."""
        self._powers: dict[str | None, Powers] = {}
        """What the sessions were seen to hold, as long as one of their sockets is here."""
        self._stood_at = time.monotonic()
        self.version = 0

    async def join(
        self, since: int | None, outbox: Outbox, session: str | None = None
    ) -> dict[str, Any]:
        """The `welcome` without its time; subscribed first, so that nothing is missed."""
        self._followers[outbox] = session
        if self._task is None:
            case_moved.connect(self._moved, dispatch_uid=id(self), weak=False)
            self._task = self._loop.create_task(self._watch())
        version = await self._tally()
        await self._learn({session})
        if since == version:
            return {"answer": "up_to_date", "version": version, "areas": []}
        answers = {None: "start_over"} | ({since: "ahead"} if since and since > version else {})
        return {"answer": answers.get(since, "news"), "version": version, "areas": AREAS}

    def leave(self, outbox: Outbox) -> None:
        """Follow no more; without followers nobody looks."""
        session = self._followers.pop(outbox, None)
        if session not in self._followers.values():
            self._powers.pop(session, None)
        if not self._followers:
            self.stop()

    def stop(self) -> None:
        """Look no more."""
        case_moved.disconnect(dispatch_uid=id(self))
        if self._task is not None:
            self._task.cancel()
            self._task = None

    def _moved(self, **_rest: Any) -> None:
        # The writer may be another thread, and the loop may be closed already.
        with contextlib.suppress(RuntimeError):
            self._loop.call_soon_threadsafe(self._news.set)

    async def _watch(self) -> None:
        self.version = await self._tally()
        while True:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(SWEEP_SECONDS):
                    await self._news.wait()
                    await asyncio.sleep(GATHER_SECONDS)
            self._news.clear()
            try:
                await self._look()
                await self._stand()
            except Exception:
                logger.exception("could not look for news of disputes")

    async def _look(self) -> None:
        version = await self._tally()
        if version == self.version:
            return
        self.version = version
        await self._learn(set(self._followers.values()))
        frame = text({"type": "news", "version": version, "areas": AREAS})
        for follower in list(self._followers):
            follower.put(frame)

    async def _learn(self, sessions: set[str | None]) -> None:
        """Keep what these hold, so that its loss is seen."""
        held = {session: self._powers.get(session, frozenset()) for session in sessions}
        found = await database_sync_to_async(learnt)(held)
        present = set(self._followers.values())
        self._powers |= {key: powers for key, powers in found.items() if key in present}

    async def _stand(self) -> None:
        """Send away whoever has logged out or lost a power: they come back as what they are."""
        if time.monotonic() - self._stood_at < STANDING_SECONDS:
            return
        self._stood_at = time.monotonic()
        gone = await database_sync_to_async(fallen)(dict(self._powers))
        for follower, session in list(self._followers.items()):
            if session in gone:
                follower.close(CLOSE_STANDING)

    async def _tally(self) -> int:
        async with self._pool.connection() as link:
            row = await (await link.execute(_TALLY)).fetchone()
        return int(row[0]) if row else 0


_ROOMS: dict[asyncio.AbstractEventLoop, Room] = {}


def room(pool: AsyncConnectionPool) -> Room:
    """The room of the running loop."""
    loop = asyncio.get_running_loop()
    if loop not in _ROOMS:
        _ROOMS[loop] = Room(pool)
    return _ROOMS[loop]


def room_stop() -> None:
    """Close the room of the running loop."""
    found = _ROOMS.pop(asyncio.get_running_loop(), None)
    if found is not None:
        found.stop()
