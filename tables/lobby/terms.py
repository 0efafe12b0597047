"""Terms of a match as JSON, for as long as a table waits for its players."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from engine.notation import format_tiles, parse_tiles
from engine.play.match import Aids, ClockSettings, Length
from tables.services import Terms


def terms_to_json(terms: Terms) -> dict[str, Any]:
    """What `terms_from_json` reads."""
    return {**asdict(terms), "fixed_wilds": format_tiles(terms.fixed_wilds)}


def terms_from_json(data: Mapping[str, Any]) -> Terms:
    """The terms that were stored."""
    return Terms(
        ruleset=data["ruleset"],
        options=data["options"],
        length=Length(**data["length"]),
        clocks=ClockSettings(**data["clocks"]),
        aids=Aids(**data["aids"]),
        spectator_delay=data["spectator_delay"],
        fixed_wilds=parse_tiles(data["fixed_wilds"]),
        play=data.get("play", "live"),
    )
