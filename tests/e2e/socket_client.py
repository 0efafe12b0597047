"""A player for the live socket, written from docs/live-protocol.md and nothing else.

    client = SocketClient("ws://localhost:8000/ws/table/…/", cookie="sessionid=…")
    await client.play()

It keeps no picture of the table: it chooses among the legal actions it is given.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import random
import secrets
from collections.abc import Callable
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

Json = dict[str, Any]
Choose = Callable[[list[Json]], Json]
FINAL_CODES = {1009, 4400, 4401, 4403, 4404}


def win_or_pass(chance: random.Random) -> Choose:
    """Wins when it can, often passes, else plays at random."""

    def choose(legal: list[Json]) -> Json:
        for action in legal:
            if action["type"] == "win" or action.get("kind") == "win":
                return action
        plain = [a for a in legal if a["type"] in ("pass", "pass_bid")]
        if plain and chance.random() < 0.8:
            return plain[0]
        return chance.choice(legal)

    return choose


class SocketClient:
    """One player, spectator or referee who keeps connecting until the match is over."""

    def __init__(
        self,
        url: str,
        *,
        cookie: str = "",
        role: str = "seat",
        choose: Choose | None = None,
        copies: int = 1,
    ) -> None:
        self.url = url
        self.role = role
        self.headers = {"Cookie": cookie} if cookie else {}
        self.choose = choose or win_or_pass(random.Random(1))
        self.copies = copies
        self.version: int | None = None
        self.legal: list[Json] = []
        self.pending: dict[str, Json] = {}
        self.answered: tuple[int | None, str] | None = None
        self.entropy = secrets.token_hex(32)
        self.over = False
        self.events: list[Json] = []
        self.received: list[Json] = []
        self.errors: list[Json] = []
        self.acked: list[str] = []
        self.welcomes: list[Json] = []
        self.head: Json | None = None
        self.closed_with: int | None = None
        self.socket: ClientConnection | None = None
        self._salt = secrets.token_hex(4)
        self._count = 0

    async def play(self) -> None:
        """Connect, and connect again, until the match has ended."""
        while not self.done:
            try:
                async with connect(
                    self.url, additional_headers=self.headers, max_size=None
                ) as self.socket:
                    await self._hello()
                    async for text in self.socket:
                        await self.take(json.loads(text))
                        if self.done:
                            break
            except (ConnectionClosed, OSError, InvalidStatus):
                pass
            self.closed_with = self.socket.close_code if self.socket else None
            if self.closed_with in FINAL_CODES:
                return
            if not self.done:
                await asyncio.sleep(0.05)

    @property
    def done(self) -> bool:
        """The match is over and every action has its answer."""
        return self.over and not self.pending

    async def drop(self) -> None:
        """Lose the connection without a word."""
        if self.socket is not None:
            self.socket.transport.abort()

    async def _hello(self) -> None:
        await self.send({"type": "hello", "protocol": 1, "since": self.version, "as": self.role})
        for action in list(self.pending.values()):
            await self.send(action)

    async def send(self, message: Json) -> None:
        assert self.socket is not None
        await self.socket.send(json.dumps(message))

    async def take(self, message: Json) -> None:
        """Act on one message from the server."""
        self.received.append(message)
        match message["type"]:
            case "welcome":
                self.welcomes.append(message)
                self._learn(message)
                await self._move()
            case "events" | "view":
                self._learn(message)
                await self._move()
            case "ack":
                self.acked.append(message["id"])
                self.pending.pop(message["id"], None)
                await self._move()
            case "error":
                await self._refused(message)
            case "ping":
                await self.send({"type": "pong", "t": message["t"]})
            case "head":
                self.head = message

    def _learn(self, message: Json) -> None:
        for event in message.get("events", []):
            last = self.events[-1]["seq"] if self.events else None
            if message.get("answer") not in ("start_over", "ahead") and last is not None:
                assert event["seq"] == last + 1, f"{event['seq']} follows {last}"
            self.events.append(event)
        self.version = message["version"]
        self.legal = message["legal"]
        ended = any(event["type"] == "MatchEnded" for event in message.get("events", []))
        self.over |= ended or message.get("view", {}).get("phase") == "ended"

    async def _move(self) -> None:
        if not self.legal or self.pending:
            return
        key = (self.version, self.legal[0]["type"])
        if key == self.answered:
            return
        self.answered = key
        action = dict(self.choose(self.legal))
        if action["type"] == "commit_entropy":
            action["digest"] = hashlib.sha256(bytes.fromhex(self.entropy)).hexdigest()
        if action["type"] == "open_entropy":
            action["entropy"] = self.entropy
        await self.act(action)

    async def act(self, action: Json) -> str:
        """Send an action, as often as this client likes to."""
        self._count += 1
        id_ = f"{self._salt}-{self._count}"
        message = {"type": "act", "id": id_, "version": self.version, "action": action}
        self.pending[id_] = message
        for _ in range(self.copies):
            await self.send(message)
        return id_

    async def _refused(self, message: Json) -> None:
        self.errors.append(message)
        pending = self.pending.pop(message.get("id", ""), None)
        if message["code"] in ("busy", "rate_limited") and pending is not None:
            await asyncio.sleep(message.get("retry_ms", 200) / 1000)
            self.pending[pending["id"]] = pending
            await self.send(pending)
