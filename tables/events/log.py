"""Lines of the log: from engine events to stored columns and back.

Pure: knows the engine and the shape of a row, no database.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from typing import Any, NamedTuple

import msgspec

from engine.hashing import Columns, canonical_data, event_hash
from engine.play.codec import event_from_text, event_text
from engine.play.events import Event, MatchOpened
from engine.play.match import ENGINE_VERSION
from engine.play.state import MatchState
from engine.play.upcasts import current_version
from engine.record import Row
from engine.versions import Engine, engine_for

_loads = msgspec.json.decode


class Line(NamedTuple):
    """One event of the log, its data as JSON text, and the state it met."""

    seq: int
    event: Event
    schema: int
    hand: int
    actor: str
    cmd: str
    at: str
    prev: str
    hash: str
    data: str
    before: MatchState


def stamp(at: datetime) -> str:
    """The time as records write it: UTC, to the millisecond.

    >>> stamp(datetime(2026, 11, 30, 8, 5, 7, 123456, tzinfo=UTC))
    '2026-11-30T08:05:07.123Z'
    """
    return at.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def engine_of(state: MatchState) -> Engine:
    """The engine that a match is played under to its end: the one it was opened with."""
    return engine_for(state.setup.engine_version if state.setup else ENGINE_VERSION)


def command_of(base: str, index: int) -> str:
    """The command id of a command's event number `index`, from 0."""
    return base if index == 0 else f"{base}#{index + 1}"


def is_consequence(command: str) -> bool:
    """Whether an event with this command id followed from another one of the same command.

    >>> is_consequence("place:1:a"), is_consequence("place:1:a#2")
    (False, True)
    """
    return "#" in command


class Writer:
    """Links the events of one command to the chain, folding as it goes."""

    def __init__(
        self, *, version: int, head: str, state: MatchState, command: str, at: datetime
    ) -> None:
        self.version = version
        self.head = head
        self.state = state
        self.lines: list[Line] = []
        self._command = command
        self._at = stamp(at)

    def add(self, events: Iterable[Event], actor: str) -> None:
        """The next events, all done by `actor`."""
        for event in events:
            before, self.state = self.state, engine_of(self.state).evolve(self.state, event)
            self._link(event, before, actor)

    def _link(self, event: Event, before: MatchState, actor: str) -> None:
        self.version += 1
        name = type(event).__name__
        columns = Columns(
            self.version,
            name,
            current_version(name),
            self.state.hand_number,
            actor,
            command_of(self._command, len(self.lines)),
            self._at,
            event_text(event),
        )
        digest = event_hash(self.head, columns)
        self.lines.append(
            Line(
                self.version, event, columns.v, columns.hand, actor, columns.cmd or "", self._at,
                self.head, digest, columns.data, before,
            )
        )  # fmt: skip
        self.head = digest


# The columns in the order in which `Stored` holds them.
COLUMNS = "version, type, schema, hand, data::text, actor, command, recorded_at, prev, hash"


class Stored(NamedTuple):
    """One row of the event table."""

    version: int
    type: str
    schema: int
    hand: int
    data: str
    actor: str
    command: str
    recorded_at: datetime
    prev: str
    hash: str


def row_of(stored: Stored) -> Row:
    """The row as a record holds it, its data in canonical form again."""
    data = canonical_data(_loads(stored.data))
    at = stamp(stored.recorded_at)
    columns = Columns(
        stored.version, stored.type, stored.schema, stored.hand, stored.actor, stored.command,
        at, data,
    )  # fmt: skip
    return Row(columns, stored.prev, stored.hash)


def lines_of(rows: Iterable[Sequence[Any]], state: MatchState) -> tuple[list[Line], MatchState]:
    """Stored rows as lines, with the state before each, and the state after the last."""
    lines = []
    engine = engine_of(state)
    for row in rows:
        stored = Stored(*row)
        event = event_from_text(stored.type, stored.schema, stored.data)
        lines.append(
            Line(
                stored.version, event, stored.schema, stored.hand, stored.actor, stored.command,
                stamp(stored.recorded_at), stored.prev, stored.hash, stored.data, state,
            )
        )  # fmt: skip
        state = engine.evolve(state, event)
        if isinstance(event, MatchOpened):
            engine = engine_of(state)
    return lines, state


def fold_rows(rows: Iterable[Sequence[Any]], state: MatchState) -> MatchState:
    """The state after these stored rows, where nobody asks for the events themselves."""
    evolve = engine_of(state).evolve
    for row in rows:
        event = event_from_text(row[1], row[2], row[4])
        state = evolve(state, event)
        if isinstance(event, MatchOpened):
            evolve = engine_of(state).evolve
    return state
