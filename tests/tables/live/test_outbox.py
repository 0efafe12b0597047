"""A reader that has stopped reading holds up nobody and is closed with a code."""

from __future__ import annotations

import asyncio
from typing import Any

from tables.live.outbox import CLOSE_SLOW, Outbox


class Peer:
    """An ASGI send that can be held up, with a transport underneath that can be cut."""

    def __init__(self) -> None:
        self.got: list[Any] = []
        self.open = asyncio.Event()
        self.open.set()
        self.transport = self
        self.was_cut = False

    async def send(self, message: dict[str, Any]) -> None:
        await self.open.wait()
        if self.was_cut:
            raise ConnectionResetError
        self.got.append(message.get("text", message.get("code")))

    def abort(self) -> None:
        self.was_cut = True
        self.open.set()


async def test_frames_go_out_in_order_and_the_close_comes_last() -> None:
    peer = Peer()
    outbox = Outbox(peer.send)
    for n in range(5):
        outbox.put(str(n))
    outbox.close(4403)
    outbox.put("too late")
    await outbox.run()
    assert peer.got == ["0", "1", "2", "3", "4", 4403]


async def test_a_full_queue_ends_with_the_code_for_slow_readers_and_no_gap() -> None:
    peer = Peer()
    outbox = Outbox(peer.send, limit=3)
    writer = asyncio.create_task(outbox.run())
    outbox.put("0")
    await asyncio.sleep(0)
    peer.open.clear()
    for n in range(1, 20):
        outbox.put(str(n))
        await asyncio.sleep(0)
    peer.open.set()
    await writer
    assert peer.got[-1] == CLOSE_SLOW
    assert peer.got[:-1] == [str(n) for n in range(len(peer.got) - 1)]


async def test_putting_never_waits() -> None:
    peer = Peer()
    peer.open.clear()
    outbox = Outbox(peer.send, limit=10)
    writer = asyncio.create_task(outbox.run())
    for n in range(1_000):
        outbox.put(str(n))
    assert outbox.closing == CLOSE_SLOW
    writer.cancel()


async def test_the_line_of_a_reader_that_takes_not_even_the_close_is_cut() -> None:
    peer = Peer()
    peer.open.clear()
    outbox = Outbox(peer.send, limit=2, drain_seconds=0.05)
    writer = asyncio.create_task(outbox.run())
    await asyncio.sleep(0)
    for n in range(5):
        outbox.put(str(n))
        await asyncio.sleep(0)
    await asyncio.wait({writer}, timeout=2)
    assert peer.was_cut


async def test_a_reader_that_fetches_the_close_in_time_is_not_cut() -> None:
    peer = Peer()
    outbox = Outbox(peer.send, drain_seconds=0.02)
    outbox.close(1012)
    await outbox.run()
    await asyncio.sleep(0.05)
    assert not peer.was_cut
