"""How much one connection may send. Owns the numbers; knows no socket."""

from __future__ import annotations

from dataclasses import dataclass, field

MESSAGE_BYTES = 4096
"""A longer message is answered with `too_large`."""

MOST_BYTES = 65_536
"""A longer one ends the connection."""

FLOOD = 200
"""So many refused messages in a row end the connection."""


@dataclass(slots=True)
class Allowance:
    """A token bucket: `burst` messages at once, `per_second` in the long run."""

    at: float
    burst: int = 20
    per_second: float = 10.0
    refused: int = 0
    left: float = field(init=False)

    def __post_init__(self) -> None:
        self.left = float(self.burst)

    def take(self, now: float) -> bool:
        """Whether one more message is allowed at `now` (seconds of any steady clock)."""
        self.left = min(float(self.burst), self.left + (now - self.at) * self.per_second)
        self.at = now
        if self.left < 1.0:
            self.refused += 1
            return False
        self.left -= 1.0
        self.refused = 0
        return True

    @property
    def retry_ms(self) -> int:
        """Milliseconds until the next message is allowed."""
        return int((1.0 - self.left) * 1000 / self.per_second) + 1

    @property
    def is_flooding(self) -> bool:
        """So much was refused that the connection is to end."""
        return self.refused >= FLOOD
