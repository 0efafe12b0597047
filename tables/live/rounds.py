"""The regular rounds of a process: overdue tables, who is there, who has left, who may
stay, what was missed, appeals whose time is over.

Everything here works from the database, so it holds whichever process does it and whatever was
lost between them.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Coroutine
from datetime import timedelta
from typing import Any, TypeAlias

from channels.db import database_sync_to_async
from django.utils import timezone

from engine.play.commands import ExcuseDowntime, TakeOver
from tables.acting import SYSTEM, Order
from tables.cases.appealing import appeals_expire
from tables.clocks import ms
from tables.live.commits import execute
from tables.live.hub import Hub
from tables.live.members import Member
from tables.live.messages import Refused
from tables.live.standing import send_away_fallen
from tables.live.table import LiveTable

logger = logging.getLogger(__name__)

BEAT_SECONDS = 0.5
SWEEP_SECONDS = 1.0
PRESENCE_SECONDS = 2.0
PING_SECONDS = 15.0
STANDING_SECONDS = 3.0
APPEALS_SECONDS = 5.0
IDLE_SECONDS = 60.0
"""A table that nobody has followed for so long is dropped, unless something is due there soon."""

DOWN_MS = 1_500
"""A longer gap between two beats means that no process was running."""

AWAY_LEVEL = "sensible"
"""The built-in player that plays for somebody who is away."""

# A process that runs late is given a moment before others do its work.
OVERDUE = """
SELECT id FROM tables_table WHERE ended_at IS NULL AND deadline_at <= %s
ORDER BY deadline_at LIMIT 50 FOR UPDATE SKIP LOCKED
"""
GRACE = timedelta(milliseconds=300)

VERSIONS = "SELECT id, version FROM tables_table WHERE id = ANY(%s)"

SEEN = """
INSERT INTO tables_seatpresence (table_id, place, process, seen_at)
SELECT unnest(%s::uuid[]), unnest(%s::smallint[]), %s, %s
ON CONFLICT (table_id, place) DO UPDATE SET process = EXCLUDED.process, seen_at = EXCLUDED.seen_at
"""

ELSEWHERE = """
SELECT table_id, place FROM tables_seatpresence
WHERE table_id = ANY(%s) AND process NOT IN (%s, '') AND seen_at > %s
"""

AWAY = """
SELECT t.id, s.place FROM tables_table t
JOIN tables_seat s ON s.table_id = t.id AND s.kind = 'human'
LEFT JOIN tables_seatpresence p ON p.table_id = t.id AND p.place = s.place
WHERE t.started_at IS NOT NULL AND t.ended_at IS NULL AND NOT t.paused AND t.play = 'live'
  AND NOT coalesce(t.clock->'bots', '[]') @> to_jsonb(s.place)
  AND greatest(coalesce(p.seen_at, t.started_at), %s)
      < %s - (t.clocks->>'away_ms')::integer * interval '1 millisecond'
"""

BEAT = """
INSERT INTO tables_heartbeat (id, beat_at) VALUES (1, %s)
ON CONFLICT (id) DO UPDATE SET beat_at = greatest(tables_heartbeat.beat_at, EXCLUDED.beat_at)
"""
LAST_BEAT = "SELECT beat_at FROM tables_heartbeat WHERE id = 1"
RUNNING = "SELECT id FROM tables_table WHERE deadline_at IS NOT NULL AND ended_at IS NULL"
# Any number that nothing else locks.
ONE_AT_A_TIME = "SELECT pg_advisory_xact_lock(725_014)"


async def excuse_downtime(hub: Hub) -> None:
    """Give back the time that passed while no process was running, before anything is due.

    The beat is written last: a process that dies in between leaves the rest to the next,
    and the command id keeps a table from being excused twice.
    """
    async with hub.pool.connection() as link, link.transaction():
        await link.execute(ONE_AT_A_TIME)
        row = await (await link.execute(LAST_BEAT)).fetchone()
        now = timezone.now()
        down = 0 if row is None else ms(now) - ms(row[0])
        if row is not None and down > DOWN_MS:
            rows = await (await link.execute(RUNNING)).fetchall()
            for (table,) in rows:
                await _excuse(await hub.table(table), down, f"down:{ms(row[0])}")
        await link.execute(BEAT, (now,))


async def _excuse(table: LiveTable, down: int, command_id: str) -> None:
    order = Order(table.id, SYSTEM, command_id, lambda _: ExcuseDowntime(down), deals=False)
    try:
        await table.write(order)
    except Refused:
        logger.warning("table %s was not excused the downtime", table.id, exc_info=True)


async def _query(hub: Hub, sql: str, *params: Any) -> list[tuple[Any, ...]]:
    return await execute(hub.pool, sql, params)


async def beat(hub: Hub) -> None:
    """Say that the site is up."""
    await _query(hub, BEAT, timezone.now())


async def sweep(hub: Hub) -> None:
    """Do what is overdue at tables that no process looks after, or not in time."""
    for (id_,) in await _query(hub, OVERDUE, timezone.now() - GRACE):
        table = await hub.table(id_)
        await table.refresh()
        table.arm()
    for id_, version in await _query(hub, VERSIONS, list(hub.tables)):
        hub.wake(id_, version)
    idle = time.monotonic() - IDLE_SECONDS
    for table in list(hub.tables.values()):
        if table.used_at < idle and table.is_idle():
            hub.drop(table)


async def presence(hub: Hub) -> None:
    """Note who is connected here, learn who is elsewhere, and replace those who have left."""
    seats = [
        (table.id, place) for table in hub.tables.values() for place in table.presence.take_seen()
    ]
    now = timezone.now()
    if seats:
        ids, places = zip(*seats, strict=True)
        await _query(hub, SEEN, list(ids), list(places), hub.process, now)
    fresh = now - timedelta(seconds=2.5 * PRESENCE_SECONDS)
    elsewhere: dict[Any, set[int]] = {}
    for id_, place in await _query(hub, ELSEWHERE, list(hub.tables), hub.process, fresh):
        elsewhere.setdefault(id_, set()).add(place)
    for table in hub.tables.values():
        table.presence.set_elsewhere(elsewhere.get(table.id, set()))
    for id_, place in await _query(hub, AWAY, hub.started_at, now):
        await _take_over(await hub.table(id_), place)


async def _take_over(table: LiveTable, place: int) -> None:
    if place in table.presence.here():
        return
    order = Order(
        table.id, SYSTEM, f"away:{place}:{table.fold.version}",
        lambda _: TakeOver(place, AWAY_LEVEL), deals=False,
    )  # fmt: skip
    try:
        await table.write(order)
    except Refused:
        logger.info("nobody takes over place %s at %s", place, table.id, exc_info=True)


async def ping(hub: Hub) -> None:
    """Measure every client's lag."""
    now = time.monotonic()
    for member in _members(hub):
        member.ping(now)


async def standing(hub: Hub) -> None:
    """Send away whoever may no longer be what they came as."""
    await send_away_fallen(_members(hub))


def _members(hub: Hub) -> list[Member]:
    return [member for table in hub.tables.values() for member in table.audience.members]


async def appeals(_hub: Hub) -> None:
    """End the appeals that nobody has decided in time."""
    await database_sync_to_async(appeals_expire)()


Round: TypeAlias = Callable[[Hub], Coroutine[Any, Any, None]]


def _every(seconds: float, work: Callable[[Hub], Awaitable[None]]) -> Round:
    async def go_round(hub: Hub) -> None:
        while True:
            await asyncio.sleep(seconds)
            try:
                await work(hub)
            except Exception:
                logger.exception("the round %s failed; it comes again", work.__name__)

    return go_round


ROUNDS = (
    _every(BEAT_SECONDS, beat),
    _every(SWEEP_SECONDS, sweep),
    _every(PRESENCE_SECONDS, presence),
    _every(PING_SECONDS, ping),
    _every(STANDING_SECONDS, standing),
    _every(APPEALS_SECONDS, appeals),
)
