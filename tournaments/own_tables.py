"""Officials who play: about their own table somebody else decides, if somebody else is there.

Owns the question. Where nobody else has the right, it is done all the same and marked in the log,
for everybody to see.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from django.db.models import Q

from accounts.models import User
from tournaments.clubs.models import Membership
from tournaments.domain import commands as c
from tournaments.domain.decide import decide
from tournaments.domain.parts import EntryId
from tournaments.domain.refusals import refuse
from tournaments.domain.state import Table, TournamentState
from tournaments.models import Tournament, TournamentRole
from tournaments.permissions import EVENT_ACTIONS, permission_for

State = TournamentState
Where = tuple[int, int]


def marks_at_own_table(
    tournament: Tournament, account: User, state: State, commands: Sequence[c.Command]
) -> tuple[c.NoteOwnTable, ...]:
    """The marks that go with these commands. Refuses `own_table`, and what the decider refuses."""
    return tuple(
        mark
        for command in commands
        for where in tables_meant(state, command)
        if (entry := entry_at(state, account, where)) is not None
        for mark in _mark(tournament, account, state, command, where, entry)
    )


def _mark(
    tournament: Tournament,
    account: User,
    state: State,
    command: c.Command,
    where: Where,
    entry: EntryId,
) -> Iterator[c.NoteOwnTable]:
    if not decide(state, command):
        return
    if is_anybody_else_there(tournament, account, state, permission_for(type(command)), where):
        refuse("own_table", f"{entry} plays at table {where[1]} of round {where[0]}")
    yield c.NoteOwnTable(*where, entry, type(command).__name__)


def tables_meant(state: State, command: c.Command) -> tuple[Where, ...]:
    """The tables that a command is about: a result, a dispute, a penalty of who sits there, what is
    named as missing, or what a correction there leads to."""
    match command:
        case c.TakeResult() | c.WithdrawResult() | c.CorrectResult():
            return ((command.round, command.table),)
        case c.SettleDispute() | c.ReopenDispute():
            known = state.disputes.get(command.dispute)
            return ((known.opened.round, known.opened.table),) if known else ()
        case c.GivePenalty():
            return _seats(state, command.round, command.entry)
        case c.LiftPenalty() | c.KeepExpelled():
            given = state.penalties.get(command.penalty)
            return _seats(state, given.given.round, given.given.entry) if given else ()
        case c.ConfirmRound():
            return tuple((command.round, one.table) for one in command.exceptions)
        case c.DecideDependent():
            fact = one.corrected if (one := state.corrections.get(command.correction)) else None
            return ((fact.round, fact.table),) if fact else ()
        case _:
            return ()


def _seats(state: State, number: int, entry: EntryId) -> tuple[Where, ...]:
    """Where somebody sat in a round."""
    round_ = state.rounds.get(number)
    tables = round_.tables.values() if round_ else ()
    return tuple((number, table.number) for table in tables if entry in _people(table))


def _people(table: Table) -> set[EntryId]:
    """Everybody who sat at a table, or for whom somebody sat there."""
    facts = [fact for place in table.ledger for fact in place]
    credited = {fact.credited_to for fact in facts if fact.credited_to is not None}
    return {fact.person for fact in facts} | credited


def entry_at(state: State, account: User, where: Where) -> EntryId | None:
    """The entry of an account at a table of a round that has started."""
    round_ = state.rounds.get(where[0])
    table = round_.tables.get(where[1]) if round_ else None
    people = _people(table) if table else set()
    own = str(account.pk)
    return next((one for one in sorted(people) if state.entries[one].person.account == own), None)


def is_anybody_else_there(
    tournament: Tournament, account: User, state: State, permission: str, where: Where
) -> bool:
    """Whether another account has the permission and does not play at that table."""
    return any(
        other.has_perm(permission, tournament) and entry_at(state, other, where) is None
        for other in officials_of(tournament, permission)
        if other.pk != account.pk
    )


def officials_of(tournament: Tournament, permission: str) -> list[User]:
    """Accounts whose role in the club or at the event brings the permission, factors aside."""
    roles = EVENT_ACTIONS[permission]
    members = Membership.objects.filter(club=tournament.club, role__in=roles)
    named = TournamentRole.objects.filter(tournament=tournament, role__in=roles)
    either = Q(pk__in=members.values("account")) | Q(pk__in=named.values("account"))
    return list(User.objects.filter(either, is_active=True).order_by("pk"))
