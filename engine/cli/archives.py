"""Proving an archive from the command line: a progress bar on a terminal, then one page."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Final

from engine.archive.checking import Prover, verify_archive
from engine.archive.container import MAGIC, MOST_BYTES, is_archive
from engine.archive.summary import summary
from engine.checkpoints import Checkpoint
from engine.cli.files import print_json, read_bytes
from engine.report import Report

LANGUAGES: Final = ("en", "zh-Hans", "zh-Hant")
_WIDTH: Final = 30
_NAME: Final = 40


def is_archive_file(name: str) -> bool:
    """Whether a file can be read and begins as an archive does."""
    try:
        with Path(name).open("rb") as file:
            return is_archive(file.read(len(MAGIC)))
    except (OSError, ValueError):
        return False


def archive_print(
    name: str,
    *,
    language: str,
    as_json: bool,
    jobs: int,
    checkpoint: Checkpoint | None = None,
    key: str | None = None,
) -> bool:
    """Prove an archive and print what came of it; whether it holds. Raises InvalidInput."""
    data = read_bytes(name, MOST_BYTES + 1)
    bar = Bar(sys.stderr is not None and sys.stderr.isatty())
    report = verify_archive(data, watch=bar, prover=_prover(jobs), checkpoint=checkpoint, key=key)
    bar.clear()
    if as_json:
        print_json({"file": name, **report.as_dict()})
    else:
        sys.stdout.write(summary(report, language))
    return report.ok


def _prover(jobs: int) -> Prover:
    if jobs == 1:
        return map

    def prove(one: Callable[[bytes], Report], records: Iterable[bytes]) -> Iterator[Report]:
        with ProcessPoolExecutor(jobs) as pool:
            yield from pool.map(one, records)

    return prove


class Bar:
    """A line on standard error that is written over; nothing where nobody would see it."""

    def __init__(self, shown: bool) -> None:
        self._shown = shown

    def __call__(self, done: int, total: int, file: str) -> None:
        if not self._shown:
            return
        share = done / total if total else 1.0
        filled = round(share * _WIDTH)
        bar = "#" * filled + "." * (_WIDTH - filled)
        sys.stderr.write(f"\r[{bar}] {share:4.0%} {file[:_NAME]:<{_NAME}}")
        sys.stderr.flush()

    def clear(self) -> None:
        """Leave the line as it was."""
        if self._shown:
            sys.stderr.write("\r" + " " * (_WIDTH + _NAME + 9) + "\r")
            sys.stderr.flush()
