"""Reading files and printing answers, for the commands that need it."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import BinaryIO

from engine.errors import EngineError, InvalidInput
from engine.hashing import Json, canonical_data


def read_bytes(name: str, most: int = -1) -> bytes:
    """The bytes of a file, `most` of them at most. Raises InvalidInput if it cannot be read."""
    try:
        with Path(name).open("rb") as file:
            return file.read(most)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise InvalidInput(f"cannot read {name}: {reason}", "FILE", "unreadable_file") from error


def opened(name: str) -> BinaryIO:
    """A file to read bit by bit. Raises InvalidInput if it cannot be opened."""
    try:
        return Path(name).open("rb")
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise InvalidInput(f"cannot read {name}: {reason}", "FILE", "unreadable_file") from error


def print_json(value: Json) -> None:
    """One JSON value on a line of its own."""
    sys.stdout.write(canonical_data(value) + "\n")


def print_error(error: EngineError) -> None:
    """A refusal in the form that every command uses."""
    print_json({"error": {"code": error.code, "message": error.message, "field": error.field}})
