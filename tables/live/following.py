"""A socket that brings news: a hello, a welcome, then word of what changed until either side hangs
up. What changed the page asks for itself, which knows what its reader may see.

Owns the conversation; who is let in and what is followed its kinds say.
"""

from __future__ import annotations

import asyncio
import logging
import time
from abc import ABC, abstractmethod
from typing import Any

import msgspec
from django.conf import settings

from tables.live import access
from tables.live.connection import CLOSE_FAULT, CLOSE_FLOOD, CLOSE_SILENT, HELLO_SECONDS, Gone
from tables.live.errors import CLOSES, error_frame
from tables.live.frames import text
from tables.live.limits import MESSAGE_BYTES, Allowance
from tables.live.messages import Refused
from tables.live.outbox import Outbox, Send

logger = logging.getLogger(__name__)

PROTOCOL = 1


class Hello(msgspec.Struct, tag_field="type", tag="hello", frozen=True):
    protocol: int
    since: int | None = None
    lang: str | None = None


class Ping(msgspec.Struct, tag_field="type", tag="ping", frozen=True):
    t: int | float | str = 0


_decoder: msgspec.json.Decoder[Hello | Ping] = msgspec.json.Decoder(Hello | Ping)


class Follower(ABC):
    """One client; everything for it goes through `outbox`."""

    def __init__(self, scope: access.Scope, receive: Any, send: Send) -> None:
        self.scope = scope
        self._receive = receive
        self._send = send
        self.outbox = Outbox(send)
        self.allowance = Allowance(time.monotonic(), settings.LIVE_BURST, settings.LIVE_PER_SECOND)
        self.lang = "en"

    @abstractmethod
    async def admit(self, user: Any) -> None:
        """Raises Refused for who may not follow this."""

    @abstractmethod
    async def join(self, since: int | None) -> dict[str, Any]:
        """Follow: first subscribed, then told where it stands. The answer is the `welcome`."""

    @abstractmethod
    def leave(self) -> None:
        """Follow no more."""

    async def run(self) -> None:
        """Handshake, talk, clean up."""
        await self._receive()
        if not access.is_own_origin(self.scope):
            await self._send({"type": "websocket.close", "code": 1008})
            return
        await self._send({"type": "websocket.accept"})
        await self.outbox.run_beside(self._talk(), self.leave)

    async def _talk(self) -> None:
        try:
            await self._greet()
            while self.outbox.closing is None:
                await self._answer_next()
        except Gone:
            return
        except TimeoutError:
            self.outbox.close(CLOSE_SILENT)
        except Refused as refusal:
            self.outbox.put(text(error_frame(refusal, self.lang)))
            self.outbox.close(CLOSES[refusal.code])
        except Exception:
            logger.exception("a connection for news failed")
            self.outbox.close(CLOSE_FAULT)

    async def _read(self) -> Hello | Ping:
        frame: dict[str, Any] = await self._receive()
        if frame["type"] == "websocket.disconnect":
            raise Gone
        data = frame.get("text") or ""
        if len(data) > MESSAGE_BYTES:
            raise Refused("too_large", limit=MESSAGE_BYTES)
        try:
            return _decoder.decode(data)
        except (msgspec.MsgspecError, UnicodeEncodeError):
            raise Refused("bad_message") from None

    async def _greet(self) -> None:
        user = await access.account(self.scope)
        self.lang = access.language(self.scope, user)
        async with asyncio.timeout(HELLO_SECONDS):
            message = await self._read()
        if not isinstance(message, Hello):
            raise Refused("hello_first")
        if message.protocol != PROTOCOL:
            raise Refused("protocol", supported=[PROTOCOL])
        self.lang = access.language(self.scope, user, message.lang)
        await self.admit(user)
        welcome = await self.join(message.since)
        now = int(time.time() * 1000)
        self.outbox.put(text({"type": "welcome", "protocol": PROTOCOL, "now": now, **welcome}))

    async def _answer_next(self) -> None:
        message = await self._read()
        if not self.allowance.take(time.monotonic()):
            if self.allowance.is_flooding:
                self.outbox.close(CLOSE_FLOOD)
            return
        if isinstance(message, Hello):
            self.outbox.put(text(error_frame(Refused("hello_twice"), self.lang)))
            return
        now = int(time.time() * 1000)
        self.outbox.put(text({"type": "pong", "t": message.t, "now": now}))
