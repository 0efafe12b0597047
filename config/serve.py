"""`make run`: the whole site on this machine with one command.

Starts the embedded PostgreSQL (data in var/postgres), migrates, fills in the demo,
serves, and ends every process it started when it is told to stop.
"""

from __future__ import annotations

import os
import select
import signal
import socket
import subprocess
import sys
import threading
from pathlib import Path
from types import FrameType

import django
import uvicorn
from django.core.management import call_command
from django.db import connections

from config.embedded import APPLICATION_ROLE, DATABASE, OWNER_ROLE, EmbeddedServer
from config.messages import compile_catalogues
from config.worker import Worker
from config.worker import command as worker_command

ROOT = Path(__file__).resolve().parent.parent
HOST = "127.0.0.1"
STOPPING = (signal.SIGTERM, signal.SIGHUP, signal.SIGINT)
MOST_BYTES = 1 << 17
"""No message to a live table may be longer, whatever it says; the table itself allows less."""


class PortTaken(Exception):
    """Somebody else listens on the port."""


def port_from(text: str) -> int:
    """The PORT variable as a number.

    >>> port_from("8001")
    8001
    """
    if not text.isdecimal() or not 1 <= int(text) <= 65535:
        raise SystemExit(f"PORT must be a number from 1 to 65535, not {text!r}.")
    return int(text)


def ensure_free(port: int) -> None:
    """Raise PortTaken unless the port can be listened on."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((HOST, port))
        except OSError as error:
            raise PortTaken(
                f"Port {port} is in use. Choose another: PORT={port + 1} make run"
            ) from error


def manage(*arguments: str, database_url: str) -> None:
    """Run manage.py in a process of its own, so that it may use another database role."""
    environment = {**os.environ, "DATABASE_URL": database_url}
    subprocess.run([sys.executable, "manage.py", *arguments], cwd=ROOT, env=environment, check=True)


def prepare(server: EmbeddedServer) -> str:
    """Bring the database up to date as its owner; returns the URL the site itself uses."""
    server.ensure_site_database()
    owner = server.url(role=OWNER_ROLE, database=DATABASE)
    site = server.url(role=APPLICATION_ROLE, database=DATABASE)
    manage("migrate", "--verbosity", "0", database_url=owner)
    return site


def fill() -> None:
    """The demo, where it is not there yet."""
    django.setup()
    call_command("demo")
    call_command("demo_events")
    sys.stdout.flush()
    connections.close_all()


class Announced(uvicorn.Server):
    """A server that says when its addresses answer."""

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            print("Ready. Press Ctrl-C to stop.", flush=True)


def serve(port: int) -> None:
    """Serve until a signal says stop."""
    settings = uvicorn.Config(
        "config.asgi:application",
        host=HOST,
        port=port,
        log_level="warning",
        timeout_graceful_shutdown=5,
        # Frames are short and go to many: compressing each costs more than it saves.
        ws_per_message_deflate=False,
        ws_max_size=MOST_BYTES,
    )
    server = Announced(settings)
    if signal.SIGHUP in stopping():
        # The server knows the others, and ends its connections in good order.
        signal.signal(signal.SIGHUP, server.handle_exit)
    server.run()
    if not server.started:
        raise SystemExit("The site did not start; see above.")


def watch_terminal() -> None:
    """Stop when the terminal that this was started at is closed.

    `make` as the leader of its session is told alone, and waits for us without passing it on.
    Whoever lets hang-ups be ignored (nohup) wants us to stay.
    """
    terminals = [number for number in (0, 1, 2) if os.isatty(number)]
    if terminals and signal.SIGHUP in stopping():
        threading.Thread(target=_hang_up, args=(terminals,), daemon=True).start()


def _hang_up(terminals: list[int]) -> None:
    poll = select.poll()
    # A hang-up is reported whatever is asked for.
    poll.register(terminals[0], 0)
    if any(event & select.POLLNVAL for _, event in poll.poll()):
        return
    # What is still to be said is said to nobody: a terminal that is gone answers with errors.
    nowhere = os.open(os.devnull, os.O_RDWR)
    for number in terminals:
        os.dup2(nowhere, number)
    os.kill(os.getpid(), signal.SIGHUP)


def stopping() -> list[signal.Signals]:
    """The signals that end the site: those that nobody has asked us to ignore."""
    return [number for number in STOPPING if signal.getsignal(number) is not signal.SIG_IGN]


def _stop(_number: int, _frame: FrameType | None) -> None:
    # Whoever presses Ctrl-C again must not break off what stops the database.
    for number in STOPPING:
        signal.signal(number, signal.SIG_IGN)
    raise SystemExit(0)


def main() -> int:
    port = port_from(os.environ.get("PORT", "8000"))
    try:
        ensure_free(port)
    except PortTaken as problem:
        print(problem, file=sys.stderr)
        return 1
    for number in stopping():
        signal.signal(number, _stop)
    watch_terminal()
    os.environ |= {"PORT": str(port), "DEMO": "1"}
    # The demo has passwords that everybody knows, and nobody to show a second factor to.
    os.environ.setdefault("MFA_REQUIRED", "0")
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    data_dir = Path(os.environ.get("VAR_DIR", ROOT / "var")) / "postgres"
    print("Starting PostgreSQL …", flush=True)
    server = EmbeddedServer(data_dir)
    worker = None
    try:
        compile_catalogues()
        os.environ["DATABASE_URL"] = prepare(server)
        fill()
        worker = Worker(worker_command())
        serve(port)
    except subprocess.CalledProcessError as failure:
        print(f"{' '.join(failure.cmd[1:])} failed, see above.", file=sys.stderr)
        return 1
    finally:
        if worker is not None:
            worker.stop()
        server.stop()
        print("Stopped.", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
