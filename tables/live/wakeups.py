"""Telling other processes that a table has moved on: the table and its version, no more.

A wake-up may be lost or come twice without harm: who gets one reads the log from where it
stands, and the sweep looks again in any case.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import secrets
from collections.abc import Callable
from typing import Any, Protocol

logger = logging.getLogger(__name__)

CHANNEL = "laozhuang:tables"
Listener = Callable[[str, int], None]


class Wakeups(Protocol):
    """Sends `tell`s to the other processes and hands theirs to the listener."""

    async def start(self, listener: Listener) -> None:
        """Have the listener called for what other processes tell."""

    def tell(self, table: str, version: int) -> None:
        """Tell other processes that a table is at a version. Does not wait."""

    async def stop(self) -> None:
        """Let go of everything."""


class Alone:
    """One process, nobody to tell."""

    async def start(self, listener: Listener) -> None:
        pass

    def tell(self, table: str, version: int) -> None:
        pass

    async def stop(self) -> None:
        pass


class RedisWakeups:
    """Over Redis pub/sub, with one connection to listen and one to send."""

    def __init__(self, url: str) -> None:
        # Optional dependency: a site of one process runs without it.
        from redis.asyncio import Redis

        self._redis: Any = Redis.from_url(url, decode_responses=True)
        self._me = f"{os.getpid()}-{secrets.token_hex(4)}"
        self._news: dict[str, int] = {}
        self._wake = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []

    async def start(self, listener: Listener) -> None:
        self._tasks = [
            asyncio.create_task(self._listen(listener)),
            asyncio.create_task(self._speak()),
        ]

    def tell(self, table: str, version: int) -> None:
        self._news[table] = version
        self._wake.set()

    async def _speak(self) -> None:
        while True:
            await self._wake.wait()
            self._wake.clear()
            news, self._news = self._news, {}
            text = " ".join(f"{table}={version}" for table, version in news.items())
            try:
                await self._redis.publish(CHANNEL, f"{self._me} {text}")
            except Exception:
                logger.warning("a wake-up was not sent; the sweep will do", exc_info=True)
                await asyncio.sleep(1)

    async def _listen(self, listener: Listener) -> None:
        while True:
            try:
                async with self._redis.pubsub() as pubsub:
                    await pubsub.subscribe(CHANNEL)
                    async for message in pubsub.listen():
                        if message["type"] == "message":
                            self._hear(message["data"], listener)
            except Exception:
                logger.warning("lost the wake-up channel; the sweep will do", exc_info=True)
                await asyncio.sleep(1)

    def _hear(self, data: str, listener: Listener) -> None:
        sender, *news = data.split(" ")
        if sender == self._me:
            return
        for item in news:
            table, _, version = item.rpartition("=")
            listener(table, int(version))

    async def stop(self) -> None:
        for task in self._tasks:
            task.cancel()
        for task in self._tasks:
            with contextlib.suppress(asyncio.CancelledError):
                await task
        await self._redis.aclose()


def wakeups(url: str) -> Wakeups:
    """The means that the setting REDIS_URL asks for."""
    return RedisWakeups(url) if url else Alone()
