"""One socket from handshake to close: raw ASGI, no layer between it and the table's owner."""

from __future__ import annotations

import asyncio
import logging
import time
from typing import Any

from django.conf import settings

from tables.live import access, opening
from tables.live.errors import CLOSES, error_frame
from tables.live.frames import text
from tables.live.hub import Hub, hub
from tables.live.limits import MOST_BYTES, Allowance
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
from tables.live.outbox import Outbox, Send

logger = logging.getLogger(__name__)

HELLO_SECONDS = 10.0
CLOSE_SILENT = 4408
CLOSE_FLOOD = 4429
CLOSE_TOO_BIG = 1009
CLOSE_FAULT = 4500


class Gone(Exception):
    """The client has hung up."""


class Connection:
    """One client. Reads one message at a time; everything for it goes through `outbox`."""

    def __init__(self, scope: access.Scope, receive: Any, send: Send, hub: Hub) -> None:
        self.scope = scope
        self.hub = hub
        self._receive = receive
        self._send = send
        self.outbox = Outbox(send)
        self.allowance = Allowance(time.monotonic(), settings.LIVE_BURST, settings.LIVE_PER_SECOND)
        self.user: Any = None
        self.lang = "en"
        self.member: Member | None = None

    async def run(self) -> None:
        """Handshake, talk, clean up."""
        await self._receive()
        if not access.is_own_origin(self.scope):
            await self._send({"type": "websocket.close", "code": 1008})
            return
        self.user = await access.account(self.scope)
        self.lang = access.language(self.scope, self.user)
        await self._send({"type": "websocket.accept"})
        await self.outbox.run_beside(self._talk(), self._leave)

    def _leave(self) -> None:
        if self.member is not None:
            self.member.leave()

    async def _talk(self) -> None:
        """Answer messages until somebody ends the connection."""
        try:
            await self._greet()
            while self.outbox.closing is None:
                await self._answer_next()
        except Gone:
            return
        except TimeoutError:
            self.outbox.close(CLOSE_SILENT)
        except Refused as refusal:
            self._refuse(refusal)
            self.outbox.close(CLOSES[refusal.code])
        except Exception:
            logger.exception("a live connection failed")
            self.outbox.close(CLOSE_FAULT)

    async def _read(self) -> dict[str, Any]:
        frame: dict[str, Any] = await self._receive()
        if frame["type"] == "websocket.disconnect":
            raise Gone
        if len(frame.get("text") or frame.get("bytes") or "") > MOST_BYTES:
            self.outbox.close(CLOSE_TOO_BIG)
            raise Gone
        return frame

    async def _greet(self) -> None:
        """The first message; raises Refused when the conversation cannot start."""
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

    async def _answer_next(self) -> None:
        frame = await self._read()
        allowed = self.allowance.take(time.monotonic())
        message: Message | None = None
        try:
            message = parse(frame)
            if not allowed:
                raise Refused("rate_limited", retry_ms=self.allowance.retry_ms)
            await self._answer(message)
        except Refused as refusal:
            self._refuse(refusal, message)
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

    def _refuse(self, refusal: Refused, message: Message | None = None) -> None:
        id_ = message.id if isinstance(message, Act) else None
        self.outbox.put(text(error_frame(refusal, self.lang, id_)))


async def live_socket(scope: access.Scope, receive: Any, send: Send) -> None:
    """The ASGI application behind /ws/table/<id>/."""
    await Connection(scope, receive, send, await hub()).run()
