"""The way out to one socket: a bounded queue, so that a slow reader holds up nobody."""

from __future__ import annotations

import asyncio
import contextlib
from collections import deque
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any

Send = Callable[[dict[str, Any]], Awaitable[None]]

QUEUE_FRAMES = 256
DRAIN_SECONDS = 5.0
"""How long a stalled reader may take to fetch the close frame before the line is cut."""

CLOSE_SLOW = 4431
CLOSE_GONE = 1006


class Outbox:
    """Frames on their way to one socket.

    `put` never waits. When the queue is full everything queued is dropped and the connection
    ends with CLOSE_SLOW: the reader knows its last version and asks for the rest.
    """

    def __init__(
        self, send: Send, *, limit: int = QUEUE_FRAMES, drain_seconds: float = DRAIN_SECONDS
    ) -> None:
        self._send = send
        self._limit = limit
        self._drain_seconds = drain_seconds
        self._frames: deque[str] = deque()
        self._wake = asyncio.Event()
        self._is_ready = readiness(send)
        self._idle = False
        self._cutter: asyncio.TimerHandle | None = None
        self.closing: int | None = None

    def put(self, frame: str) -> None:
        """Queue one text frame; a no-op once the connection is being closed."""
        if self.closing is not None:
            return
        if self._idle and self._is_ready():
            self._send_now(frame)
            return
        if len(self._frames) >= self._limit:
            self._frames.clear()
            self.close(CLOSE_SLOW)
            return
        self._frames.append(frame)
        self._idle = False
        self._wake.set()

    def _send_now(self, frame: str) -> None:
        """Hand a frame over without a turn of the event loop: it does not have to wait."""
        sending = self._send({"type": "websocket.send", "text": frame}).__await__()
        try:
            next(sending)
        except StopIteration:
            return
        except Exception:
            # The client has gone; the reader hears of it by itself.
            self.close(CLOSE_GONE)
            return
        raise RuntimeError("a server that was ready to send had to wait")

    def close(self, code: int) -> None:
        """Close with `code` after what is queued; the first code given stands."""
        if self.closing is not None:
            return
        self.closing = code
        self._idle = False
        loop = asyncio.get_running_loop()
        self._cutter = loop.call_later(self._drain_seconds, cut, self._send)
        self._wake.set()

    async def run_beside(self, talk: Coroutine[Any, Any, None], leave: Callable[[], None]) -> None:
        """Send while the client is talked with; when either ends, what is queued still goes out
        before a close, `leave` is called, and nothing is left running."""
        writer = asyncio.create_task(self.run())
        reader = asyncio.create_task(talk)
        try:
            await asyncio.wait({reader, writer}, return_when=asyncio.FIRST_COMPLETED)
            if self.closing is not None:
                await asyncio.wait({writer})
        finally:
            leave()
            for task in (reader, writer):
                task.cancel()
                with contextlib.suppress(asyncio.CancelledError, Exception):
                    await task

    async def run(self) -> None:
        """Send until closed; returns when the close frame is out."""
        try:
            while True:
                while self._frames:
                    await self._send({"type": "websocket.send", "text": self._frames.popleft()})
                if self.closing is not None:
                    await self._send({"type": "websocket.close", "code": self.closing})
                    return
                self._wake.clear()
                self._idle = True
                await self._wake.wait()
                self._idle = False
        finally:
            self._idle = False
            if self._cutter is not None:
                self._cutter.cancel()


def readiness(send: Send) -> Callable[[], bool]:
    """Whether this ASGI `send` would not wait now. Known of uvicorn's alone; others: never."""
    protocol = getattr(send, "__self__", None)
    writable = getattr(protocol, "writable", None)
    if isinstance(writable, asyncio.Event) and type(protocol).__module__.startswith("uvicorn."):
        return writable.is_set
    return lambda: False


def cut(send: Send) -> None:
    """Abort the transport under an ASGI `send`.

    ASGI has no word for this, and a server waits for ever for a peer that has stopped
    reading: without it such a peer would keep its socket and its buffer.
    """
    transport = getattr(getattr(send, "__self__", None), "transport", None)
    if transport is not None:
        transport.abort()
