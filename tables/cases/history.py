"""What was said and done in a match's disputes, by whom and when, as people read it.

Who may read it is for the caller: texts are for those who play or rule at the table.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from django.db import connection

from engine.play.codec import event_from_json
from engine.play.events import MatchOpened, SeatHandedOver
from engine.rulings import events as e
from tables.cases import wording
from tables.cases.texts import texts_of
from tables.imports.names import official_names
from tables.models import Appeal, Event, Table

SEATING = ("MatchOpened", "SeatHandedOver")
"""Events that say who sits where: what was said is theirs who sat there then."""
TYPES = tuple(one.__name__ for one in e.RULING_EVENTS)


class Told(NamedTuple):
    """An event of a dispute, by whom and when, and who sat at each place at that time."""

    event: Any
    actor: str
    at: datetime
    names: tuple[str, ...]


def tally() -> int:
    """The number at which the news of disputes stand."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT coalesce(max(number), 0) FROM tables_casetally")
        return int(cursor.fetchone()[0])


def history(table: Table) -> list[Told]:
    """All events of a match's disputes, in their order."""
    rows = Event.objects.filter(stream=table.pk, type__in=(*TYPES, *SEATING)).order_by("version")
    names = [""] * 4
    told = []
    for row in rows:
        event = event_from_json(row.type, row.schema, row.data)
        if isinstance(event, MatchOpened):
            names = [player.name for player in event.players]
        elif isinstance(event, SeatHandedOver):
            names[event.place] = event.player.name
        else:
            told.append(Told(event, row.actor, row.recorded_at, tuple(names)))
    return told


def names_of(table: Table) -> list[str]:
    """Who sits at each place now."""
    names = {seat.place: seat.name for seat in table.seats.all()}
    return [names.get(place, "") for place in range(4)]


def people_named(table: Table, told: Sequence[Told], rows: Iterable[Appeal] = ()) -> dict[str, str]:
    """The names of referees, judges and organisers by their ids."""
    ids = {str(getattr(one.event, name, "")) for one in told for name in ("referee", "judge")}
    ids |= {judge for row in rows for judge in row.judges}
    ids |= {one.actor.partition(":")[2] for one in told}
    return official_names(table.pk, ids)


def statements_of(told: Sequence[Told], case: str) -> list[dict[str, Any]]:
    """What was said on a case, the call first."""
    said = [
        one
        for one in told
        if isinstance(one.event, e.RefereeCalled | e.StatementMade) and one.event.case == case
    ]
    texts = texts_of(one.event.text for one in said)
    return [
        {
            "who": one.names[one.event.place],
            "place": one.event.place,
            "text": texts.get(one.event.text),
            "at": one.at,
            "is_call": isinstance(one.event, e.RefereeCalled),
        }
        for one in said
    ]


def interests_of(told: Sequence[Told], case: str, people: dict[str, str]) -> list[dict[str, Any]]:
    """The interests that referees declared on a case, and what was decided."""
    declared: dict[str, dict[str, Any]] = {}
    texts = texts_of(one.event.text for one in told if isinstance(one.event, e.InterestDeclared))
    for one in told:
        event = one.event
        if getattr(event, "case", None) != case:
            continue
        if isinstance(event, e.InterestDeclared):
            declared[event.referee] = {
                "referee": event.referee,
                "name": people.get(event.referee, ""),
                "bond": wording.BONDS.get(event.interest, event.interest),
                "text": texts.get(event.text),
                "at": one.at,
                "allowed": None,
            }
        elif isinstance(event, e.InterestDecided):
            declared[event.referee] |= {"allowed": event.allowed, "decided_at": one.at}
    return list(declared.values())
