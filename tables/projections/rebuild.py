"""Making the projections again from the log."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import transaction

from engine.play.events import MatchEnded, MatchStarted
from tables import acting
from tables.events.drivers import run
from tables.events.log import Line
from tables.models import HandResult, ScoreEntry, Table
from tables.projections.results import rows_of
from tables.projections.summary import summary_of


def table_rebuild(table_id: UUID) -> None:
    """Throw a table's projections away and derive them from its events."""
    with transaction.atomic():
        # Locked as an append locks it, so that none comes between reading and writing.
        Table.objects.select_for_update(no_key=True).get(pk=table_id)
        lines = run(acting.read(table_id, 0))
        HandResult.objects.filter(table_id=table_id).delete()
        ScoreEntry.objects.filter(table_id=table_id).delete()
        results, scores = rows_of(lines)
        HandResult.objects.bulk_create(HandResult(table_id=table_id, **row) for row in results)
        ScoreEntry.objects.bulk_create(ScoreEntry(table_id=table_id, **row) for row in scores)
        if lines:
            Table.objects.filter(pk=table_id).update(**_columns(lines))


def _columns(lines: Sequence[Line]) -> dict[str, Any]:
    last = lines[-1]
    summary = summary_of(acting.state_after(lines))
    del summary["started"], summary["ended"]
    return summary | {
        "version": last.seq,
        "head": last.hash,
        "started_at": _when(lines, MatchStarted),
        "ended_at": _when(lines, MatchEnded),
    }


def _when(lines: Sequence[Line], event_type: type) -> datetime | None:
    found = next((line for line in lines if isinstance(line.event, event_type)), None)
    return datetime.fromisoformat(found.at) if found else None
