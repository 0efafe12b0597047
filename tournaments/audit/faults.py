"""What is wrong with a log, or with something kept beside it: where, and in what."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NamedTuple
from uuid import UUID

from tournaments.audit.models import Finding

What = Finding.What

ALL_LOGS: Final = UUID(int=0)
"""Stands for the stream of a fault about no single log: of checkpoints, of everybody's ratings."""

Places = tuple[tuple[int, int], ...]
"""Tables of an event, each by round and number."""

USUAL: Final[Mapping[What, str]] = {
    What.CHAIN: "broken_chain",
    What.UNREADABLE: "bad_data",
    What.RESULTS: "wrong_result",
    What.CLOCK: "wrong_clock",
    What.SECRET: "wrong_secret",
    What.ORPHAN: "orphan",
}
"""The code of a fault that names none; of all other kinds it is `differs_from_log`."""


class Fault(NamedTuple):
    """One thing that is wrong. `version` is the event's number, or the checkpoint's.

    `code` has its words in `engine.archive.summary.FAULTS` or, of a log alone, in `wording`;
    `tables` are those of an event that it is about.
    """

    stream: UUID
    what: What
    detail: str
    version: int | None = None
    code: str = ""
    tables: Places = ()

    def __str__(self) -> str:
        all_logs = "everybody" if self.what == What.RATINGS else "checkpoints"
        name = all_logs if self.stream == ALL_LOGS else str(self.stream)
        where = name if self.version is None else f"{name}/{self.version}"
        return f"{where} {self.what}: {self.detail}"

    def mark(self) -> dict[str, Any]:
        """What a finding keeps of it for whoever reads of it."""
        code = self.code or USUAL.get(self.what, "differs_from_log")
        return {"code": code, "number": self.version, "tables": [list(one) for one in self.tables]}
