"""Refusing a command: a stable code for programs, a message for people, the field at fault."""

from __future__ import annotations

from typing import NoReturn

from engine.errors import EngineError


class Refused(EngineError):
    """A command that cannot be granted now, or that carries values that cannot be."""


def refuse(code: str, message: str, field: str | None = None) -> NoReturn:
    """Raise Refused."""
    raise Refused(code, message, field)
