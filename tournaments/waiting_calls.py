"""Calls of the referee that an event's log does not know of yet, when its round is confirmed.

A call is an event of a match; carrying it over takes a moment. Nobody confirms a round in between.
"""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from tables.models import Case
from tournaments.domain import commands as c
from tournaments.domain.state import Round, TournamentState, timeline

OPEN = (Case.Status.OPEN, Case.Status.TAKEN)


def disputes_first(state: TournamentState, commands: Sequence[c.Command]) -> tuple[c.Command, ...]:
    """The disputes that open calls stand for, to be opened before their round is confirmed."""
    rounds = [
        state.rounds[one.round]
        for one in commands
        if isinstance(one, c.ConfirmRound) and one.round in state.rounds
    ]
    return tuple(dispute for one in rounds for dispute in _missing(state, one))


def _missing(state: TournamentState, round_: Round) -> list[c.OpenDispute]:
    tables = {UUID(table.match): table for table in round_.tables.values() if table.match}
    found = Case.objects.filter(table__in=tables, status__in=OPEN) if tables else ()
    return [
        c.OpenDispute(
            case.case,
            round_.number,
            tables[case.table_id].number,
            timeline(tables[case.table_id].ledger[case.place])[-1].person,
            case.reason,
            case.case,
        )
        for case in found
        if case.case not in state.disputes
    ]
