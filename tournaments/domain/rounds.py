"""Decisions about rounds in play: their start, their tables, their clocks.

Owns these steps. Results and confirmation are in `results`, seats in `seats`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from tournaments.domain import commands as c
from tournaments.domain import events as e
from tournaments.domain.bracket_checks import check_bracket
from tournaments.domain.expulsions import entries_of, require_expulsions_decided
from tournaments.domain.lifecycle import require_phase, terms_of
from tournaments.domain.names import check_id
from tournaments.domain.refusals import refuse
from tournaments.domain.state import (
    Clock,
    Round,
    Table,
    TournamentState,
    open_disputes,
    seats_now,
)

Events = tuple[e.Event, ...]
State = TournamentState
_MOST_MS: Final = 24 * 3600 * 1000


def round_of(state: State, number: int) -> Round:
    """The round. Refuses `no_such_round`."""
    if number not in state.rounds:
        refuse("no_such_round", f"round {number} is not planned", "round")
    return state.rounds[number]


def planned_round(state: State, number: int, edition: int | None = None) -> Round:
    """A round before its start, in the edition that the caller has seen."""
    round_ = round_of(state, number)
    if round_.status != "planned":
        refuse("round_already_started", f"round {number} has started", "round")
    if edition not in (None, round_.plan.edition):
        message = f"the plan has changed: edition {round_.plan.edition}, not {edition}"
        refuse("edition_changed", message, "edition")
    return round_


def open_round(state: State, number: int) -> Round:
    """A round that is played and not confirmed."""
    require_phase(state, "running", doing="change a round")
    round_ = round_of(state, number)
    if round_.status == "planned":
        refuse("round_not_started", f"round {number} has not started", "round")
    if round_.status == "confirmed":
        refuse("round_confirmed", f"round {number} is confirmed; reopen it first", "round")
    return round_


def table_of(round_: Round, number: int) -> Table:
    """The table. Refuses `no_such_table`."""
    if number not in round_.tables:
        refuse("no_such_table", f"round {round_.number} has no table {number}", "table")
    return round_.tables[number]


def _start(state: State, command: c.StartRound) -> Events:
    require_phase(state, "running", doing="start a round")
    round_ = planned_round(state, command.round, command.edition)
    if round_.published != command.edition:
        refuse("not_published", "publish this edition of the pairings first", "edition")
    before = state.rounds.get(command.round - 1)
    if before is not None and before.status == "planned":
        refuse("round_before", f"round {command.round - 1} has not started", "round")
    check_moment(command.at)
    check_bracket(state, round_.plan)
    seated = [entry for seating in round_.plan.tables for entry in seating.seats]
    busy = seats_now(state)
    for entry in (*seated, *round_.plan.byes):
        _check_ready(state, busy, entry)
    require_expulsions_decided(state, entries_of(round_.plan))
    clock_ms = terms_of(state).round_ms
    return (e.RoundStarted(command.round, command.edition, command.at, clock_ms),)


def _check_ready(state: State, busy: Mapping[str, tuple[int, int, int]], entry: str) -> None:
    if state.entries[entry].status != "registered":
        refuse("not_registered", f"{entry} has left; plan the round again", "tables")
    if seat := busy.get(entry):
        message = f"{entry} still plays at table {seat[1]} of round {seat[0]}"
        refuse("still_playing", message, "tables")


def check_moment(at: int) -> None:
    """Refuses moments that are none."""
    if not 0 <= at < 2**53:
        refuse("out_of_range", "a moment after 1970", "at")


def _undo_start(state: State, command: c.UndoRoundStart) -> Events:
    round_ = open_round(state, command.round)
    for table in round_.tables.values():
        if table.match is not None or table.result is not None:
            refuse("tables_opened", f"play has begun at table {table.number}", "round")
        if any(len(facts) > 1 for facts in table.ledger):
            refuse("seats_changed", f"seats have changed at table {table.number}", "round")
    if open_disputes(state, command.round):
        refuse("dispute_open", "a dispute of this round is open", "round")
    later = state.rounds.get(command.round + 1)
    if later is not None and later.status != "planned":
        refuse("later_rounds", f"round {command.round + 1} has started", "round")
    return (e.RoundStartUndone(command.round),)


def _open_table(state: State, command: c.OpenTable) -> Events:
    table = table_of(open_round(state, command.round), command.table)
    check_id(command.match, "match")
    if table.match == command.match:
        return ()
    if table.match is not None:
        refuse("table_already_open", f"it is played as {table.match}", "table")
    if state.matches.get(command.match, (command.round, command.table)) != (
        command.round,
        command.table,
    ):
        refuse("match_used", "this match belongs to another table", "match")
    return (e.TableOpened(command.round, command.table, command.match),)


def _unlink(state: State, command: c.UnlinkTable) -> Events:
    table = table_of(open_round(state, command.round), command.table)
    if table.match is None:
        refuse("table_not_open", "no match belongs to this table", "table")
    if table.result is not None:
        refuse("result_in", "a result has been taken in; withdraw it first", "table")
    return (e.TableUnlinked(command.round, command.table, table.match),)


def _clocks(state: State, number: int, table: int | None, at: int) -> list[Clock]:
    round_ = open_round(state, number)
    check_moment(at)
    tables = round_.tables.values() if table is None else [table_of(round_, table)]
    clocks = [one.clock for one in tables]
    if all(clock.ends_at is None and clock.left_ms is None for clock in clocks):
        refuse("no_clock", "this round is played without a clock", "round")
    return clocks


def _extend(state: State, command: c.ExtendClock) -> Events:
    _clocks(state, command.round, command.table, command.at)
    if not 0 < command.ms <= _MOST_MS:
        refuse("out_of_range", "more than nothing and at most a day", "ms")
    return (e.ClockExtended(command.round, command.table, command.ms, command.at),)


def _pause(state: State, command: c.PauseClock) -> Events:
    clocks = _clocks(state, command.round, command.table, command.at)
    key = "round" if command.table is None else "table"
    if all(key in clock.held_for for clock in clocks):
        refuse("already_paused", "the clock stands still already", "table")
    return (e.ClockPaused(command.round, command.table, command.at),)


def _resume(state: State, command: c.ResumeClock) -> Events:
    clocks = _clocks(state, command.round, command.table, command.at)
    key = "round" if command.table is None else "table"
    if not any(key in clock.held_for for clock in clocks):
        refuse("not_paused", "the clock was not stopped like that", "table")
    return (e.ClockResumed(command.round, command.table, command.at),)


ROUND_DECISIONS: Final[Mapping[type[c.Command], object]] = {
    c.StartRound: _start,
    c.UndoRoundStart: _undo_start,
    c.OpenTable: _open_table,
    c.UnlinkTable: _unlink,
    c.ExtendClock: _extend,
    c.PauseClock: _pause,
    c.ResumeClock: _resume,
}
