"""What the engine raises: a code for programs, a message for people, the field at fault."""

from __future__ import annotations


class EngineError(Exception):
    """Base of everything the engine refuses."""

    def __init__(self, code: str, message: str, field: str | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.field = field

    def as_dict(self) -> dict[str, str | None]:
        """The error as it is printed by the command line and sent to clients."""
        return {"code": self.code, "message": self.message, "field": self.field}


class InvalidNotation(EngineError):
    """A text that is not MPSZ notation, a seat letter, or JSON."""

    def __init__(self, message: str, field: str | None = None) -> None:
        super().__init__("invalid_notation", message, field)

    def at(self, field: str) -> InvalidNotation:
        """The same error, naming the field the text came from."""
        return InvalidNotation(self.message, field)


class InvalidInput(EngineError):
    """Values that can be read but contradict each other or the rules of input."""

    def __init__(self, message: str, field: str | None = None, code: str = "invalid_input") -> None:
        super().__init__(code, message, field)


class IllegalAction(EngineError):
    """A command that the rules forbid now; `rule` is the id of the rule that forbids it."""

    def __init__(self, code: str, rule: str, message: str) -> None:
        super().__init__(code, message)
        self.rule = rule

    def as_dict(self) -> dict[str, str | None]:
        """The refusal with the rule it rests on."""
        return {"code": self.code, "message": self.message, "rule": self.rule}
