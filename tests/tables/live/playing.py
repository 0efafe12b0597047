"""Clients for tests: whole players, and a bare line to say single things."""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
from collections.abc import Callable, Coroutine, Sequence
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from engine.play.codec import event_from_json
from engine.redact import visible
from engine.verify import verify
from engine.viewer import Viewer
from tables import selectors
from tables.models import Table
from tests.e2e.socket_client import SocketClient, win_or_pass
from tests.tables.live.site import Server, Site

Json = dict[str, Any]


def clients_for(site: Site, server: Server, table: Table, people: list, **how) -> list:
    return [
        SocketClient(
            server.url(table.pk),
            cookie=site.cookie(person),
            choose=win_or_pass(random.Random(place)),
            **how,
        )
        for place, person in enumerate(people)
    ]


def play_out(
    clients: list[SocketClient],
    *also: Coroutine[Any, Any, None],
    watchers: Sequence[SocketClient] = (),
    seconds: float = 30,
) -> None:
    """Let the clients play until the match is over, and run `also` beside them.

    Watchers are there before the players come.
    """

    async def scenario() -> None:
        async with asyncio.timeout(seconds):
            tasks = [asyncio.ensure_future(watcher.play()) for watcher in watchers]
            await until(lambda: all(watcher.welcomes for watcher in watchers))
            others = [asyncio.ensure_future(work) for work in also]
            await asyncio.gather(*tasks, *[client.play() for client in clients])
            for other in others:
                other.cancel()

    asyncio.run(scenario())


async def until(condition: Callable[[], bool]) -> None:
    """Wait for something that a client finds out by itself."""
    while not condition():  # noqa: ASYNC110  # clients of tests have no events
        await asyncio.sleep(0.002)


Told = tuple[int, str, dict]


def seen_by(site: Site, table: Table, viewer: Viewer) -> list[Told]:
    """What the engine says that this viewer may know of the match, to its end."""
    events = [event_from_json(row[1], 1, json.loads(row[3])) for row in site.log(table)]
    return _to_end([(seq, shown.type, shown.data) for seq, shown in visible(events, viewer)])


def _to_end(told: list[Told]) -> list[Told]:
    """Without what may follow the end: how long the way was in the last hand."""
    types = [type_ for _, type_, _ in told]
    return told[: types.index("MatchEnded") + 1] if "MatchEnded" in types else told


def proves_itself(table: Table) -> bool:
    """Whether the record of the finished match passes every check, and holds what was played."""
    table.refresh_from_db()
    report = verify(selectors.record_export(table).encode())
    return report.ok


def got(client: SocketClient) -> list[Told]:
    """What a client was told, to the match's end."""
    return _to_end([(e["seq"], e["type"], e["data"]) for e in client.events])


class Line:
    """A socket that says what it is told and reads what it is asked to."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.read: list[Json] = []

    async def say(self, message: Json | str) -> None:
        await self.socket.send(message if isinstance(message, str) else json.dumps(message))

    async def hear(self, type_: str, seconds: float = 5, **keys: object) -> Json:
        """The next message of a type, with these values; others are put into `read`."""
        async with asyncio.timeout(seconds):
            while True:
                message = json.loads(await self.socket.recv())
                self.read.append(message)
                if message["type"] == type_ and keys.items() <= message.items():
                    return message

    async def hello(self, role: str = "seat", since: int | None = None, **more: object) -> Json:
        await self.say({"type": "hello", "protocol": 1, "since": since, "as": role, **more})
        return await self.hear("welcome")

    async def act(self, action: Json, id_: str, **more: object) -> Json:
        """Send an action and wait for its answer."""
        await self.say({"type": "act", "id": id_, "action": action, **more})
        while True:
            async with asyncio.timeout(5):
                message = json.loads(await self.socket.recv())
            self.read.append(message)
            if message["type"] in ("ack", "error") and message.get("id") == id_:
                return message

    async def silence(self, seconds: float) -> list[Json]:
        """What comes within so many seconds."""
        news = []
        try:
            async with asyncio.timeout(seconds):
                while True:
                    news.append(json.loads(await self.socket.recv()))
        except TimeoutError:
            self.read += news
            return news

    async def closed(self, seconds: float = 5) -> int | None:
        """Read until the server closes; its code."""
        with contextlib.suppress(ConnectionClosed):
            async with asyncio.timeout(seconds):
                while True:
                    self.read.append(json.loads(await self.socket.recv()))
        return self.socket.close_code


@contextlib.asynccontextmanager
async def line(server: Server, table: Table, cookie: str = "", **headers: str):
    """A connection to a table, nothing said yet."""
    given = {**({"Cookie": cookie} if cookie else {}), **headers}
    async with connect(server.url(table.pk), additional_headers=given) as socket:
        yield Line(socket)
