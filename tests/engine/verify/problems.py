"""The codes of what is wrong with a record."""

from __future__ import annotations

from engine.verify import verify


def codes(record: bytes) -> list[str]:
    return [problem.code for problem in verify(record).problems]
