"""A client that stops reading, on a real socket."""

from __future__ import annotations

import asyncio
import contextlib
import socket
import time

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from tests.tables.live.playing import line
from tests.tables.live.site import Server, Site


async def closed(stalled: ClientConnection) -> int | None:
    """Read again; the code with which it ends."""
    with contextlib.suppress(ConnectionClosed):
        while True:
            await asyncio.wait_for(stalled.recv(), 5)
    return stalled.close_code


def test_a_stalled_reader_is_closed_with_a_code_and_holds_up_nobody(
    site: Site, server: Server
) -> None:
    table = site.table([site.person()])

    async def scenario() -> tuple[int | None, float]:
        narrow = socket.socket()
        narrow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        narrow.connect(("127.0.0.1", server.port))
        async with (
            connect(server.url(table.pk), sock=narrow, max_queue=1, close_timeout=1) as stalled,
            line(server, table) as other,
        ):
            await stalled.send('{"type":"hello","protocol":1,"as":"spectator"}')
            await stalled.recv()
            await other.hello("spectator")
            slowest = 0.0
            for n in range(8_000):
                await stalled.send('{"type":"view"}')
                if n % 500 == 0:
                    began = time.monotonic()
                    await other.say({"type": "ping", "t": n})
                    await other.hear("pong", t=n)
                    slowest = max(slowest, time.monotonic() - began)
            return await closed(stalled), slowest

    code, slowest = asyncio.run(asyncio.wait_for(scenario(), 30))
    assert code == 4431
    assert slowest < 2.0
