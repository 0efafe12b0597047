"""Reads for people: everything that leaves here has been through engine.redact.

Each viewer gets a prefix of the log in which every event keeps its number.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import connection
from django.db.models import QuerySet

from accounts.models import User
from engine.hashing import parse
from engine.play.state import EMPTY, MatchState
from engine.record import Row, header_of, record_lines
from engine.redact import visible
from engine.view import view
from engine.viewer import Viewer
from tables import folds
from tables.errors import MatchRunning
from tables.events.drivers import run
from tables.events.log import COLUMNS, Line, Stored, row_of
from tables.models import Seat, Table
from tables.permissions import Visitor, place_of

SPECTATOR = Viewer("spectator")
REPLAY = Viewer("replay")
READER = Viewer("reader")
"""Anybody who may see a finished match and is not concerned by its disputes."""


def viewer_for(account: Visitor, table: Table) -> Viewer:
    """How an account sees a table: its own seat before anything else."""
    place = place_of(account, table)
    if place is not None:
        return Viewer("seat", place)
    if account.has_perm("tables.referee", table):
        return Viewer("referee")
    return SPECTATOR


def lines(table: Table) -> list[Line]:
    """The whole log of a match, unredacted: for the server's own use."""
    return run(folds.read(table.pk, 0))


def state_at(log: list[Line], version: int) -> MatchState:
    """The state after the first `version` events."""
    if version < len(log):
        return log[version].before
    return folds.state_after(log) if log else EMPTY


def events_since(table: Table, viewer: Viewer, since: int = 0) -> list[dict[str, Any]]:
    """The events after `since` that the viewer may know by now, as the live socket sends them."""
    log = lines(table)
    known = visible([line.event for line in log], viewer)
    return [
        _event(log[number - 1], redacted.type, redacted.data, redacted.anonymous)
        for number, redacted in known
        if number > since
    ]


def _event(line: Line, type_: str, data: dict[str, Any], anonymous: bool) -> dict[str, Any]:
    event = {"seq": line.seq, "type": type_, "hand": line.hand, "data": data}
    return event if anonymous else event | {"actor": line.actor, "at": line.at}


def view_for(table: Table, viewer: Viewer) -> dict[str, Any]:
    """The table as the viewer may see it now, with the version it stands at."""
    log = lines(table)
    known = visible([line.event for line in log], viewer)
    version = known[-1][0] if known else 0
    return {"version": version, "view": view(state_at(log, version), viewer)}


def record_export(table: Table) -> str:
    """The portable record of a finished match. Raises MatchRunning before its end."""
    header, rows = record_parts(table)
    return "".join(f"{line}\n" for line in record_lines(header, rows))


def record_parts(table: Table) -> tuple[dict[str, Any], list[Row]]:
    """The header of a finished match's record, and its events. Raises MatchRunning."""
    if table.ended_at is None:
        raise MatchRunning(f"the match at table {table.pk} is still being played")
    rows = log_rows(table.pk)
    opened: Any = parse(rows[0].columns.data)
    return header_of(opened, table=table.name or None, round_=table.round_name or None), rows


def log_rows(stream: UUID) -> list[Row]:
    """A stream's lines as records hold them."""
    with connection.cursor() as cursor:
        cursor.execute(
            f"SELECT {COLUMNS} FROM tables_event WHERE stream = %s ORDER BY version", [stream]
        )
        return [row_of(Stored(*row)) for row in cursor.fetchall()]


def tables_running() -> QuerySet[Table]:
    """Tables whose match has not ended, newest first."""
    return Table.objects.filter(ended_at=None).prefetch_related("seats", "referees")


def listed(tables: QuerySet[Table]) -> QuerySet[Table]:
    """Without those of a circle that does not show itself in lists."""
    return tables.exclude(context__has_key="unlisted")


def tables_of(account: User) -> QuerySet[Table]:
    """The running tables at which the account sits."""
    return tables_running().filter(seats__account=account)


def tables_of_others(account: User) -> QuerySet[Table]:
    """The running tables at which the account does not sit."""
    return tables_running().exclude(pk__in=Seat.objects.filter(account=account).values("table"))


def matches_finished(
    *, account: User | None = None, ruleset: str = "", since: datetime | None = None
) -> QuerySet[Table]:
    """Finished matches, the last first; of one account, ruleset or time where asked."""
    found = Table.objects.exclude(ended_at=None).order_by("-ended_at").prefetch_related("seats")
    if account is not None:
        found = found.filter(seats__account=account)
    if ruleset:
        found = found.filter(ruleset=ruleset)
    if since is not None:
        found = found.filter(ended_at__gte=since)
    return found
