"""Commands run as somebody runs them who sits at a terminal, and as they run in a pipe."""

from __future__ import annotations

import contextlib
import os
import pty
import re
import select
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from tests.tables.live.site import ROOT

SECONDS = 120
_COLOURS = re.compile(r"\x1b\[[0-9;]*m")


class Ran(NamedTuple):
    """How it ended; what came on the terminal, as it came; what went into the pipe."""

    code: int
    drawn: str
    piped: str

    @property
    def lines(self) -> list[str]:
        """What is left to read on the terminal: a line that is written over counts once."""
        return [_left(line) for line in _COLOURS.sub("", self.drawn).split("\n")]


def _left(line: str) -> str:
    """What stands in a line after all that was written over it."""
    shown: list[str] = []
    for piece in line.split("\r"):
        shown[: len(piece)] = piece
    return "".join(shown).rstrip()


def run_on_a_terminal(
    command: Sequence[str], *, out: bool = True, env: Mapping[str, str] | None = None
) -> Ran:
    """Run Python with these arguments, its errors on a terminal; its output too, or in a pipe."""
    ours, theirs = pty.openpty()
    try:
        process = subprocess.Popen(
            [sys.executable, *command],
            cwd=ROOT,
            env={**os.environ, **(env or {})},
            stdin=theirs,
            stdout=theirs if out else subprocess.PIPE,
            stderr=theirs,
        )
    finally:
        os.close(theirs)
    try:
        drawn, piped = _read(ours, process)
    finally:
        process.kill()
        os.close(ours)
    return Ran(process.wait(), drawn, piped)


def _read(terminal: int, process: subprocess.Popen[bytes]) -> tuple[str, str]:
    """Until the command hangs up."""
    read = {terminal: b""} | ({process.stdout.fileno(): b""} if process.stdout else {})
    still, end = set(read), time.monotonic() + SECONDS
    while still:
        assert time.monotonic() < end, "the command does not end"
        for source in select.select(list(still), [], [], 1)[0]:
            data = b""
            # A terminal that nobody holds any more answers with an error.
            with contextlib.suppress(OSError):
                data = os.read(source, 65536)
            read[source] += data
            if not data:
                still.discard(source)
    process.wait()
    drawn, *piped = (text.decode() for text in read.values())
    return drawn, "".join(piped)


def run_in_a_pipe(command: Sequence[str], *, env: Mapping[str, str] | None = None) -> Ran:
    """Run it with all it says going into a pipe."""
    found = subprocess.run(
        [sys.executable, *command],
        cwd=ROOT,
        env={**os.environ, **(env or {})},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        timeout=SECONDS,
    )
    return Ran(found.returncode, "", found.stdout.decode())
