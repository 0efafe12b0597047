"""Decisions about disputes: by a call of the referee at a match; at the desk where there is none.

Owns when they are open. One that stands for a case is settled with the case, never at the desk.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from tournaments.domain import commands as c
from tournaments.domain import events as e
from tournaments.domain.entering import entry_of
from tournaments.domain.lifecycle import require_phase
from tournaments.domain.names import check_id, check_text
from tournaments.domain.refusals import refuse
from tournaments.domain.rounds import open_round, round_of, table_of
from tournaments.domain.state import Dispute, TournamentState

Events = tuple[e.Event, ...]
State = TournamentState


def _open_dispute(state: State, command: c.OpenDispute) -> Events:
    # A call may come in while the round is being confirmed; it is a dispute all the same.
    if command.case is None:
        table = table_of(open_round(state, command.round), command.table)
        # Logs from before may have both: such a dispute is settled at the desk as it was opened.
        if table.match is not None:
            refuse("call_referee", "a match has a log there: call its referee", "table")
    else:
        require_phase(state, "running", "finished", doing="open a dispute")
        table_of(round_of(state, command.round), command.table)
    check_id(command.dispute, "dispute")
    if command.dispute in state.disputes:
        refuse("already_disputed", "this dispute exists already", "dispute")
    entry_of(state, command.by, "by")
    check_text(command.text, "text", required=True)
    return (
        e.DisputeOpened(
            command.dispute, command.round, command.table, command.by, command.text, command.case
        ),
    )


def _dispute(state: State, dispute: str) -> Dispute:
    if dispute not in state.disputes:
        refuse("no_such_dispute", "there is no such dispute", "dispute")
    return state.disputes[dispute]


def _settle_dispute(state: State, command: c.SettleDispute) -> Events:
    require_phase(state, "running", "finished", doing="settle a dispute")
    dispute = _dispute(state, command.dispute)
    if dispute.opened.case != command.case:
        refuse("has_case", "this dispute is a call of the referee: rule on it there", "dispute")
    if dispute.decision is not None:
        refuse("already_settled", "this dispute has been decided", "dispute")
    check_text(command.decision, "decision", required=True)
    return (e.DisputeSettled(command.dispute, command.decision, command.ruling),)


def _reopen_dispute(state: State, command: c.ReopenDispute) -> Events:
    dispute = _dispute(state, command.dispute)
    if dispute.opened.case is not None:
        refuse("has_case", "this dispute is a call of the referee: its ruling stands", "dispute")
    open_round(state, dispute.opened.round)
    if dispute.decision is None:
        refuse("not_settled", "this dispute is open", "dispute")
    check_text(command.reason, "reason", required=True)
    return (e.DisputeReopened(command.dispute, command.reason),)


DISPUTE_DECISIONS: Final[Mapping[type[c.Command], object]] = {
    c.OpenDispute: _open_dispute,
    c.SettleDispute: _settle_dispute,
    c.ReopenDispute: _reopen_dispute,
}
