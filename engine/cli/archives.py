"""Proving an archive from the command line: a progress bar on a terminal, then one page."""

from __future__ import annotations

import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from pathlib import Path
from typing import Final

from engine.archive.checking import verify_archive
from engine.archive.container import MAGIC, is_archive
from engine.archive.records import Proved, Prover
from engine.archive.summary import summary
from engine.checkpoints import Checkpoint
from engine.cli.files import opened, print_json

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
    with opened(name) as file, Bar() as bar:
        report = verify_archive(
            file, watch=bar, prover=_prover(jobs), checkpoint=checkpoint, key=key
        )
    if as_json:
        print_json({"file": name, **report.as_dict()})
    else:
        sys.stdout.write(summary(report, language))
    return report.ok


def _prover(jobs: int) -> Prover:
    if jobs == 1:
        return map

    def prove(one: Callable[[bytes], Proved], records: Iterable[bytes]) -> Iterator[Proved]:
        ahead: deque[Future[Proved]] = deque()
        with ProcessPoolExecutor(jobs) as pool:
            # No more are read than will be needed next: an event has hundreds.
            for record in records:
                ahead.append(pool.submit(one, record))
                if len(ahead) > jobs:
                    yield ahead.popleft().result()
            while ahead:
                yield ahead.popleft().result()

    return prove


class Bar:
    """A line on standard error that is written over, and gone afterwards.

    Nothing is drawn where standard error is no terminal. What goes to standard output does not
    matter: who pipes the page into a file still sees the bar.
    """

    def __init__(self) -> None:
        self._shown = sys.stderr is not None and sys.stderr.isatty()

    def __enter__(self) -> Bar:
        return self

    def __exit__(self, *_: object) -> None:
        self.clear()

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
