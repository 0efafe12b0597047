"""What is wrong with a log, or with something kept beside it: where, and in what."""

from __future__ import annotations

from typing import Final, NamedTuple
from uuid import UUID

from tournaments.audit.models import Finding

What = Finding.What

ALL_LOGS: Final = UUID(int=0)
"""Stands for the stream of a fault about no single log: of checkpoints, of everybody's ratings."""


class Fault(NamedTuple):
    """One thing that is wrong. `version` is the event's number, or the checkpoint's."""

    stream: UUID
    what: What
    detail: str
    version: int | None = None

    def __str__(self) -> str:
        all_logs = "everybody" if self.what == What.RATINGS else "checkpoints"
        name = all_logs if self.stream == ALL_LOGS else str(self.stream)
        where = name if self.version is None else f"{name}/{self.version}"
        return f"{where} {self.what}: {self.detail}"
