"""Snapshots: a match's state between two hands, so that a fold need not start at the beginning.

Taken just before a hand is dealt: the hand before is over and the deal replaces it, so what
is left is small and plain. One may be deleted at any time; one of another fold version
is ignored.
"""

from __future__ import annotations

from typing import Any

import msgspec

from engine.play.codec import event_from_json, event_to_json
from engine.play.evolve import evolve
from engine.play.fields import PLAYERS
from engine.play.match import ENGINE_VERSION
from engine.play.state import EMPTY, MatchState
from engine.play.upcasts import current_version
from engine.rulings.court import Court

FOLD_VERSION = f"{ENGINE_VERSION}/6"
"""Raise the second number when the fields of MatchState or of MatchOpened change."""

# Matches with real tiles, which have a sheet, are never dealt a hand. Who left a place counts
# for the hand that is over.
_APART = ("setup", "ruleset", "players", "leavers", "court", "sheet", "hand")
_PLAIN = tuple(name for name in MatchState._fields if name not in _APART)


def encode(state: MatchState) -> bytes:
    """The state without its last hand."""
    fields = {name: getattr(state, name) for name in _PLAIN}
    opened = event_to_json(state.setup) if state.setup else None
    players = PLAYERS.write(state.players)
    court = state.court
    return msgspec.json.encode({"opened": opened, "players": players, "court": court, **fields})


def decode(data: bytes) -> MatchState:
    """The state that `encode` was given, but for its last hand."""
    fields = msgspec.json.decode(data)
    opened = fields.pop("opened")
    version = current_version("MatchOpened")
    state = evolve(EMPTY, event_from_json("MatchOpened", version, opened)) if opened else EMPTY
    players = PLAYERS.read(fields.pop("players"))
    court = msgspec.convert(fields.pop("court"), Court)
    plain = {name: _tuples(value) for name, value in fields.items()}
    return state._replace(players=players, court=court, **plain)


def _tuples(value: Any) -> Any:
    return tuple(map(_tuples, value)) if isinstance(value, list) else value
