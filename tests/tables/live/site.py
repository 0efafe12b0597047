"""A site of its own for tests: a fresh database and real server processes."""

from __future__ import annotations

import os
import random
import signal
import socket
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db import connection
from django.test import Client

from accounts.models import User
from engine.play.match import Aids, ClockSettings, Length
from tables import services
from tables.models import Table
from tables.services import Sitter, Terms

ROOT = Path(__file__).resolve().parents[3]
SERVER_LINKS = "laozhuang-server"
"""What the database calls a server's connections, to tell them from the test's own."""


def free_port() -> int:
    """A port that nobody listens on, below those that the system gives to outgoing connections:
    a server needs a while until it takes it."""
    while True:
        port = random.SystemRandom().randrange(10_000, 30_000)
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) != 0:
                return port


@dataclass
class Server:
    """One uvicorn process."""

    port: int
    process: subprocess.Popen[bytes]
    log: Path

    def wait(self) -> None:
        """Until it accepts connections."""
        for _ in range(1_200):
            if self.process.poll() is not None:
                raise RuntimeError(self.log.read_text())
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", self.port)) == 0:
                    return
            time.sleep(0.05)
        raise RuntimeError("the server does not answer")

    def url(self, table: UUID) -> str:
        return f"ws://127.0.0.1:{self.port}/ws/table/{table}/"

    def kill(self) -> None:
        """Pull the plug."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def stop(self) -> None:
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            try:
                self.process.wait(10)
            except subprocess.TimeoutExpired:
                self.kill()


@dataclass
class Site:
    """Servers on one database, and people with sessions."""

    database_url: str
    folder: Path
    servers: list[Server] = field(default_factory=list)
    _people: int = 0
    _read: int = 0
    _cookies: dict[int, str] = field(default_factory=dict)

    def serve(self, *, port: int = 0, **environment: str) -> Server:
        """Start one more server process."""
        port = port or free_port()
        log = self.folder / f"server-{len(self.servers)}.log"
        env = {
            **os.environ,
            "DATABASE_URL": self.database_url,
            "PGAPPNAME": SERVER_LINKS,
            "SECRET_KEY": settings.SECRET_KEY,
            "BOT_MS": "0",
            "BETWEEN_MS": "0",
            "LIVE_BURST": "100000",
            "FOLLOW_UP": "0",
            **environment,
        }
        command = [
            sys.executable, "-m", "uvicorn", "config.asgi:application", "--port", str(port),
            "--log-level", "warning", "--no-access-log", "--ws-per-message-deflate", "false",
            "--timeout-graceful-shutdown", "2",
        ]  # fmt: skip
        with log.open("wb") as out:
            process = subprocess.Popen(
                command, cwd=ROOT, env=env, stdout=out, stderr=subprocess.STDOUT
            )
        server = Server(port, process, log)
        self.servers.append(server)
        server.wait()
        return server

    def person(self, name: str = "") -> User:
        self._people += 1
        return User.objects.create_user(f"{name}{self._people}", display_name=name.title())

    def cookie(self, account: User) -> str:
        """The cookie of a signed-in browser."""
        if account.pk not in self._cookies:
            client = Client()
            client.force_login(account)
            self._cookies[account.pk] = f"sessionid={client.cookies['sessionid'].value}"
        return self._cookies[account.pk]

    def table(
        self,
        people: list[User],
        *,
        ruleset: str = "bao",
        hands: int = 1,
        level: str = "random",
        **terms: Any,
    ) -> Table:
        """A table of these people, the rest of the places with built-in players."""
        sitters = [Sitter(p.public_name, p) for p in people]
        sitters += [Sitter(f"Bot {n}", level=level) for n in range(4 - len(people))]
        terms = {"clocks": ClockSettings(), "aids": Aids(True), **terms}
        return services.table_open(
            terms=Terms(ruleset, length=Length("hands", hands), **terms),
            sitters=sitters,
        )

    def log(self, table: Table) -> list[tuple[int, str, str, Any, str]]:
        """(version, type, actor, data, command) of every event."""
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT version, type, actor, data, command FROM tables_event "
                "WHERE stream = %s ORDER BY version",
                [table.pk],
            )
            return cursor.fetchall()

    def new_faults(self) -> str:
        """What the servers have complained of since this was asked last."""
        text = "".join(server.log.read_text() for server in self.servers)
        news, self._read = text[self._read :], len(text)
        return news

    def stop(self) -> None:
        for server in self.servers:
            server.stop()
