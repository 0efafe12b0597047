"""The players and spectators of the site rows: one process, apart from the site's.

Reads a line of JSON with the addresses, answers "ready", then carries out a line at a time:
`{"do": "rush", "seconds": 3}` acts as fast as the site takes it, `{"do": "pace", "seconds": 5}`
once a second at each table, `{"do": "echo", …}` likewise against an echo server.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable
from hashlib import sha256
from random import Random
from time import perf_counter
from typing import Any

import msgspec
import uvloop

from benchmarks.frames import Socket, connect

encode, decode = msgspec.json.encode, msgspec.json.decode
Json = dict[str, Any]


class Viewer:
    """One socket at a table. A player's `legal` is what the site lets it do now."""

    def __init__(self, table: Table, number: int) -> None:
        self.table = table
        self.number = number
        self.legal: list[Json] = []
        self.waiting = False
        self.version = 0
        self.heard = 0.0
        self.sent = 0
        self.socket: Socket | None = None

    async def join(self, port: int, path: str, cookie: str, role: str) -> None:
        self.socket = await connect(port, path, self.take, cookie)
        self.socket.send(encode({"type": "hello", "protocol": 1, "since": None, "as": role}))

    def take(self, _socket: Socket, data: bytes) -> None:
        message = decode(data)
        kind = message["type"]
        if kind == "ack":
            self.waiting = False
            self.table.load.acks += 1
        elif kind in ("events", "welcome"):
            if message["version"] != self.version:
                self.version, self.heard = message["version"], perf_counter()
            self.legal = message["legal"]
        elif kind == "error":
            self.waiting = False
            self.table.load.errors.append(message)
        if self.table.load.rushing:
            self.act()

    def act(self) -> None:
        """Any legal action, if there is one and the last one was answered."""
        if self.waiting or not self.legal or self.socket is None:
            return
        action = self.table.load.rng.choice(self.legal)
        entropy = bytes([self.number]) * 32
        if action["type"] == "commit_entropy":
            action = action | {"digest": sha256(entropy).hexdigest()}
        elif action["type"] == "open_entropy":
            action = action | {"entropy": entropy.hex()}
        self.legal, self.waiting = [], True
        self.sent += 1
        message = {"type": "act", "id": f"b{self.sent}", "action": action}
        self.socket.send(encode(message))


class Table:
    """Four players and a spectator."""

    def __init__(self, load: Load) -> None:
        self.load = load
        self.viewers = [Viewer(self, number) for number in range(5)]
        self.asked = 0.0
        self.before = 0
        self.seen_by_all = False

    async def join(self, port: int, path: str, cookies: list[str]) -> None:
        for viewer, cookie in zip(self.viewers, [*cookies, ""], strict=True):
            await viewer.join(port, path, cookie, "seat" if cookie else "spectator")

    def step(self) -> None:
        """One player acts. Others see it at once, unless more of them still have to answer."""
        self.before = self.viewers[-1].version
        able = [viewer for viewer in self.viewers[:4] if viewer.legal and not viewer.waiting]
        if able:
            able[0].act()
        self.seen_by_all = len(able) == 1
        self.asked = perf_counter()

    @property
    def settled(self) -> bool:
        """All viewers have heard of what they may see of the last action."""
        if not self.seen_by_all:
            return True
        versions = {viewer.version for viewer in self.viewers}
        return len(versions) == 1 and versions != {self.before}

    def delay(self) -> float:
        """Seconds from the action to the last viewer."""
        return max(viewer.heard for viewer in self.viewers) - self.asked


class Load:
    """All tables, or all echo sockets."""

    def __init__(self) -> None:
        self.rng = Random(1)
        self.rushing = False
        self.acks = 0
        self.errors: list[Json] = []
        self.tables: list[Table] = []
        self.echoes: list[Echo] = []

    async def join(self, told: Json) -> None:
        for entry in told.get("tables", []):
            table = Table(self)
            await table.join(told["port"], entry["path"], entry["cookies"])
            self.tables.append(table)
        for _ in range(told.get("echoes", 0)):
            echo = Echo()
            echo.socket = await connect(told["echo_port"], "/", echo.take)
            self.echoes.append(echo)

    async def rush(self, seconds: float) -> Json:
        self.rushing = True
        for viewer in (viewer for table in self.tables for viewer in table.viewers[:4]):
            viewer.act()
        await asyncio.sleep(seconds / 4)
        start, acks = perf_counter(), self.acks
        await asyncio.sleep(seconds)
        rate = (self.acks - acks) / (perf_counter() - start)
        self.rushing = False
        await asyncio.sleep(0.5)
        return {"rate": rate, "errors": self.errors[:3]}

    async def pace(self, seconds: int) -> Json:
        delays: list[float] = []
        missing = 0
        for _ in range(seconds):
            await self.spread([table.step for table in self.tables])
            await self.heard(lambda: all(table.settled for table in self.tables))
            shown = [table for table in self.tables if table.seen_by_all]
            delays += [table.delay() for table in shown if table.settled]
            missing += sum(not table.settled for table in shown)
        return {"delays": delays, "missing": missing, "errors": self.errors[:3]}

    async def echo(self, seconds: int) -> Json:
        delays: list[float] = []
        chosen = self.echoes[::5]
        for _ in range(seconds):
            await self.spread([echo.ask for echo in chosen])
            await self.heard(lambda: all(echo.heard > echo.asked for echo in chosen))
            delays += [echo.heard - echo.asked for echo in chosen]
        return {"delays": delays, "missing": 0, "errors": []}

    async def heard(self, all_heard: Callable[[], bool]) -> None:
        """Wait 0.2 seconds, and up to two more where somebody has not heard yet."""
        await asyncio.sleep(0.2)
        for _ in range(20):
            if all_heard():
                return
            await asyncio.sleep(0.1)

    async def spread(self, calls: list[Any]) -> None:
        """Call each, evenly over 0.8 seconds."""
        start = perf_counter()
        for number, call in enumerate(calls):
            await asyncio.sleep(max(0.0, start + 0.8 * number / len(calls) - perf_counter()))
            call()


class Echo:
    """A socket that asks and hears the same back."""

    MESSAGE = encode({"type": "act", "id": "b1", "action": {"type": "discard", "tile": "5m"}})

    def __init__(self) -> None:
        self.socket: Socket | None = None
        self.asked = self.heard = 0.0

    def ask(self) -> None:
        assert self.socket is not None
        self.asked = perf_counter()
        self.socket.send(self.MESSAGE)

    def take(self, _socket: Socket, _data: bytes) -> None:
        self.heard = perf_counter()


async def main() -> None:
    loop = asyncio.get_running_loop()
    load = Load()

    async def told() -> Json | None:
        line = await loop.run_in_executor(None, sys.stdin.readline)
        return decode(line) if line.strip() else None

    first = await told()
    assert first is not None
    await load.join(first)
    print("ready", flush=True)
    while order := await told():
        answer = await getattr(load, order.pop("do"))(**order)
        print(encode(answer).decode(), flush=True)


if __name__ == "__main__":
    uvloop.run(main())
