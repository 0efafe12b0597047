"""The socket of a table: what a player, a spectator or a referee says to it."""

from __future__ import annotations

import asyncio
import time
from typing import Any

from tables.live import access, opening
from tables.live.conversation import CLOSE_FLOOD, HELLO_SECONDS, Conversation, Gone
from tables.live.frames import text
from tables.live.hub import Hub, hub
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

CLOSE_TOO_BIG = 1009


class Connection(Conversation):
    """One client of a table."""

    def __init__(self, scope: access.Scope, receive: Any, send: Send, hub: Hub) -> None:
        super().__init__(scope, receive, send)
        self.hub = hub
        self.member: Member | None = None

    def leave(self) -> None:
        if self.member is not None:
            self.member.leave()

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
        self.member = Member(table, viewer, self.user.pk, self.outbox, session)
        await table.join(self.member, message)

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
        assert self.member is not None
        match message:
            case Act():
                await self.member.act(message)
                self.outbox.put(text({"type": "ack", "id": message.id}))
            case Ping(t=t):
                self.outbox.put(text({"type": "pong", "t": t}))
            case Pong(t=t):
                self.member.pong(t)
            case Waits():
                self.outbox.put(text(self.member.waits()))
            case View():
                self.outbox.put(text(self.member.view()))
            case Hello():
                raise Refused("hello_twice")


async def live_socket(scope: access.Scope, receive: Any, send: Send) -> None:
    """The ASGI application behind /ws/table/<id>/."""
    await Connection(scope, receive, send, await hub()).run()
