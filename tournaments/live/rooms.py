"""Who follows which event in this process, and when to tell them that it has moved on.

A follower hears a version and the parts of the pages that changed; what these hold it asks the
pages for, which know what it may see. Word comes from the writer in this process, from other
processes by Redis, and from a sweep that finds whatever was missed.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from typing import Any
from uuid import UUID

from channels.db import database_sync_to_async
from django.conf import settings
from psycopg_pool import AsyncConnectionPool

from tables.live.frames import text
from tables.live.outbox import Outbox
from tables.live.standing import CLOSE_STANDING
from tournaments.live.areas import ALL, areas_of
from tournaments.live.standing import fallen
from tournaments.signals import CHANNEL, tournament_moved
from tournaments.store.acting import Receipt

logger = logging.getLogger(__name__)

SWEEP_SECONDS = 1.5
GATHER_SECONDS = 0.05
"""Events that come together are told together."""
STANDING_SECONDS = 2.0
"""Whether followers still may is asked this often."""
MOST_NEWS = 500
"""Whoever missed more starts over."""

_TYPES = (
    "SELECT version, type FROM tables_event WHERE stream = %s AND version > %s ORDER BY version"
)
# A match's own moves are no events of the tournament: only points, hands and endings count here.
_PULSE = """
SELECT t.version, coalesce((
    SELECT md5(string_agg(
        concat_ws(':', m.id, m.hand, m.points, m.paused, m.ended_at), ',' ORDER BY m.id))
    FROM tournaments_roundtable r JOIN tables_table m ON m.id = r.match
    WHERE r.tournament_id = t.id AND NOT r.is_confirmed), '')
FROM tournaments_tournament t WHERE t.id = %s
"""


class Room:
    """The followers of one event."""

    def __init__(self, version: int) -> None:
        self.version = version
        self.pulse: str | None = None
        self.followers: dict[Outbox, str | None] = {}
        """Each with the key of the session that it came with."""
        self.stood_at = time.monotonic()
        self.news = asyncio.Event()
        self.task: asyncio.Task[None] | None = None

    def tell(self, areas: list[str]) -> None:
        """Send the news to everybody here."""
        frame = text({"type": "news", "version": self.version, "areas": areas})
        for follower in list(self.followers):
            follower.put(frame)


class Rooms:
    """The rooms of one event loop."""

    def __init__(self, pool: AsyncConnectionPool) -> None:
        self._pool = pool
        self._rooms: dict[UUID, Room] = {}
        self._loop = asyncio.get_running_loop()
        self._listener: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Listen to this process and to the others."""
        tournament_moved.connect(self._moved, dispatch_uid=id(self), weak=False)
        if settings.REDIS_URL:
            self._listener = self._loop.create_task(self._listen(settings.REDIS_URL))

    async def stop(self) -> None:
        """Let go of everybody."""
        tournament_moved.disconnect(dispatch_uid=id(self))
        tasks = [self._listener, *(room.task for room in self._rooms.values())]
        for task in filter(None, tasks):
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await task
        self._rooms.clear()

    async def join(
        self, tournament: UUID, since: int | None, outbox: Outbox, session: str | None = None
    ) -> dict[str, Any]:
        """Follow an event: first subscribed, then told where it stands, so that nothing is missed.

        The answer is `welcome` without its time; `areas` are those that changed after `since`.
        """
        room = self._rooms.get(tournament)
        if room is None:
            version = await self._version(tournament)
            # Somebody else may have opened the room meanwhile.
            room = self._rooms.get(tournament) or self._open(tournament, version)
        room.followers[outbox] = session
        rows = await self._types(tournament, since or 0)
        version = max([room.version, *(row[0] for row in rows)])
        if since is None or len(rows) > MOST_NEWS:
            return {"answer": "start_over", "version": version, "areas": list(ALL)}
        if since > version:
            return {"answer": "ahead", "version": version, "areas": list(ALL)}
        answer = "news" if rows else "up_to_date"
        return {"answer": answer, "version": version, "areas": areas_of(r[1] for r in rows)}

    def _open(self, tournament: UUID, version: int) -> Room:
        room = self._rooms[tournament] = Room(version)
        room.task = self._loop.create_task(self._watch(tournament, room))
        return room

    def leave(self, tournament: UUID, outbox: Outbox) -> None:
        """Follow no more; an empty room is closed."""
        room = self._rooms.get(tournament)
        if room is None:
            return
        room.followers.pop(outbox, None)
        if not room.followers:
            del self._rooms[tournament]
            if room.task is not None:
                room.task.cancel()

    def _moved(self, receipt: Receipt, **_rest: Any) -> None:
        # The writer may be another thread.
        self._loop.call_soon_threadsafe(self._wake, receipt.fold.tournament)

    def _wake(self, tournament: UUID) -> None:
        room = self._rooms.get(tournament)
        if room is not None:
            room.news.set()

    async def _watch(self, tournament: UUID, room: Room) -> None:
        """Tell a room its news, when woken and now and then."""
        while True:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(SWEEP_SECONDS):
                    await room.news.wait()
                    await asyncio.sleep(GATHER_SECONDS)
            room.news.clear()
            try:
                await self._look(tournament, room)
                await self._stand(tournament, room)
            except Exception:
                logger.exception("could not look at event %s", tournament)

    async def _look(self, tournament: UUID, room: Room) -> None:
        rows = await self._read(_PULSE, [tournament])
        if not rows:
            return
        version, pulse = rows[0]
        areas = set()
        if room.pulse is not None and pulse != room.pulse:
            areas.add("tables")
        room.pulse = pulse
        if version > room.version:
            news = await self._types(tournament, room.version)
            room.version = max(row[0] for row in news)
            areas.update(areas_of(row[1] for row in news))
        if areas:
            room.tell(sorted(areas))

    async def _stand(self, tournament: UUID, room: Room) -> None:
        """Send away whoever may not follow any more."""
        if time.monotonic() - room.stood_at < STANDING_SECONDS:
            return
        room.stood_at = time.monotonic()
        gone = await database_sync_to_async(fallen)(tournament, set(room.followers.values()))
        for follower, session in list(room.followers.items()):
            if session in gone:
                follower.close(CLOSE_STANDING)

    async def _version(self, tournament: UUID) -> int:
        rows = await self._read(
            "SELECT version FROM tournaments_tournament WHERE id = %s", [tournament]
        )
        return int(rows[0][0]) if rows else 0

    async def _types(self, tournament: UUID, since: int) -> list[tuple[Any, ...]]:
        return await self._read(_TYPES, [tournament, since])

    async def _read(self, sql: str, params: list[Any]) -> list[tuple[Any, ...]]:
        async with self._pool.connection() as link:
            return await (await link.execute(sql, params)).fetchall()

    async def _listen(self, url: str) -> None:
        from redis.asyncio import Redis

        redis: Any = Redis.from_url(url, decode_responses=True)
        while True:
            try:
                async with redis.pubsub() as pubsub:
                    await pubsub.subscribe(CHANNEL)
                    async for message in pubsub.listen():
                        if message["type"] == "message":
                            self._wake(UUID(message["data"].partition("=")[0]))
            except Exception:
                logger.warning("lost the events' channel; the sweep will do", exc_info=True)
                await asyncio.sleep(1)


_ROOMS: dict[asyncio.AbstractEventLoop, Rooms] = {}


def rooms(pool: AsyncConnectionPool) -> Rooms:
    """The rooms of the running loop, opened when first asked for."""
    loop = asyncio.get_running_loop()
    if loop not in _ROOMS:
        _ROOMS[loop] = Rooms(pool)
        _ROOMS[loop].start()
    return _ROOMS[loop]


async def rooms_stop() -> None:
    """Close the rooms of the running loop."""
    found = _ROOMS.pop(asyncio.get_running_loop(), None)
    if found is not None:
        await found.stop()
