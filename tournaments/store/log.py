"""Lines of a tournament's log: from domain events to stored columns and back. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from itertools import groupby
from typing import NamedTuple
from uuid import UUID

import msgspec

from engine.archive import event_log
from engine.hashing import Columns, Json, canonical_data, event_hash, genesis
from tables.events.log import command_of, stamp
from tournaments.domain.codec import event_from_json, event_to_json, event_version
from tournaments.domain.events import Event


class Line(NamedTuple):
    """One event of the log with the columns around it; `data` is canonical JSON."""

    version: int
    event: Event
    schema: int
    actor: str
    command: str
    at: str
    prev: str
    hash: str
    data: str
    is_foreign: bool = False
    """Written on another site, whose accounts are nobody's here."""

    @property
    def type(self) -> str:
        """The event's type as it is stored."""
        return type(self.event).__name__


def header(tournament: UUID) -> Mapping[str, Json]:
    """What the chain of a tournament's hashes begins with."""
    return event_log.header(str(tournament))


def first_prev(tournament: UUID) -> str:
    """The `prev` of a tournament's first event."""
    return genesis(header(tournament))


def lines_for(
    events: Iterable[Event], *, version: int, head: str, actor: str, command: str, at: datetime
) -> list[Line]:
    """The events of one command as the next lines after `version`, chained to `head`."""
    lines: list[Line] = []
    moment = stamp(at)
    for index, event in enumerate(events):
        name, data = type(event).__name__, canonical_data(event_to_json(event))
        id_, schema = command_of(command, index), event_version(name)
        columns = Columns(version + index + 1, name, schema, 0, actor, id_, moment, data)
        digest = event_hash(head, columns)
        lines.append(
            Line(columns.seq, event, schema, actor, id_, moment, head, digest, columns.data)
        )
        head = digest
    return lines


# The columns in the order in which `line_of` reads them.
COLUMNS = "version, type, schema, data::text, actor, command, recorded_at, prev, hash"


def line_of(row: Sequence[object], *, is_foreign: bool = False) -> Line:
    """A stored row, its data in canonical form again."""
    version, name, schema, text, actor, command, at, prev, digest = row
    data = msgspec.json.decode(str(text))
    if not isinstance(at, datetime) or not isinstance(version, int) or not isinstance(schema, int):
        raise TypeError("a row of the event table in another order of columns")
    event = event_from_json(str(name), schema, data)
    return Line(
        version, event, schema, str(actor), str(command), stamp(at), str(prev), str(digest),
        canonical_data(data), is_foreign,
    )  # fmt: skip


def commands_of(lines: Iterable[Line]) -> Iterator[list[Event]]:
    """The events of each command together, in the order of the log."""
    for _command, own in groupby(lines, key=lambda line: line.command.partition("#")[0]):
        yield [line.event for line in own]
