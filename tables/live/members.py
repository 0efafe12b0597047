"""One socket at a table."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from uuid import UUID

from engine.redact import Viewer
from tables.live.frames import text
from tables.live.messages import Refused
from tables.live.outbox import Outbox


@dataclass(eq=False, slots=True)
class Member:
    """A client as its table knows it."""

    table: UUID
    viewer: Viewer
    account: int | None
    outbox: Outbox
    session: str | None = None
    lag_ms: int | None = None
    _pinged_at: float = field(default=0.0)

    @property
    def place(self) -> int:
        """The place this client plays at. Raises Refused for those who only look on."""
        if self.viewer.role != "seat" or self.viewer.place is None:
            raise Refused("not_seated")
        return self.viewer.place

    def ping(self, now: float) -> None:
        """Ask for an answer, to measure the lag."""
        self._pinged_at = now
        self.outbox.put(text({"type": "ping", "t": round(now * 1000)}))

    def pong(self, t: float | str) -> int | None:
        """The lag in ms, from an answer to the last ping; of any other answer None."""
        if not self._pinged_at or t != round(self._pinged_at * 1000):
            return None
        self.lag_ms = round((time.monotonic() - self._pinged_at) * 1000)
        self._pinged_at = 0.0
        return self.lag_ms
