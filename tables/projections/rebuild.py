"""Making the projections again from the log."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import Model

from engine.play.codec import event_from_json
from engine.play.events import MatchEnded, MatchOpened, MatchStarted
from tables import folds
from tables.cases.terms import DisputeTerms
from tables.events.drivers import run
from tables.events.log import Line
from tables.models import (
    Appeal,
    Case,
    Event,
    HandResult,
    ImportedStream,
    Ruling,
    ScoreEntry,
    Table,
)
from tables.pace import house_pace
from tables.projections.clock import clock_of
from tables.projections.court import TYPES, Rows, Told, court_rows
from tables.projections.results import Row, rows_of
from tables.projections.ruled import ruled_rows
from tables.projections.seats import seats_keep
from tables.projections.sheets import sheet_rows
from tables.projections.summary import is_scored, phase_of, summary_of


def table_rebuild(table_id: UUID) -> None:
    """Throw a table's projections away and derive them from its events."""
    with transaction.atomic():
        # Locked as an append locks it, so that none comes between reading and writing.
        Table.objects.select_for_update(no_key=True).get(pk=table_id)
        lines = run(folds.read(table_id, 0))
        _write_rows(table_id, *_rows(lines))
        court_rebuild(table_id)
        if lines:
            seats_keep(table_id, folds.state_after(lines))
            Table.objects.filter(pk=table_id).update(**_columns(lines), **_clock(table_id, lines))


def sheet_rebuild(table_id: UUID) -> None:
    """Derive results and ledger anew, hands having been put right, taken back or ruled on.

    In the transaction that did so, whose append holds the table's row.
    """
    _write_rows(table_id, *_rows(run(folds.read(table_id, 0))))


def court_rebuild(table_id: UUID) -> None:
    """Make the rows of a table's disputes what the log says; those that stay keep their keys.

    In the transaction that wrote the events, whose append holds the table's row.
    """
    stored = Event.objects.filter(stream=table_id, type__in=TYPES).order_by("version")
    told = [
        Told(row.version, row.recorded_at, event_from_json(row.type, row.schema, row.data))
        for row in stored
    ]
    rows = court_rows(told, _terms(table_id))
    if ImportedStream.objects.filter(stream=table_id).exists():
        # The accounts that a log of another site names are nobody's here.
        for row in (*rows.cases.values(), *rows.rulings.values()):
            row["referee_id"] = None
    _write_court(table_id, Case, "case", rows.cases)
    _write_court(table_id, Ruling, "ruling", rows.rulings)
    _write_court(table_id, Appeal, "appeal", rows.appeals)


def _write_court(table_id: UUID, model: type[Model], name: str, rows: Rows) -> None:
    kept = model._default_manager.filter(table_id=table_id)
    kept.exclude(**{f"{name}__in": list(rows)}).delete()
    for id_, row in rows.items():
        this: dict[str, Any] = {"table_id": table_id, name: id_}
        model._default_manager.update_or_create(**this, defaults=row)


def _rows(lines: Sequence[Line]) -> tuple[list[Row], list[Row]]:
    if not _is_scored(lines):
        return ruled_rows(*rows_of(lines), lines)
    sheet = folds.state_after(lines).sheet
    return ruled_rows(*sheet_rows(lines, sheet), lines)


def _write_rows(table_id: UUID, results: list[Row], scores: list[Row]) -> None:
    HandResult.objects.filter(table_id=table_id).delete()
    ScoreEntry.objects.filter(table_id=table_id).delete()
    HandResult.objects.bulk_create(HandResult(table_id=table_id, **row) for row in results)
    ScoreEntry.objects.bulk_create(ScoreEntry(table_id=table_id, **row) for row in scores)


def _is_scored(lines: Sequence[Line]) -> bool:
    return bool(lines) and is_scored(folds.state_after(lines))


def _columns(lines: Sequence[Line]) -> dict[str, Any]:
    last = lines[-1]
    state = folds.state_after(lines)
    summary = summary_of(state)
    return {
        "hand": state.hand_number,
        "phase": phase_of(state),
        "paused": summary.paused,
        "points": list(summary.points),
        "version": last.seq,
        "head": last.hash,
        "started_at": _when(lines, MatchOpened if _is_scored(lines) else MatchStarted),
        "ended_at": _when(lines, MatchEnded),
    }


def _clock(table_id: UUID, lines: Sequence[Line]) -> dict[str, Any]:
    """The running decision's clock; of a match that is over it stays as it stopped."""
    if folds.state_after(lines).phase == "ended":
        return {}
    tick = clock_of(lines, _terms(table_id), house_pace())
    return {"clock": tick.clock.to_json(), "deadline_at": tick.deadline_at}


def _terms(table_id: UUID) -> DisputeTerms:
    return DisputeTerms.from_json(
        Table.objects.only("dispute_terms").get(pk=table_id).dispute_terms
    )


def _when(lines: Sequence[Line], event_type: type) -> datetime | None:
    found = next((line for line in lines if isinstance(line.event, event_type)), None)
    return datetime.fromisoformat(found.at) if found else None
