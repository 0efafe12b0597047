"""Refusing a command: a stable code for programs, a message for people, the field at fault."""

from __future__ import annotations

from typing import NoReturn

from engine.errors import EngineError


class Refused(EngineError):
    """A command that cannot be granted now, or that carries values that cannot be.

    `facts` are what the sentence in the reader's language is filled with: limits, names, numbers.
    """

    def __init__(self, code: str, message: str, field: str | None = None, **facts: object) -> None:
        super().__init__(code, message, field)
        self.facts = facts


def refuse(code: str, message: str, field: str | None = None, **facts: object) -> NoReturn:
    """Raise Refused."""
    raise Refused(code, message, field, **facts)
