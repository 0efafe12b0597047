"""Old shapes of events, brought to the newest one step at a time.

Owns which version of each event type is written now, and the path from every
earlier one. Stored events are never changed: they are lifted when read. One
golden file for each type and version (tests/golden/events) is kept for ever.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, TypeAlias

from engine.errors import InvalidInput
from engine.hashing import Json

Data: TypeAlias = Mapping[str, Json]
Upcast: TypeAlias = Callable[[Data], Data]
Upcasts: TypeAlias = Mapping[tuple[str, int], Upcast]


def _match_opened_2(data: Data) -> Data:
    """Before, every match was played here, drew its first dealer, and nobody changed seats."""
    return {**data, "play": "live", "first_dealer": None, "seat_plan": []}


UPCASTS: Final[Upcasts] = {("MatchOpened", 1): _match_opened_2}
"""(type, version) to the function that makes version + 1 of it."""


def current_version(type_: str, upcasts: Upcasts = UPCASTS) -> int:
    """The schema version in which events of this type are written: one past its last upcast."""
    version = 1
    while (type_, version) in upcasts:
        version += 1
    return version


def upcast(type_: str, version: int, data: Data, upcasts: Upcasts = UPCASTS) -> Data:
    """The data in the newest shape. Raises InvalidInput for a version this engine does not know."""
    newest = 1 if not upcasts else current_version(type_, upcasts)
    if version == newest:
        return data
    if not 1 <= version <= newest:
        raise InvalidInput(f"{type_} has no schema version {version}", "v", "unknown_version")
    for step in range(version, newest):
        data = upcasts[type_, step](data)
    return data
