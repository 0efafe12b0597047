"""What the events of rounds change: plans, tables, the ledger of seats, clocks, results.

Part of the fold; believes what it is told.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Final

from tournaments.domain import events as e
from tournaments.domain.correcting import with_plan, without_effect
from tournaments.domain.parts import EntryId, Sitting
from tournaments.domain.state import Clock, Round, Table, TournamentState
from tournaments.domain.terms import Ms

State = TournamentState


def _with_round(state: State, round_: Round) -> State:
    return replace(state, rounds={**state.rounds, round_.number: round_})


def _with_table(state: State, number: int, table: Table) -> State:
    round_ = state.rounds[number]
    return _with_round(state, replace(round_, tables={**round_.tables, table.number: table}))


def _planned(state: State, event: e.RoundPlanned) -> State:
    known = state.rounds.get(event.round)
    round_ = replace(known, plan=event) if known else Round(event)
    editions = {**state.editions, event.round: event.edition}
    return with_plan(replace(_with_round(state, round_), editions=editions), event)


def _plan_dropped(state: State, event: e.RoundPlanDropped) -> State:
    rounds = {number: kept for number, kept in state.rounds.items() if number != event.round}
    plan = state.rounds[event.round].plan
    keys = [f"{plan.stage}/{one.key}" for one in plan.tables if one.key is not None]
    dropped = replace(state, rounds=rounds)
    return without_effect(without_effect(dropped, "round", str(event.round)), "bracket", *keys)


def _scheduled(state: State, event: e.RoundScheduled) -> State:
    return _with_round(state, replace(state.rounds[event.round], starts_at=event.starts_at))


def _published(state: State, event: e.PairingsPublished) -> State:
    round_ = replace(state.rounds[event.round], published=event.edition)
    return replace(_with_round(state, round_), published=(*state.published, round_.plan))


def _started(state: State, event: e.RoundStarted) -> State:
    round_ = state.rounds[event.round]
    clock = Clock(None if event.clock_ms is None else event.at + event.clock_ms)
    tables = {
        seating.table: Table(
            seating.table, tuple((first_sitting(state, seat),) for seat in seating.seats), clock
        )
        for seating in round_.plan.tables
    }
    started = replace(round_, status="started", started_at=event.at, tables=tables)
    return _with_round(state, started)


def first_sitting(state: State, entry: EntryId) -> Sitting:
    """How somebody sits down at the start of a round: players for themselves, others for nobody."""
    kind = state.entries[entry].person.kind
    return Sitting(entry, kind, entry if kind == "player" else None)


def _start_undone(state: State, event: e.RoundStartUndone) -> State:
    round_ = state.rounds[event.round]
    return _with_round(state, replace(round_, status="planned", started_at=None, tables={}))


def _table_opened(state: State, event: e.TableOpened) -> State:
    before = state.rounds[event.round].tables[event.table]
    table = replace(before, match=event.match, is_excepted=False)
    matches = {**state.matches, event.match: (event.round, event.table)}
    return replace(_with_table(state, event.round, table), matches=matches)


def _table_unlinked(state: State, event: e.TableUnlinked) -> State:
    """The match stays known as this table's: no other may ever be linked to it."""
    table = replace(state.rounds[event.round].tables[event.table], match=None)
    return _with_table(state, event.round, table)


def with_sitting(table: Table, place: int, sitting: Sitting) -> Table:
    """The table with one more fact in its ledger."""
    return _with_facts(table, place, (*table.ledger[place], sitting))


def _with_facts(table: Table, place: int, facts: tuple[Sitting, ...]) -> Table:
    ledger = (*table.ledger[:place], facts, *table.ledger[place + 1 :])
    return replace(table, ledger=ledger)


def without_last(table: Table, place: int) -> Table:
    """The table without the last fact about a place."""
    return _with_facts(table, place, table.ledger[place][:-1])


def _seat_taken(state: State, event: e.SeatTaken) -> State:
    table = state.rounds[event.round].tables[event.table]
    return _with_table(state, event.round, with_sitting(table, event.place, event.sitting))


def _seat_undone(state: State, event: e.SeatTakingUndone) -> State:
    table = state.rounds[event.round].tables[event.table]
    return _with_table(state, event.round, without_last(table, event.place))


def _on_clocks(
    state: State, number: int, only: int | None, change: Callable[[Clock], Clock]
) -> State:
    round_ = state.rounds[number]
    tables = {
        key: replace(table, clock=change(table.clock)) if only in (None, key) else table
        for key, table in round_.tables.items()
    }
    return _with_round(state, replace(round_, tables=tables))


def _extended(state: State, event: e.ClockExtended) -> State:
    return _on_clocks(state, event.round, event.table, lambda c: _longer(c, event.ms, event.at))


def _longer(clock: Clock, ms: Ms, at: Ms) -> Clock:
    """After time is up, five more minutes are five from now."""
    if clock.left_ms is not None:
        return replace(clock, left_ms=max(clock.left_ms, 0) + ms)
    if clock.ends_at is None:
        return clock
    return replace(clock, ends_at=max(clock.ends_at, at) + ms)


def _paused(state: State, event: e.ClockPaused) -> State:
    key = _holder(event.table)
    return _on_clocks(state, event.round, event.table, lambda clock: _held(clock, key, event.at))


def _holder(table: int | None) -> str:
    return "round" if table is None else "table"


def _held(clock: Clock, key: str, at: Ms) -> Clock:
    held = replace(clock, held_for=clock.held_for | {key})
    if clock.ends_at is None:
        return held
    return replace(held, ends_at=None, left_ms=clock.ends_at - at)


def _resumed(state: State, event: e.ClockResumed) -> State:
    key = _holder(event.table)
    return _on_clocks(state, event.round, event.table, lambda clock: _let_go(clock, key, event.at))


def _let_go(clock: Clock, key: str, at: Ms) -> Clock:
    free = replace(clock, held_for=clock.held_for - {key})
    if free.held_for or free.left_ms is None:
        return free
    return replace(free, ends_at=at + free.left_ms, left_ms=None)


def _result_taken(state: State, event: e.ResultTaken) -> State:
    table = replace(state.rounds[event.round].tables[event.table], result=event.result)
    return _with_table(state, event.round, table)


def _result_withdrawn(state: State, event: e.ResultWithdrawn) -> State:
    table = replace(state.rounds[event.round].tables[event.table], result=None)
    return _with_table(state, event.round, table)


def _confirmed(state: State, event: e.RoundConfirmed) -> State:
    round_ = state.rounds[event.round]
    named = {exception.table for exception in event.exceptions}
    tables = {
        number: replace(one, is_excepted=True) if number in named and not one.match else one
        for number, one in round_.tables.items()
    }
    confirmed = replace(round_, status="confirmed", exceptions=event.exceptions, tables=tables)
    return _with_round(state, confirmed)


def _reopened(state: State, event: e.RoundReopened) -> State:
    return _with_round(state, replace(state.rounds[event.round], status="started", exceptions=()))


OF_ROUNDS: Final[Mapping[type[e.Event], object]] = {
    e.RoundPlanned: _planned,
    e.RoundPlanDropped: _plan_dropped,
    e.RoundScheduled: _scheduled,
    e.PairingsPublished: _published,
    e.RoundStarted: _started,
    e.RoundStartUndone: _start_undone,
    e.TableOpened: _table_opened,
    e.TableUnlinked: _table_unlinked,
    e.SeatTaken: _seat_taken,
    e.SeatTakingUndone: _seat_undone,
    e.ClockExtended: _extended,
    e.ClockPaused: _paused,
    e.ClockResumed: _resumed,
    e.ResultTaken: _result_taken,
    e.ResultWithdrawn: _result_withdrawn,
    e.RoundConfirmed: _confirmed,
    e.RoundReopened: _reopened,
}
