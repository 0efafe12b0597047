"""What is refused in a dispute, beside what the engine refuses."""

from __future__ import annotations

from tables.errors import TableError


class DisputeRefused(TableError):
    """Somebody may not do this here, or not any more. `message` is a sentence in plain English;
    `said` is one for the reader where whoever refused has a more exact one."""

    def __init__(self, code: str, message: str, said: str = "") -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.said = said
