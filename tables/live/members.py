"""One socket at a table."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from engine.redact import Viewer
from tables.live import aids
from tables.live.frames import text
from tables.live.messages import Act, Refused
from tables.live.outbox import Outbox

if TYPE_CHECKING:
    from tables.live.table import LiveTable


@dataclass(eq=False, slots=True)
class Member:
    """A client as its table knows it."""

    table: LiveTable
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

    async def act(self, message: Act) -> None:
        """Have an action committed; returns when it is. Raises Refused."""
        await self.table.act(self, message)

    def leave(self) -> None:
        self.table.leave(self)

    def view(self) -> dict[str, Any]:
        """The answer to `view`."""
        return self.table.publisher.view(self.viewer)

    def waits(self) -> dict[str, Any]:
        """The answer to `waits`. Raises Refused."""
        return aids.waits_message(self.table.trail.horizon(self.viewer), self.place)

    def ping(self, now: float) -> None:
        """Ask for an answer, to measure the lag."""
        self._pinged_at = now
        self.outbox.put(text({"type": "ping", "t": round(now * 1000)}))

    def pong(self, t: float | str) -> None:
        """Take the lag from an answer to the last ping; anything else is ignored."""
        if self._pinged_at and t == round(self._pinged_at * 1000):
            self.lag_ms = round((time.monotonic() - self._pinged_at) * 1000)
            self._pinged_at = 0.0
            if self.viewer.role == "seat" and self.viewer.place is not None:
                self.table.lags.note(self.viewer.place, self.lag_ms)
