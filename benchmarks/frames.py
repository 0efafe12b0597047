"""A WebSocket client of few lines, so that five hundred of them leave the processor to the site.

Knows text frames, as the servers measured here send them: whole, unmasked, uncompressed.
"""

from __future__ import annotations

import asyncio
import os
from base64 import b64encode
from collections.abc import Callable
from typing import cast

TEXT, CLOSE, PING, PONG = 1, 8, 9, 10
Taker = Callable[["Socket", bytes], None]


class Socket(asyncio.Protocol):
    """One connection; `taker` gets each text message as it arrives."""

    def __init__(self, taker: Taker) -> None:
        self.taker = taker
        self.buffer = b""
        self.ready = asyncio.get_running_loop().create_future()
        self.closed = False
        self.transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        # uvloop's transports are no subclasses of asyncio's.
        self.transport = cast(asyncio.Transport, transport)

    def connection_lost(self, exc: Exception | None) -> None:
        self.closed = True

    def open(self, host: str, path: str, headers: dict[str, str]) -> None:
        """Ask for the upgrade; `ready` is done when the server has agreed."""
        wanted = {
            "Host": host,
            "Upgrade": "websocket",
            "Connection": "Upgrade",
            "Sec-WebSocket-Key": b64encode(os.urandom(16)).decode(),
            "Sec-WebSocket-Version": "13",
        }
        lines = [f"GET {path} HTTP/1.1", *(f"{k}: {v}" for k, v in (wanted | headers).items())]
        assert self.transport is not None
        self.transport.write(("\r\n".join(lines) + "\r\n\r\n").encode())

    def data_received(self, data: bytes) -> None:
        self.buffer += data
        if not self.ready.done():
            self.answered()
        else:
            self.read_frames()

    def answered(self) -> None:
        head, found, rest = self.buffer.partition(b"\r\n\r\n")
        if not found:
            return
        if b" 101 " not in head.split(b"\r\n")[0]:
            self.ready.set_exception(ConnectionRefusedError(head.decode()[:200]))
            return
        self.buffer = rest
        self.ready.set_result(None)
        self.read_frames()

    def read_frames(self) -> None:
        buffer, at = self.buffer, 0
        while len(buffer) - at >= 2:
            size, start = buffer[at + 1] & 127, at + 2
            if size > 125:
                start += 2 if size == 126 else 8
                if len(buffer) < start:
                    break
                size = int.from_bytes(buffer[at + 2 : start])
            if len(buffer) < start + size:
                break
            self.take(buffer[at] & 15, buffer[start : start + size])
            at = start + size
        self.buffer = buffer[at:]

    def take(self, kind: int, data: bytes) -> None:
        if kind == TEXT:
            self.taker(self, data)
        elif kind == PING:
            self.send(data, PONG)
        elif kind == CLOSE:
            self.closed = True

    def send(self, data: bytes, kind: int = TEXT) -> None:
        """Send a whole message, masked with zeros, which leaves its bytes as they are."""
        if self.closed or self.transport is None:
            return
        size = len(data)
        length = bytes([128 | size]) if size < 126 else bytes([254]) + size.to_bytes(2)
        self.transport.write(bytes([128 | kind]) + length + bytes(4) + data)


async def connect(port: int, path: str, taker: Taker, cookie: str = "") -> Socket:
    """An open socket on this machine."""
    loop = asyncio.get_running_loop()
    _transport, socket = await loop.create_connection(lambda: Socket(taker), "127.0.0.1", port)
    socket.open(f"127.0.0.1:{port}", path, {"Cookie": cookie} if cookie else {})
    await socket.ready
    return socket
