"""What seating refuses: a code for programs, a message for people."""

from __future__ import annotations


class SeatingError(Exception):
    """Players, rounds or wishes for which there is no arrangement, and why."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
