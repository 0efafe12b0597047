"""Help that an organiser may switch off: what a player is waiting for."""

from __future__ import annotations

from typing import Any

from tables.live.messages import Refused
from tables.live.trail import Horizon


def waits(horizon: Horizon, place: int) -> dict[str, Any]:
    """What completes the player's hand, with the tai of a self-draw and the copies unseen.

    Raises Refused.
    """
    raise Refused("aid_off")
