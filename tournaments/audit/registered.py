"""Offices and terms that no match's and no event's log tells of, against their registers.

Members of clubs, officials of events, referees and scorers of tables, what tables were opened with,
what is kept with an event. Changes nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from functools import partial
from itertools import groupby
from operator import itemgetter
from typing import Any, Final, NamedTuple
from uuid import UUID

from django.db import connection

from engine.hashing import Json, canonical_data
from engine.record import Row
from tables.events.log import COLUMNS, Stored, row_of
from tables.models import Table as Match
from tables.registers.chain import Register, register_of, told
from tables.registers.tables import facts_of as facts_of_table
from tables.registers.tables import register_of_table
from tournaments.audit.faults import Fault, What
from tournaments.audit.raw import chain_fault
from tournaments.clubs.models import Club
from tournaments.clubs.registered import facts_of_club, register_of_club
from tournaments.models import Tournament
from tournaments.registered import facts_of_event, register_of_event

_MODELS: Final[Mapping[str, Any]] = {"club": Club, "event": Tournament, "table": Match}
_AT_ONCE: Final = 500
_ROWS: Final = f"""
SELECT stream, {COLUMNS} FROM tables_event WHERE stream = ANY(%s) ORDER BY stream, version
"""


class Subject(NamedTuple):
    """Something that has a register, and how to read what its rows say."""

    register: Register
    kept: Callable[[], Mapping[str, Json]]


def register_faults(of: Collection[UUID] | None = None) -> Iterator[Fault]:
    """What is kept otherwise than the registers say: of these tables and events, or of all and of
    all clubs."""
    waiting = list[Subject]()
    for subject in _subjects(of):
        waiting.append(subject)
        if len(waiting) == _AT_ONCE:
            yield from _compared(waiting)
            waiting = []
    yield from _compared(waiting)


def registers_of(streams: Iterable[UUID]) -> dict[UUID, UUID]:
    """The streams of the registers that these tables and events may have; whose each is."""
    return {
        Register(kind, stream).stream: stream for stream in streams for kind in ("table", "event")
    }


def registers_there() -> dict[UUID, UUID]:
    """The streams of the registers that everything there is may have; whose each is."""
    return {
        Register(kind, pk).stream: pk
        for kind, model in _MODELS.items()
        for pk in model.objects.values_list("pk", flat=True)
    }


def of_subjects(faults: list[Fault]) -> list[Fault]:
    """Faults of registers as faults of what they are of, where that is there."""
    if not faults:
        return []
    whose = registers_there()
    return [
        fault._replace(stream=whose[fault.stream], detail=f"the register: {fault.detail}")
        if fault.stream in whose
        else fault
        for fault in faults
    ]


def is_of_something(stream: UUID, rows: list[Row]) -> bool:
    """Whether a log is the register of something there is, or of something that went by the
    site's own doing."""
    register = register_of(rows)
    if register is None or register.stream != stream:
        return False
    model = _MODELS.get(register.kind)
    if model is None:
        return False
    if model.objects.filter(pk=register.of).exists():
        return True
    return told(rows).closed and chain_fault(stream, register.first_prev, rows) is None


def _subjects(of: Collection[UUID] | None) -> Iterator[Subject]:
    tables, events = Match.objects.order_by("pk"), Tournament.objects.order_by("pk")
    if of is None:
        for club in Club.objects.order_by("pk").values_list("pk", flat=True):
            yield Subject(register_of_club(club), partial(facts_of_club, club))
    else:
        tables, events = tables.filter(pk__in=of), events.filter(pk__in=of)
    for event in events.iterator():
        yield Subject(register_of_event(event), partial(facts_of_event, event))
    for table in tables.iterator():
        yield Subject(register_of_table(table), partial(facts_of_table, table))


def _compared(subjects: list[Subject]) -> Iterator[Fault]:
    stored = dict(_stored(subjects))
    for subject in subjects:
        yield from _faults(subject, stored.get(subject.register.stream, []))


def _stored(subjects: list[Subject]) -> Iterator[tuple[UUID, list[Row]]]:
    with connection.cursor() as cursor:
        cursor.execute(_ROWS, [[subject.register.stream for subject in subjects]])
        for stream, own in groupby(cursor.fetchall(), key=itemgetter(0)):
            yield stream, [row_of(Stored(*row[1:])) for row in own]


def _faults(subject: Subject, rows: list[Row]) -> Iterator[Fault]:
    register = subject.register
    broken = chain_fault(register.of, register.first_prev, rows)
    if broken is not None:
        yield broken._replace(what=What.REGISTER, detail=f"the register: {broken.detail}")
    says, kept = told(rows).facts, subject.kept()
    for about in sorted(says.keys() | kept.keys()):
        row, fact = _text(kept.get(about)), _text(says.get(about))
        if row != fact:
            detail = f"{about}: kept {row}, the register says {fact}"
            yield Fault(register.of, What.REGISTER, detail)


def _text(value: Json) -> str:
    return "nothing" if value is None else canonical_data(value)
