"""The socket of a table: what a player, a spectator or a referee says to it."""

from __future__ import annotations

import asyncio
import time
from typing import Any, NamedTuple

from tables.live import access, aids, opening
from tables.live.conversation import CLOSE_FLOOD, HELLO_SECONDS, Conversation, Gone
from tables.live.frames import text
from tables.live.hub import Hub
from tables.live.limits import MOST_BYTES
from tables.live.members import Member
from tables.live.messages import (
    PROTOCOL,
    Act,
    Hello,
    Message,
    Ping,
    Pong,
    Refused,
    View,
    Waits,
    parse,
)
from tables.live.outbox import Send
from tables.live.running import hub
from tables.live.table import LiveTable

CLOSE_TOO_BIG = 1009


class Followed(NamedTuple):
    """What a client follows, and what it is there."""

    table: LiveTable
    member: Member


class Connection(Conversation):
    """One client of a table."""

    def __init__(self, scope: access.Scope, receive: Any, send: Send, hub: Hub) -> None:
        super().__init__(scope, receive, send)
        self.hub = hub
        self._followed: Followed | None = None

    def leave(self) -> None:
        if self._followed is not None:
            self._followed.table.leave(self._followed.member)

    async def _read(self) -> dict[str, Any]:
        frame = await self.frame()
        if len(frame.get("text") or frame.get("bytes") or "") > MOST_BYTES:
            self.outbox.close(CLOSE_TOO_BIG)
            raise Gone
        return frame

    async def greet(self) -> None:
        async with asyncio.timeout(HELLO_SECONDS):
            frame = await self._read()
        message = parse(frame)
        if not isinstance(message, Hello):
            raise Refused("hello_first")
        if message.protocol != PROTOCOL:
            raise Refused("protocol", supported=[PROTOCOL])
        self.lang = access.language(self.scope, self.user, message.lang)
        id_ = self.scope["url_route"]["kwargs"]["table"]
        viewer = await opening.viewer_for(id_, self.user, message.role)
        table = await self.hub.table(id_)
        session = access.session_key(self.scope)
        member = Member(id_, viewer, self.user.pk, self.outbox, session)
        self._followed = Followed(table, member)
        await table.join(member, message)

    async def answer_next(self) -> None:
        frame = await self._read()
        allowed = self.allowance.take(time.monotonic())
        message: Message | None = None
        try:
            message = parse(frame)
            if not allowed:
                raise Refused("rate_limited", retry_ms=self.allowance.retry_ms)
            await self._answer(message)
        except Refused as refusal:
            self.refuse(refusal, message.id if isinstance(message, Act) else None)
        if self.allowance.is_flooding:
            self.outbox.close(CLOSE_FLOOD)

    async def _answer(self, message: Message) -> None:
        assert self._followed is not None
        table, member = self._followed
        match message:
            case Act():
                await table.act(member, message)
                self.outbox.put(text({"type": "ack", "id": message.id}))
            case Ping(t=t):
                self.outbox.put(text({"type": "pong", "t": t}))
            case Pong(t=t):
                table.measure(member, t)
            case Waits():
                self.outbox.put(text(waits(table, member)))
            case View():
                self.outbox.put(text(table.publisher.view(member.viewer)))
            case Hello():
                raise Refused("hello_twice")


def waits(table: LiveTable, member: Member) -> dict[str, Any]:
    """The answer to `waits`. Raises Refused."""
    return aids.waits_message(table.reading.trail.horizon(member.viewer), member.place)


async def live_socket(scope: access.Scope, receive: Any, send: Send) -> None:
    """The ASGI application behind /ws/table/<id>/."""
    await Connection(scope, receive, send, await hub()).run()
