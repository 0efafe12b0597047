"""`laozhuang-draws FILE`: run every draw of an event again, without a site or a database.

FILE is an event's "draws.json", its archive, or its own log as lines. Prints each draw with what
came of it. Exit code 0: all are equal; 1: something differs or cannot be run; 2: the file cannot
be read.
"""

from __future__ import annotations

import argparse
import io
import sys
import zipfile
import zlib
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from engine.errors import EngineError, InvalidInput
from tournaments.redrawing.checking import Answer, Redrawn, redrawn
from tournaments.redrawing.file import read_draws

LOG: Final = "tournament.jsonl"
MOST_BYTES: Final = 1 << 30

_SAYS: Final[dict[Answer, str]] = {
    "equal": "equal",
    "differs": "DIFFERS",
    "by_hand": "by hand",
    "unknown": "CANNOT BE RUN by this version",
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs; returns the exit code."""
    parser = argparse.ArgumentParser(
        prog="laozhuang-draws", description="Run every draw of an event again, offline."
    )
    parser.add_argument("file", help="an event's draws.json, archive or log; - for the input")
    parser.add_argument("--seed", help="the opened seed in hexadecimal, if the file has none")
    given = parser.parse_args(arguments)
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(encoding="utf-8", errors="backslashreplace")
    try:
        content = sys.stdin.buffer.read() if given.file == "-" else Path(given.file).read_bytes()
        found = redrawn(read_draws(_log_of(content)), given.seed)
    except OSError as error:
        print(f"cannot read {given.file}: {error.strerror}", file=sys.stderr)
        return 2
    except EngineError as error:
        print(f"cannot read {given.file}: {error}", file=sys.stderr)
        return 2
    return _print(found)


def _log_of(content: bytes) -> bytes:
    """Of an archive the event's log; anything else as it is. Raises InvalidInput."""
    if not content.startswith(b"PK"):
        return content
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            if archive.getinfo(LOG).file_size > MOST_BYTES:
                raise InvalidInput(f"at most {MOST_BYTES} bytes", LOG)
            return archive.read(LOG)
    except (KeyError, zipfile.BadZipFile, NotImplementedError, zlib.error) as error:
        raise InvalidInput(f"no archive with a {LOG}", "file") from error


def _print(found: Sequence[Redrawn]) -> int:
    for one in found:
        print(f"{_SAYS[one.answer]:<8} {one.what}")
        for line in one.told:
            print(f"         {line}")
    wrong = sum(one.answer in ("differs", "unknown") for one in found)
    equal = sum(one.answer == "equal" for one in found)
    print(f"{equal} equal, {wrong} not, {len(found) - equal - wrong} made by hand")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
