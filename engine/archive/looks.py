"""The access logs of an archive's tables, each a file of its own."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.archive.report import Fault, fault_of
from engine.loading import Loaded
from engine.looks import SUFFIX, look_problems

FOLDER: Final = "looks/"


def looks_name(table: str) -> str:
    """Its file in an archive."""
    return f"{FOLDER}{table}{SUFFIX}"


def look_faults(file: str, loaded: Loaded, hands: int) -> Iterator[Fault]:
    """What is wrong with the access log of a match of so many hands."""
    for problem in look_problems(loaded, hands):
        yield fault_of(file, problem)
    if loaded.header and file != looks_name(str(loaded.header.get("table"))):
        yield Fault(file, 1, "wrong_name", "the access log is that of another table")
