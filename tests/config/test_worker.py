"""The worker beside `make run`: it does not stay away."""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path

import psutil

from config.worker import Worker
from tests.config.test_serve import is_alive

SLEEPER = """
import os, subprocess, sys, time
beat = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"])
with open(sys.argv[1], "a") as pids:
    print(os.getpid(), beat.pid, file=pids)
time.sleep(60)
"""


def eventually(condition: Callable[[], bool]) -> bool:
    end = time.monotonic() + 60
    while not condition() and time.monotonic() < end:
        time.sleep(0.02)
    return condition()


def is_there(pid: int) -> bool:
    return psutil.pid_exists(pid) and is_alive(psutil.Process(pid))


def test_a_worker_that_ends_is_started_again_and_none_outlives_the_site(tmp_path: Path) -> None:
    file = tmp_path / "pids"
    file.touch()

    def pids() -> list[int]:
        return [int(pid) for pid in file.read_text().split()]

    worker = Worker([sys.executable, "-c", SLEEPER, str(file)], again_after=0.01)
    try:
        assert eventually(lambda: len(pids()) == 2)
        os.kill(pids()[0], signal.SIGKILL)
        assert eventually(lambda: len(pids()) == 4)
    finally:
        worker.stop()
    assert eventually(lambda: not any(map(is_there, pids())))
    time.sleep(0.1)
    assert len(pids()) == 4
