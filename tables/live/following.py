"""A socket that brings news: a hello, a welcome, then word of what changed until either side hangs
up. What changed the page asks for itself, which knows what its reader may see.

Who is let in and what is followed its kinds say.
"""

from __future__ import annotations

import asyncio
import time
from abc import abstractmethod
from typing import Any

import msgspec

from tables.live import access
from tables.live.conversation import CLOSE_FLOOD, HELLO_SECONDS, Conversation
from tables.live.frames import text
from tables.live.limits import MESSAGE_BYTES
from tables.live.messages import Refused
from tables.permissions import Visitor

PROTOCOL = 1


class Hello(msgspec.Struct, tag_field="type", tag="hello", frozen=True):
    """The first message. `since` is the last version that the client has."""

    protocol: int
    since: int | None = None
    lang: str | None = None


class Ping(msgspec.Struct, tag_field="type", tag="ping", frozen=True):
    """Asks for a `pong` with the same `t`."""

    t: int | float | str = 0


_decoder: msgspec.json.Decoder[Hello | Ping] = msgspec.json.Decoder(Hello | Ping)


class Follower(Conversation):
    """One client that waits for news."""

    @abstractmethod
    async def admit(self, user: Visitor) -> None:
        """Raises Refused for who may not follow this."""

    @abstractmethod
    async def join(self, since: int | None) -> dict[str, Any]:
        """Follow: first subscribed, then told where it stands. The answer is the `welcome`."""

    async def _read(self) -> Hello | Ping:
        data = (await self.frame()).get("text") or ""
        if len(data) > MESSAGE_BYTES:
            raise Refused("too_large", limit=MESSAGE_BYTES)
        try:
            return _decoder.decode(data)
        except (msgspec.MsgspecError, UnicodeEncodeError):
            raise Refused("bad_message") from None

    async def greet(self) -> None:
        async with asyncio.timeout(HELLO_SECONDS):
            message = await self._read()
        if not isinstance(message, Hello):
            raise Refused("hello_first")
        if message.protocol != PROTOCOL:
            raise Refused("protocol", supported=[PROTOCOL])
        self.lang = access.language(self.scope, self.user, message.lang)
        await self.admit(self.user)
        welcome = await self.join(message.since)
        now = int(time.time() * 1000)
        self.outbox.put(text({"type": "welcome", "protocol": PROTOCOL, "now": now, **welcome}))

    async def answer_next(self) -> None:
        message = await self._read()
        if not self.allowance.take(time.monotonic()):
            if self.allowance.is_flooding:
                self.outbox.close(CLOSE_FLOOD)
            return
        if isinstance(message, Hello):
            self.refuse(Refused("hello_twice"))
            return
        now = int(time.time() * 1000)
        self.outbox.put(text({"type": "pong", "t": message.t, "now": now}))
