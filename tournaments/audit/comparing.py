"""What is kept against what the log says, for one event or one table. Changes nothing.

Rows are made again in a transaction that is rolled back, by the very code that `rebuild_…` runs, so
that the comparison cannot fall behind the projections.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final
from uuid import UUID

from django.db import transaction
from django.db.models import Model

from engine.hashing import Columns, event_hash
from tables.imports.services import foreign_until
from tables.models import Appeal, Case, HandResult, Ruling, ScoreEntry, Seat
from tables.models import Table as Match
from tables.projections.rebuild import table_rebuild
from tournaments.archive.comparing import standing_differences
from tournaments.audit.agreed import opened_otherwise
from tournaments.audit.faults import Fault, Places, What
from tournaments.domain.state import TournamentState
from tournaments.models import Participation, RoundTable, Tournament
from tournaments.play.results import ended_matches, result_of
from tournaments.store.folds import Fold, lines_after
from tournaments.store.log import Line, first_prev
from tournaments.store.projections import rebuild

MOST_SAID: Final = 2000
_MATCH_COLUMNS: Final = (
    "version", "head", "hand", "phase", "paused", "points", "started_at", "ended_at",
    "clock", "deadline_at",
)  # fmt: skip
_EVENT_COLUMNS: Final = (
    "phase", "name", "place", "ruleset", "visibility", "starts_at", "ends_at",
    "registration_closes_at", "is_registration_open", "players", "round", "next_deadline_at",
    "next_start_at",
    "next_official_at",
)  # fmt: skip

Kept = Mapping[str, Sequence[Mapping[str, Any]]]


def event_differences(tournament: UUID) -> list[Fault]:
    """What is kept of an event otherwise than its log says."""
    try:
        row, lines = _row_and_lines(tournament)
        state = Fold.empty(tournament).with_lines(lines).state
        found = _rebuilt(tournament, Tournament, _event_rows, rebuild)
        found += _standings(tournament, lines)
    except Exception as problem:
        return [_unreadable(tournament, problem)]
    return [
        *found,
        *_chain(row, lines),
        *_results(tournament, state),
        *_opened(tournament, state),
    ]


def _unreadable(stream: UUID, problem: Exception) -> Fault:
    return Fault(stream, What.UNREADABLE, _cut(f"{type(problem).__name__}: {problem}"))


def _opened(tournament: UUID, state: TournamentState) -> Iterator[Fault]:
    wrong = opened_otherwise(tournament, state)
    if wrong:
        said = "; ".join(f"round {r}, table {t}: {what}" for (r, t), what in wrong.items())
        yield Fault(tournament, What.OPENING, _cut(said), tables=tuple(wrong))


def _row_and_lines(tournament: UUID) -> tuple[Tournament, list[Line]]:
    """Both as they are at one moment: locked as an append locks the row."""
    with transaction.atomic():
        row = Tournament.objects.select_for_update(no_key=True).get(pk=tournament)
        return row, lines_after(tournament, 0)


def match_differences(match: UUID) -> list[Fault]:
    """What is kept of a table otherwise than its log says."""
    try:
        return _rebuilt(match, Match, _match_rows, table_rebuild)
    except Exception as problem:
        return [_unreadable(match, problem)]


def _rebuilt(
    pk: UUID,
    model: type[Model],
    rows: Callable[[UUID], Kept],
    again: Callable[[UUID], None],
) -> list[Fault]:
    with transaction.atomic():
        # Locked as an append locks it: nothing comes between the two readings.
        model._default_manager.select_for_update(no_key=True).get(pk=pk)
        before = rows(pk)
        again(pk)
        after = rows(pk)
        transaction.set_rollback(True)
    return [
        Fault(pk, What(what), _said(before[what], after[what]),
              tables=_tables(before[what], after[what]) if what == What.TABLES else ())
        for what in before if before[what] != after[what]
    ]  # fmt: skip


def _event_rows(pk: UUID) -> Kept:
    own = Tournament.objects.filter(pk=pk)
    entries = Participation.objects.filter(tournament=pk).order_by("entry")
    tables = RoundTable.objects.filter(tournament=pk).order_by("round", "number")
    return {
        What.SUMMARY: list(own.values(*_EVENT_COLUMNS)),
        What.ENTRIES: _values(entries, Participation),
        What.TABLES: _values(tables, RoundTable),
    }


def _match_rows(pk: UUID) -> Kept:
    return {
        What.TABLE: list(Match.objects.filter(pk=pk).values(*_MATCH_COLUMNS)),
        What.SEATS: _values(Seat.objects.filter(table=pk).order_by("place"), Seat),
        What.HANDS: _values(HandResult.objects.filter(table=pk).order_by("hand"), HandResult),
        What.SCORES: _values(
            ScoreEntry.objects.filter(table=pk).order_by("hand", "place", "pk"), ScoreEntry
        ),
        What.CASES: [
            *_values(Case.objects.filter(table=pk).order_by("version"), Case),
            *_values(Ruling.objects.filter(table=pk).order_by("version"), Ruling),
            *_values(Appeal.objects.filter(table=pk).order_by("version"), Appeal),
        ],
    }


def _values(rows: Any, model: type[Model]) -> list[dict[str, Any]]:
    """Rows without the numbers that the database gives them."""
    names = [field.attname for field in model._meta.concrete_fields if not field.primary_key]
    return list(rows.values(*names))


_NAMING: Final = ("round", "number", "hand", "place", "entry", "case", "ruling", "appeal")
"""Which of the kept rows it is, in the order in which one says so."""


def _said(before: Sequence[Mapping[str, Any]], after: Sequence[Mapping[str, Any]]) -> str:
    """What differs, field by field, or the rows that are on one side only."""
    gone = [dict(row) for row in before if row not in after]
    new = [dict(row) for row in after if row not in before]
    if len(gone) == len(new):
        return _cut("; ".join(map(_changed, gone, new)))
    return _cut(f"kept {gone}, the log says {new}")


def _tables(before: Sequence[Mapping[str, Any]], after: Sequence[Mapping[str, Any]]) -> Places:
    """The tables that the log knows otherwise than they are kept."""
    return tuple((row["round"], row["number"]) for row in after if row not in before)


def _changed(kept: Mapping[str, Any], right: Mapping[str, Any]) -> str:
    """What one row has otherwise, after what names it."""
    where = [f"{name} {right[name]}" for name in _NAMING if right.get(name) not in (None, "")]
    what = [
        f"{name} kept {kept.get(name)}, the log says {value}"
        for name, value in right.items()
        if kept.get(name) != value
    ]
    return ": ".join(filter(None, (" ".join(where), ", ".join(what))))


def _cut(text: str) -> str:
    return text if len(text) <= MOST_SAID else f"{text[:MOST_SAID]} …"


def _chain(row: Tournament, lines: Sequence[Line]) -> Iterator[Fault]:
    """Whether every line hangs on the one before, and the row says where the log ends."""
    expected = first_prev(row.pk)
    for number, line in enumerate(lines, 1):
        columns = Columns(
            line.version, line.type, line.schema, 0, line.actor, line.command, line.at, line.data
        )
        if (line.version, line.prev, line.hash) != (
            number, expected, event_hash(expected, columns)
        ):  # fmt: skip
            detail = f"event {line.version} does not follow from those before it"
            yield Fault(row.pk, What.CHAIN, detail)
            return
        expected = line.hash
    if row.version != len(lines):
        detail = f"version {row.version} is kept, the log has {len(lines)} events"
        yield Fault(row.pk, What.CHAIN, detail, code="wrong_count")
    elif row.head != expected:
        detail = f"the head kept for version {row.version} is not that of the log"
        yield Fault(row.pk, What.CHAIN, detail, code="wrong_head")
    elif row.handled > len(lines):
        detail = f"event {row.handled} was carried over to tables, the log has {len(lines)}"
        yield Fault(row.pk, What.CHAIN, detail, code="wrong_count")


def _standings(tournament: UUID, lines: Sequence[Line]) -> Iterator[Fault]:
    """Published standings worked out anew from what the log said when they were published. How
    another site worked out those that it published is not asked here."""
    first = foreign_until(tournament)
    events = [line.event for line in lines]
    wrong = [str(one) for one in standing_differences(events) if one.seq > first]
    if wrong:
        yield Fault(tournament, What.STANDINGS, _cut("; ".join(wrong)))


def _results(tournament: UUID, state: TournamentState) -> Iterator[Fault]:
    """Results that came from a table's log against what that log says now."""
    taken = {
        UUID(table.match): (round_.number, table.number, table.result)
        for round_ in state.rounds.values()
        for table in round_.tables.values()
        if table.match is not None and table.result is not None and table.result.source == "log"
    }
    over = ended_matches(list(taken))
    wrong = [
        (number, table)
        for match, (number, table, result) in sorted(taken.items(), key=lambda one: one[1][:2])
        if match not in over or result_of(over[match]) != result
    ]
    if wrong:
        said = ", ".join(f"round {number}, table {table}" for number, table in wrong)
        yield Fault(tournament, What.RESULTS, said, tables=tuple(wrong))
