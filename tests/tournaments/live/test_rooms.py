"""Rooms of followers: one for each event, however many come at once."""

from __future__ import annotations

import asyncio
from typing import Any
from uuid import UUID, uuid4

from tournaments.live.rooms import Rooms


class SlowRooms(Rooms):
    """Rooms whose database takes its time and knows of one event without news."""

    def __init__(self) -> None:
        super().__init__(pool=None)  # nothing is asked of it

    async def _read(self, sql: str, params: list[Any]) -> list[tuple[Any, ...]]:
        await asyncio.sleep(0.01)
        return [(3,)] if sql.startswith("SELECT version FROM") else []


class Outbox:
    def put(self, frame: object) -> None: ...


def test_all_who_come_at_once_are_in_one_room_that_closes_behind_the_last() -> None:
    async def scenario() -> None:
        rooms, event = SlowRooms(), UUID(int=uuid4().int)
        guests: list[Any] = [Outbox() for _ in range(20)]
        before = asyncio.all_tasks()
        await asyncio.gather(*(rooms.join(event, 3, guest) for guest in guests))
        watching = asyncio.all_tasks() - before
        assert len(watching) == 1
        for guest in guests:
            rooms.leave(event, guest)
        await asyncio.gather(*watching, return_exceptions=True)
        assert all(task.cancelled() for task in watching)

    asyncio.run(asyncio.wait_for(scenario(), 10))
