"""The pace of the house: how long a built-in player takes, and a result stays on the table."""

from __future__ import annotations

from dataclasses import dataclass

from django.conf import settings


@dataclass(frozen=True, slots=True)
class Pace:
    """Milliseconds. A built-in player takes as long whatever it holds."""

    bot_ms: int
    between_ms: int


def house_pace() -> Pace:
    """The pace that the settings give."""
    return Pace(settings.BOT_MS, settings.BETWEEN_MS)
