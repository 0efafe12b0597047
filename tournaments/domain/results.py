"""Decisions about results: taking them in, confirming, reopening, publishing standings.

Owns when a round counts. Must not know how standings are made.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, get_args

from tournaments.domain import commands as c
from tournaments.domain import events as e
from tournaments.domain.entering import entry_of
from tournaments.domain.lifecycle import require_phase
from tournaments.domain.names import check_text, in_range
from tournaments.domain.parts import Dependent, Result, ResultSource
from tournaments.domain.refusals import refuse
from tournaments.domain.rounds import open_round, round_of, table_of
from tournaments.domain.seats import check_free
from tournaments.domain.state import (
    Published,
    Round,
    TournamentState,
    open_disputes,
    stage_of,
)

Events = tuple[e.Event, ...]
State = TournamentState
_MOST_POINTS: Final = 10**12


def _take_result(state: State, command: c.TakeResult) -> Events:
    table = table_of(open_round(state, command.round), command.table)
    if command.match != table.match:
        refuse("wrong_match", f"table {table.number} is not played as that match", "match")
    check_result(command.result)
    if table.result == command.result:
        return ()
    return (e.ResultTaken(command.round, command.table, command.match, command.result),)


def check_result(result: Result) -> None:
    """Refuses points and hands that do not add up, `adjusted` included."""
    if result.source not in get_args(ResultSource):
        refuse("unknown_value", "there is no such source", "source")
    _check_points(result.points, "points")
    for number, hand in enumerate(result.hands):
        field = f"hands.{number}"
        if hand.number != number + 1:
            refuse("bad_hands", "hands are counted from 1 without a gap", field)
        _check_points(hand.points, f"{field}.points")
        if hand.winner not in (None, 0, 1, 2, 3):
            refuse("no_such_place", "a winner is a place, 0 to 3, or nobody", f"{field}.winner")
        in_range(hand.tai, 0, 1000, f"{field}.tai")
    if result.adjusted:
        _check_points(result.adjusted, "adjusted")
    more = result.adjusted or (0, 0, 0, 0)
    sums = tuple(sum(hand.points[place] for hand in result.hands) + more[place]
                 for place in range(4))  # fmt: skip
    if result.hands and sums != result.points:
        refuse("bad_hands", f"the hands add up to {list(sums)}", "hands")


def _check_points(points: tuple[int, ...], field: str) -> None:
    if len(points) != 4:
        refuse("not_four", f"four numbers, one for each place; got {len(points)}", field)
    for value in points:
        in_range(value, -_MOST_POINTS, _MOST_POINTS, field)
    if sum(points):
        total = sum(points)
        refuse("not_zero_sum", f"points add up to {total}, not to zero", field, sum=total)


def _withdraw_result(state: State, command: c.WithdrawResult) -> Events:
    table = table_of(open_round(state, command.round), command.table)
    check_text(command.reason, "reason")
    if table.result is None:
        refuse("no_result", "there is no result to withdraw", "table")
    check_free(state, command.round, table)
    return (e.ResultWithdrawn(command.round, command.table, command.reason),)


def what_is_missing(state: State, round_: Round) -> dict[int, str]:
    """Tables that keep a round from being confirmed: `no_result` or `dispute_open`."""
    return {
        table.number: "no_result" if table.result is None else "dispute_open"
        for table in round_.tables.values()
        if table.result is None or open_disputes(state, round_.number, table.number)
    }


def _confirm(state: State, command: c.ConfirmRound) -> Events:
    if round_of(state, command.round).status == "confirmed":
        refuse("already_confirmed", f"round {command.round} is confirmed already", "round")
    missing = what_is_missing(state, open_round(state, command.round))
    named = [exception.table for exception in command.exceptions]
    if len(set(named)) < len(named) or set(named) - missing.keys():
        refuse("not_an_exception", "an exception is a table that lacks something", "exceptions")
    for number, exception in enumerate(command.exceptions):
        check_text(exception.why, f"exceptions.{number}.why", required=True)
    for table, code in missing.items():
        if table not in named:
            refuse(code, f"table {table} of round {command.round} is not settled", "round")
    return (e.RoundConfirmed(command.round, command.exceptions),)


def dependents_of(state: State, number: int) -> tuple[Dependent, ...]:
    """What rests on a round's results: pairings made from them, advances, published standings.

    A rotation is planned beforehand, so rounds of the same rotation do not rest on each other.
    """
    own = round_of(state, number).plan.stage
    stage = stage_of(state, own)
    is_fixed = stage is not None and stage.kind == "rotation"
    rounds = [
        Dependent("round", str(later.number))
        for later in state.rounds.values()
        if later.number > number and not (is_fixed and later.plan.stage == own)
    ]
    ids = [known.id for known in (state.terms.stages if state.terms else ())]
    behind = ids[ids.index(own) + 1 :] if own in ids else []
    advances = [Dependent("advance", name) for name in behind if name in state.stages]
    published = {
        Dependent("standings", f"{one.standings.stage}/{one.standings.after_round}"): None
        for one in state.standings
        if one.standings.after_round >= number
    }
    return (*rounds, *advances, *published)


def _reopen(state: State, command: c.ReopenRound) -> Events:
    require_phase(state, "running", doing="reopen a round")
    round_ = round_of(state, command.round)
    if round_.status != "confirmed":
        refuse("not_confirmed", f"round {command.round} is not confirmed", "round")
    check_text(command.reason, "reason", required=True)
    for table in round_.tables.values():
        if table.result is None:
            check_free(state, command.round, table)
    dependents = dependents_of(state, command.round)
    if dependents and not command.despite_dependents:
        names = ", ".join(f"{one.kind} {one.ref}" for one in dependents)
        refuse("has_dependents", f"these rest on round {command.round}: {names}", "round")
    return (e.RoundReopened(command.round, command.reason, dependents),)


def _publish_standings(state: State, command: c.PublishStandings) -> Events:
    require_phase(state, "running", "finished", doing="publish standings")
    if stage_of(state, command.stage) is None:
        refuse("no_such_stage", "there is no such stage", "stage")
    if round_of(state, command.after_round).status == "planned":
        refuse("round_not_started", "nothing has been played in that round", "after_round")
    if len({line.entry for line in command.lines}) < len(command.lines):
        refuse("twice", "somebody stands in the list twice", "lines")
    for number, line in enumerate(command.lines):
        entry_of(state, line.entry, f"lines.{number}")
    editions = _editions(state, command.stage, command.after_round)
    if editions and editions[-1].standings.lines == command.lines:
        return ()
    return (
        e.StandingsPublished(
            command.stage,
            command.after_round,
            len(editions) + 1,
            command.lines,
            command.correctable_until,
        ),
    )


def _editions(state: State, stage: str, after_round: int) -> list[Published]:
    key = (stage, after_round)
    return [
        one for one in state.standings if (one.standings.stage, one.standings.after_round) == key
    ]


def _make_official(state: State, command: c.MakeOfficial) -> Events:
    require_phase(state, "running", "finished", doing="make standings official")
    editions = _editions(state, command.stage, command.after_round)
    if not editions:
        refuse("not_published", "no standings were published after that round", "after_round")
    if editions[-1].is_official:
        refuse("already_official", "these standings are official already", "after_round")
    played = [r for r in state.rounds.values() if r.number <= command.after_round]
    if any(round_.status != "confirmed" for round_ in played):
        refuse("rounds_unfinished", "not every round up to that one is confirmed", "after_round")
    edition = editions[-1].standings.edition
    return (e.StandingsMadeOfficial(command.stage, command.after_round, edition),)


RESULT_DECISIONS: Final[Mapping[type[c.Command], object]] = {
    c.TakeResult: _take_result,
    c.WithdrawResult: _withdraw_result,
    c.ConfirmRound: _confirm,
    c.ReopenRound: _reopen,
    c.PublishStandings: _publish_standings,
    c.MakeOfficial: _make_official,
}
