"""How far this process has read one table's log, and what it has come to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from tables.clocks import Clock
from tables.events.log import Line
from tables.folds import Fold
from tables.live.trail import Trail


@dataclass(slots=True)
class Reading:
    """A table as the log had it when it was read last. Only the table itself moves it on."""

    fold: Fold
    trail: Trail

    @property
    def id(self) -> UUID:
        """The table's id, which is that of its stream."""
        return self.fold.table

    @property
    def match(self) -> str:
        """The match's name in its record."""
        setup = self.fold.state.setup
        return setup.match if setup else str(self.id)

    @property
    def clock(self) -> Clock:
        """The clock of the decision that is awaited."""
        return self.fold.clock

    def take(self, lines: Sequence[Line], fold: Fold) -> None:
        """Take the next lines of the log; `fold` is the one after the last."""
        self.fold = fold
        self.trail.extend(lines, fold.state)
