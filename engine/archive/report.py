"""What came of proving an archive: what holds, and what does not, each with its file and line."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Final

from engine.archive.container import ArchiveRefused
from engine.hashing import Json
from engine.loading import Problem

MOST_PROBLEMS: Final = 500


@dataclass(frozen=True, slots=True)
class Fault:
    """Something that fails: the file, its line where there is one, a code, and what is wrong."""

    file: str
    line: int | None
    code: str
    message: str
    event: str | None = None

    def __str__(self) -> str:
        line = f", line {self.line}" if self.line else ""
        event = f", {self.event}" if self.event else ""
        return f"{self.file or 'archive'}{line}{event}: {self.code}: {self.message}"

    def as_dict(self) -> dict[str, Json]:
        """Its JSON form."""
        return {
            "file": self.file or None,
            "line": self.line,
            "event": self.event,
            "code": self.code,
            "message": self.message,
        }


def fault_of(file: str, problem: Problem) -> Fault:
    """A record's problem as an archive's."""
    event = f"event {problem.seq} {problem.type}" if problem.type else None
    return Fault(file, problem.line, problem.code, problem.message, event)


def refused(error: ArchiveRefused) -> Fault:
    """A refusal to open a file as a fault of the archive."""
    return Fault(error.file, None, error.code, error.message)


COUNTS: Final = (
    "files", "bytes", "log_events", "matches", "hands", "events", "results", "results_by_hand",
    "editions", "rulings", "texts", "looks", "checkpoints", "sealed",
)  # fmt: skip
"""What is counted: the bytes are those of all files unpacked; results that came from a record, and
those that officials entered; records and logs that a checkpoint seals."""


@dataclass(slots=True)
class ArchiveReport:
    """The report on an archive. `fingerprint` is the SHA-256 of its manifest.

    `signer` is the key that signed the manifest, "" if none did, `keys` are those of checkpoints;
    `asked` is the key that had to have signed all of it, if there was one.
    """

    fingerprint: str = ""
    signer: str = ""
    asked: str | None = None
    tournament: str = ""
    name: str = ""
    head: str = ""
    keys: tuple[str, ...] = ()
    counts: Counter[str] = field(default_factory=Counter)
    faults: list[Fault] = field(default_factory=list)

    @property
    def ok(self) -> bool:
        """Nothing fails."""
        return not self.faults

    def add(self, fault: Fault) -> None:
        """One more fault; beyond a number nobody would read on."""
        if len(self.faults) < MOST_PROBLEMS and fault not in self.faults:
            self.faults.append(fault)

    def as_dict(self) -> dict[str, Json]:
        """Its JSON form, for pages and programs."""
        counted: dict[str, Json] = {name: self.counts[name] for name in COUNTS}
        return {
            "ok": self.ok,
            "fingerprint": self.fingerprint,
            "tournament": self.tournament,
            "name": self.name,
            "head": self.head,
            "signer": self.signer or None,
            "keys": list(self.keys),
            **counted,
            "faults": [fault.as_dict() for fault in self.faults],
        }
