"""One socket from handshake to close: raw ASGI, no layer between it and whoever serves it.

Owns how a conversation begins and how it ends; what is said in it its kinds know.
"""

from __future__ import annotations

import logging
import time
from abc import ABC, abstractmethod
from typing import Any

from django.conf import settings
from django.contrib.auth.models import AnonymousUser

from tables.live import access
from tables.live.errors import CLOSES, error_frame
from tables.live.frames import text
from tables.live.limits import Allowance
from tables.live.messages import Refused
from tables.live.outbox import Outbox, Send
from tables.permissions import Visitor

logger = logging.getLogger(__name__)

HELLO_SECONDS = 10.0
CLOSE_SILENT = 4408
CLOSE_FLOOD = 4429
CLOSE_FAULT = 4500


class Gone(Exception):
    """The client has hung up."""


class Conversation(ABC):
    """One client. Reads one message at a time; everything for it goes through `outbox`."""

    def __init__(self, scope: access.Scope, receive: Any, send: Send) -> None:
        self.scope = scope
        self._receive = receive
        self._send = send
        self.outbox = Outbox(send)
        self.allowance = Allowance(time.monotonic(), settings.LIVE_BURST, settings.LIVE_PER_SECOND)
        self.user: Visitor = AnonymousUser()
        self.lang = "en"

    @abstractmethod
    async def greet(self) -> None:
        """Read the first message within HELLO_SECONDS and answer it.

        Raises Refused where the conversation cannot start.
        """

    @abstractmethod
    async def answer_next(self) -> None:
        """Read a message and answer it. Raises Refused where that ends the conversation."""

    @abstractmethod
    def leave(self) -> None:
        """Clean up, however far it came."""

    async def run(self) -> None:
        """Handshake, talk, clean up."""
        await self._receive()
        if not access.is_own_origin(self.scope):
            await self._send({"type": "websocket.close", "code": 1008})
            return
        await self._send({"type": "websocket.accept"})
        await self.outbox.run_beside(self._talk(), self.leave)

    async def _talk(self) -> None:
        """Answer messages until somebody ends the connection."""
        try:
            self.user = await access.account(self.scope)
            self.lang = access.language(self.scope, self.user)
            await self.greet()
            while self.outbox.closing is None:
                await self.answer_next()
        except Gone:
            return
        except TimeoutError:
            self.outbox.close(CLOSE_SILENT)
        except Refused as refusal:
            self.refuse(refusal)
            self.outbox.close(CLOSES[refusal.code])
        except Exception:
            logger.exception("a live connection failed")
            self.outbox.close(CLOSE_FAULT)

    def refuse(self, refusal: Refused, id_: str | None = None) -> None:
        """Say why something is not done, of the action of that id."""
        self.outbox.put(text(error_frame(refusal, self.lang, id_)))

    async def frame(self) -> dict[str, Any]:
        """The next frame of the client. Raises Gone."""
        frame: dict[str, Any] = await self._receive()
        if frame["type"] == "websocket.disconnect":
            raise Gone
        return frame
