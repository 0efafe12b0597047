"""Penalties at the desk are those of the event's table too, unless who presides departs from it.

Owns the question; what a penalty may be at all is the domain's, what rulings give
`tables.cases.penalties`'.
"""

from __future__ import annotations

from collections.abc import Sequence

from accounts.models import User
from tournaments.domain import commands as c
from tournaments.domain.refusals import refuse
from tournaments.domain.state import TournamentState
from tournaments.models import Tournament
from tournaments.officials import chief_of


def require_rows(
    tournament: Tournament, account: User, state: TournamentState, commands: Sequence[c.Command]
) -> None:
    """Refuses `may_not_depart` and `departure_unexplained` for a penalty that is not as its row
    says, where the event has a table of penalties."""
    for one in commands:
        if isinstance(one, c.GivePenalty) and _departs(state, one):
            if not may_depart(tournament, account):
                refuse("may_not_depart", "a referee gives what the table of penalties says", "rule")
            if not one.reason.strip():
                refuse("departure_unexplained", "say why it is another penalty", "reason")


def may_depart(tournament: Tournament, account: User) -> bool:
    """The chief referee, and who organises the event."""
    is_organiser = account.has_perm("tournaments.organise", tournament)
    return is_organiser or chief_of(tournament) == account


def _departs(state: TournamentState, command: c.GivePenalty) -> bool:
    rows = {row.code: row for row in state.terms.penalties} if state.terms else {}
    if not rows:
        return False
    if command.rule is None:
        return True
    row = rows.get(command.rule)
    if row is None:
        return False  # The domain says that there is no such rule.
    said = (
        (command.game, row.game),
        (command.table, row.table),
        (command.kind, row.kind),
    )
    return any(given not in (None, by_row) for given, by_row in said)
