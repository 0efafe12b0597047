"""Whom logs name as officials: by the ids of their accounts, for an archive to give their names."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

from engine.hashing import Json, parse
from engine.play.fields import as_object
from engine.record import Row

ACTORS: Final = ("organiser", "referee", "scorer")
KEYS: Final = ("referee", "judge", "judges")
"""Keys of an event's data that name accounts."""

_ACTOR: Final = re.compile(rf"({'|'.join(ACTORS)}):([0-9]+)")


def officials_in(rows: Iterable[Row]) -> set[str]:
    """The ids of everybody who acted in these lines as an official, or is named as one."""
    return {id_ for row in rows for id_ in _of(row) if id_.isdecimal()}


def _of(row: Row) -> Iterator[str]:
    if (acted := _ACTOR.fullmatch(row.columns.actor)) is not None:
        yield acted[2]
    if any(f'"{key}":' in row.columns.data for key in KEYS):
        data = as_object(parse(row.columns.data))
        for key in KEYS:
            yield from _ids(data.get(key))


def _ids(value: Json) -> list[str]:
    """One id, or several."""
    values = value if isinstance(value, list) else [value]
    return [one for one in values if isinstance(one, str)]
