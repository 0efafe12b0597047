"""How a round that was paired already would be paired by the facts of today.

Owns the comparison with how it is paired. Must not change anything.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from tournaments.domain.commands import PlanRounds, RoundPlan
from tournaments.domain.events import RoundPlanned
from tournaments.domain.parts import EntryId
from tournaments.domain.refusals import Refused
from tournaments.domain.stages import next_plan
from tournaments.domain.state import TournamentState

State = TournamentState
OUT = 0
"""Stands for a table where nobody plays: who sits out or has a bye."""


@dataclass(frozen=True, slots=True)
class TableChange:
    """Who is to play at a table, in the order of their seats, and who would be."""

    table: int
    was: tuple[EntryId, ...]
    now: tuple[EntryId, ...]


def paired_anew(state: State, number: int, seed: str) -> tuple[TableChange, ...] | None:
    """The tables that would be others; none: the same again.

    None where there is nothing to compare: the round has started, or cannot be paired now.
    """
    round_ = state.rounds.get(number)
    if round_ is None or round_.status != "planned":
        return None
    try:
        command = next_plan(state, round_.plan.stage, seed)
    except Refused:
        return None
    plans = command.plans if isinstance(command, PlanRounds) else ()
    new = next((one for one in plans if one.round == number), None)
    if new is None:
        return None
    was, now = _seats(round_.plan), _seats(new)
    tables = sorted(was.keys() | now.keys(), key=lambda table: (table == OUT, table))
    changes = (TableChange(one, was.get(one, ()), now.get(one, ())) for one in tables)
    return tuple(one for one in changes if one.was != one.now)


def _seats(plan: RoundPlan | RoundPlanned) -> Mapping[int, tuple[EntryId, ...]]:
    out = tuple(sorted((*plan.byes, *plan.sitting_out)))
    return {OUT: out} | {one.table: one.seats for one in plan.tables}
