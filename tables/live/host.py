"""What a live table needs of the process that it is live in."""

from __future__ import annotations

from collections.abc import Coroutine
from typing import Any, Protocol

from tables.acting import Receipt
from tables.events.drivers import Steps, T
from tables.folds import FoldCache
from tables.pace import Pace


class Host(Protocol):
    """The hub as its tables know it: time, the database, work beside, and telling the others."""

    process: str
    """The name of this process, for rows and command ids."""
    pace: Pace
    folds: FoldCache

    def now_ms(self) -> int:
        """Milliseconds since 1970."""

    def spawn(self, work: Coroutine[Any, Any, Any]) -> None:
        """Run something beside; a failure is logged."""

    async def run(self, steps: Steps[T]) -> T:
        """Run steps of the write path, or of a read, over this process's connections."""

    def wrote(self, receipt: Receipt) -> None:
        """This process has written: tell everybody else."""
