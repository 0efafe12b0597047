"""What `keep_up` leaves to an organiser: a match for a table that nobody waits for, and a result
that was taken out and is to count again."""

from __future__ import annotations

from django.utils import timezone

from accounts.models import User
from tables.models import Table as Match
from tournaments.domain import commands as c
from tournaments.domain.refusals import refuse
from tournaments.domain.rounds import open_round, table_of
from tournaments.domain.state import TournamentState
from tournaments.models import Tournament
from tournaments.play.keeping_up import alone, match_open
from tournaments.play.results import result_of
from tournaments.selectors import state_of
from tournaments.services import seed_of, tournament_do
from tournaments.store.acting import Receipt


def result_take_again(
    *,
    tournament: Tournament,
    number: int,
    table: int,
    account: User,
    command_id: str | None = None,
) -> Receipt:
    """Take a table's result from the log of its match, hands included.

    Raises Refused: `no_match_over` where no match of the table is over; PermissionDenied.
    """

    def intent(state: TournamentState) -> c.Command:
        linked = table_of(open_round(state, number), table).match
        match = Match.objects.filter(pk=linked, ended_at__isnull=False).first() if linked else None
        if match is None:
            refuse("no_match_over", f"no match of table {table} is over", "table")
        return c.TakeResult(number, table, linked, result_of(match))

    return tournament_do(
        tournament=tournament, account=account, command=intent, command_id=command_id
    )


def match_open_by_hand(
    *, tournament: Tournament, number: int, table: int, account: User
) -> Match | None:
    """Open a match at a table whose round was confirmed without one.

    None for an event without matches. Raises Refused: `table_already_open`, `result_in`;
    PermissionDenied.
    """
    with alone(tournament.pk):
        tournament.refresh_from_db()
        state = state_of(tournament)
        if state.terms is None or state.terms.play == "points":
            return None
        round_ = open_round(state, number)
        one = table_of(round_, table)
        if one.match is not None:
            refuse("table_already_open", f"it is played as {one.match}", "table")
        if one.result is not None:
            refuse("result_in", "a result has been taken in; withdraw it first", "table")
        seed = seed_of(tournament)
        return match_open(tournament, state, round_, one, seed, timezone.now(), account)
