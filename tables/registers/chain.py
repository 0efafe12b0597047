"""A register as a stream of the event log: what its events say, and what they add up to.

A register belongs to one thing: a table, or whatever another app keeps one for. Each of its facts
is about something, by a name such as `referee:7`, and holds until another takes its place. Pure.
Must not know what a fact means.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Final, NamedTuple
from uuid import UUID, uuid5

from engine.hashing import Columns, Json, canonical, event_hash, genesis, parse
from engine.record import Row
from tables.events.log import stamp

FORMAT: Final = "zjf"
SCHEMA: Final = 1
BEGUN: Final = "RegisterBegun"
KEPT: Final = "FactKept"
GONE: Final = "FactGone"
CLOSED: Final = "RegisterClosed"

Facts = Mapping[str, Json]
"""By what they are about; None for what holds no more."""


class Register(NamedTuple):
    """The register of one thing: what kind of thing it is, and its id."""

    kind: str
    of: UUID

    @property
    def stream(self) -> UUID:
        """Its stream in the event log."""
        return uuid5(self.of, self.kind)

    @property
    def first_prev(self) -> str:
        """The `prev` of its first event."""
        return genesis({"format": FORMAT, "schema": SCHEMA, "kind": self.kind, "of": str(self.of)})


class Told(NamedTuple):
    """What a register says now. `closed`: what it is of is gone."""

    facts: dict[str, Json]
    closed: bool = False


class Saying(NamedTuple):
    """An event yet to be written: its type and its data."""

    type: str
    data: Mapping[str, Json]


def begun(register: Register) -> Saying:
    """What a register begins with."""
    return Saying(BEGUN, {"kind": register.kind, "of": str(register.of)})


def sayings(facts: Facts) -> list[Saying]:
    """Facts as events, in the order of their names."""
    return [
        Saying(GONE, {"about": about})
        if value is None
        else Saying(KEPT, {"about": about, "value": value})
        for about, value in sorted(facts.items())
    ]


def rows_for(
    said: Sequence[Saying], *, version: int, head: str, actor: str, command: str, at: datetime
) -> list[Row]:
    """The next rows after `version`, chained to `head`. `command` is nobody's guess, so that no
    hash can be found out by trying."""
    rows, moment = list[Row](), stamp(at)
    for number, one in enumerate(said, 1):
        id_ = command if number == 1 else f"{command}#{number}"
        data = canonical(one.data)
        columns = Columns(version + number, one.type, SCHEMA, 0, actor, id_, moment, data)
        rows.append(Row(columns, head, event_hash(head, columns)))
        head = rows[-1].hash
    return rows


def register_of(rows: Sequence[Row]) -> Register | None:
    """Which register these rows are, if they are one."""
    if not rows or rows[0].columns.type != BEGUN:
        return None
    data = parse(rows[0].columns.data)
    if not isinstance(data, Mapping):
        return None
    try:
        return Register(str(data.get("kind")), UUID(str(data.get("of"))))
    except ValueError:
        return None


def told(rows: Iterable[Row]) -> Told:
    """What the rows of a register add up to; what cannot be read says nothing."""
    facts, closed = dict[str, Json](), False
    for row in rows:
        data = parse(row.columns.data)
        about = data.get("about") if isinstance(data, Mapping) else None
        if row.columns.type == CLOSED:
            facts, closed = {}, True
        elif not isinstance(data, Mapping) or not isinstance(about, str):
            continue
        elif row.columns.type == KEPT:
            facts[about] = data.get("value")
        elif row.columns.type == GONE:
            facts.pop(about, None)
    return Told(facts, closed)
