"""The worker of the task queue beside `make run`: started again should it end by itself.

Without it no ruling would reach its event, and no letter anybody.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from config.celery import STOPS_WITH

ROOT = Path(__file__).resolve().parent.parent
PATIENCE = 5
"""Seconds for what it is at when it is told to stop, and before it is started again."""


def command() -> list[str]:
    """A worker with the clock that puts tasks into the queue."""
    schedule = Path(os.environ.get("VAR_DIR", ROOT / "var")) / "beat"
    return [
        sys.executable, "-W", "ignore:You're running the worker with superuser",
        "-m", "celery", "-A", "config", "--quiet", "worker", "--beat", "--pool", "threads",
        "--concurrency", "2", "--without-gossip", "--without-mingle", "--loglevel", "warning",
        "--schedule", str(schedule),
    ]  # fmt: skip


class Worker:
    """The process, from now until `stop`."""

    def __init__(self, command: Sequence[str], *, again_after: float = PATIENCE) -> None:
        self._command, self._again_after = command, again_after
        self._stopping = threading.Event()
        self._changing = threading.Lock()
        self._process = self._started()
        threading.Thread(target=self._keep, daemon=True).start()

    def stop(self) -> None:
        """Let it finish what it is at, but not for long."""
        self._stopping.set()
        with self._changing:
            self._process.terminate()
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(PATIENCE)
            self._end_all()

    def _keep(self) -> None:
        while True:
            code = self._process.wait()
            if self._stopping.wait(self._again_after):
                return
            with self._changing:
                if self._stopping.is_set():
                    return
                print(f"The worker ended ({code}); it is started again.", file=sys.stderr)
                self._end_all()
                self._process = self._started()

    def _started(self) -> subprocess.Popen[bytes]:
        environment = {**os.environ, "C_FORCE_ROOT": "1", STOPS_WITH: str(os.getpid())}
        # Its own session: Ctrl-C is for the parent, which stops it in its turn.
        return subprocess.Popen(self._command, cwd=ROOT, start_new_session=True, env=environment)

    def _end_all(self) -> None:
        """With its beat, which is a process of its own and may outlive it."""
        with suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
