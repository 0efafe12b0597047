"""Sheets about people: who has entered, and what was taken off for a breach of rules."""

from __future__ import annotations

from typing import Final

from tournaments.domain.parts import EntryId
from tournaments.domain.state import Entry, TournamentState
from tournaments.exports.cells import Cell, join_marks
from tournaments.exports.points import decimal
from tournaments.exports.sheet import Sheet

PLAYER_COLUMNS: Final = (
    "entry",
    "number",
    "name",
    "kind",
    "club",
    "apart",
    "fixed_table",
    "level",
    "status",
    "checked_in",
)
PENALTY_COLUMNS: Final = (
    "penalty",
    "round",
    "entry",
    "name",
    "game_points",
    "table_points",
    "table_twelfths",
    "rule",
    "reason",
    "lifted",
)


def name_of(state: TournamentState, entry: EntryId | None) -> str | None:
    """The name as typed; None for nobody."""
    known = None if entry is None else state.entries.get(entry)
    return known.person.name if known else None


def club_of(state: TournamentState, entry: EntryId) -> str | None:
    """The club as typed; None without one."""
    known = state.entries.get(entry)
    return known.person.club if known else None


def players_sheet(state: TournamentState) -> Sheet:
    """Everybody who ever entered, first come first. Accounts are no part of it."""
    entries = sorted(state.entries.values(), key=lambda entry: entry.number)
    return Sheet("players", PLAYER_COLUMNS, tuple(_player(entry) for entry in entries))


def _player(entry: Entry) -> tuple[Cell, ...]:
    person = entry.person
    return (
        entry.id,
        entry.number,
        person.name,
        person.kind,
        person.club,
        join_marks(person.apart) or None,
        person.fixed_table,
        person.level,
        entry.status,
        entry.checked_in,
    )


def penalties_sheet(state: TournamentState) -> Sheet:
    """Every penalty in the order of giving, those that were lifted too; points are positive."""
    rows = []
    for penalty in state.penalties.values():
        one = penalty.given
        name, table = name_of(state, one.entry), decimal(one.table)
        given = (one.penalty, one.round, one.entry, name, one.game, table, one.table)
        rows.append((*given, one.rule, one.reason, penalty.is_lifted))
    return Sheet("penalties", PENALTY_COLUMNS, tuple(rows))
