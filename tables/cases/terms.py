"""How disputes go at a table: agreed when it is opened, stored in its row. Values only."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any, Final

MOST_MS: Final = 366 * 86_400_000


@dataclass(frozen=True, slots=True)
class DisputeTerms:
    """Milliseconds, but for `pause_on_call`.

    A call stops the clocks of a match that is played here (`pause_on_call`) for at most
    `pause_limit_ms`. While the match runs every hand of it may be disputed, afterwards for
    `window_ms`; None sets no end. A ruling may be appealed against for `appeal_ms`, and an appeal
    that has not been decided `panel_ms` after it was lodged is over: the ruling stands. Where most
    of the panel want it overturned, they have as long again to write what is ruled instead.
    """

    pause_on_call: bool = True
    pause_limit_ms: int = 300_000
    window_ms: int | None = 1_800_000
    appeal_ms: int = 1_800_000
    panel_ms: int = 86_400_000

    def to_json(self) -> dict[str, Any]:
        """As it is stored in a table's row."""
        return asdict(self)

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> DisputeTerms:
        """The terms of a table's row; what is missing there is as usual.

        >>> DisputeTerms.from_json({"appeal_ms": 5}).appeal_ms
        5
        """
        known = {field.name for field in fields(cls)}
        return cls(**{name: value for name, value in data.items() if name in known})
