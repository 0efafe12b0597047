"""Who may do what at a table: predicates that the pages and the sockets share.

An account that holds a seat plays it, and is nothing else at that table. Referees are those
assigned, the organiser is who opened it; everybody else watches, with the table's delay. An
organiser who plays may let the match end after the running hand, but not stop the clocks that
they play against, unless nobody else is there to mind. Referees, and organisers of what is more
than a game among friends, need a second factor.
"""

from __future__ import annotations

from typing import TypeAlias

import rules
from django.contrib.auth.models import AnonymousUser

from accounts.models import User
from accounts.second_factor import is_secured
from tables.models import Seat, Table

Visitor: TypeAlias = User | AnonymousUser


def place_of(account: Visitor, table: Table) -> int | None:
    """The place this account plays at, or None."""
    if not account.is_authenticated:
        return None
    return next((s.place for s in table.seats.all() if s.account_id == account.pk), None)


@rules.predicate
def is_seated(account: Visitor, table: Table) -> bool:
    """Plays at this table."""
    return place_of(account, table) is not None


@rules.predicate
def is_assigned_referee(account: Visitor, table: Table) -> bool:
    """Was assigned to this table as a referee."""
    return account.is_authenticated and any(
        r.account_id == account.pk for r in table.referees.all()
    )


@rules.predicate
def is_organiser(account: Visitor, table: Table) -> bool:
    """Opened this table."""
    return account.is_authenticated and table.organiser_id == account.pk


@rules.predicate
def is_only_person(account: Visitor, table: Table) -> bool:
    """Plays at this table, against built-in players alone."""
    people = [seat for seat in table.seats.all() if seat.kind == Seat.Kind.HUMAN]
    return account.is_authenticated and [s.account_id for s in people] == [account.pk]


@rules.predicate
def is_over(account: Visitor, table: Table) -> bool:
    """The match at this table has ended."""
    return table.ended_at is not None


@rules.predicate
def is_assigned_scorer(account: Visitor, table: Table) -> bool:
    """Was assigned to keep the score of this table."""
    return account.is_authenticated and any(s.account_id == account.pk for s in table.scorers.all())


@rules.predicate
def has_real_tiles(account: Visitor, table: Table) -> bool:
    """The match is played with real tiles, of which the score is kept here."""
    return table.play == Table.Play.SCORED


@rules.predicate
def is_trusted(account: Visitor, table: Table) -> bool:
    """Has the second factor that whoever decides over others' results needs."""
    return isinstance(account, User) and is_secured(account)


@rules.predicate
def is_sociable(account: Visitor, table: Table) -> bool:
    """Was opened in the lobby, by whoever wanted to play, and not for an event."""
    return not table.context


is_staff = is_assigned_referee | is_assigned_scorer
is_impartial = is_assigned_referee & ~is_seated & is_trusted
is_host = is_organiser & (is_sociable | is_trusted)
hosts_alone = is_host & (~is_seated | is_only_person)
# An app that opens tables may let more people keep the score and rule.
keeps_score = has_real_tiles & (is_seated | is_assigned_scorer | is_assigned_referee | is_organiser)
upholds = has_real_tiles & (is_impartial | (is_host & ~is_seated))
# A table among friends has no referees: who opened it and does not play there judges.
judges = is_impartial | (is_host & ~is_seated)

# An app that opens tables may keep them to fewer.
rules.add_perm("tables.see", rules.always_allow)
rules.add_perm("tables.play", is_seated)
rules.add_perm("tables.referee", is_impartial)
rules.add_perm("tables.call_time", is_impartial | is_host)
rules.add_perm("tables.stop_clock", is_impartial | hosts_alone)
rules.add_perm("tables.hand_over", is_impartial | (is_host & ~is_seated))
rules.add_perm("tables.watch", ~is_seated)
rules.add_perm("tables.score", keeps_score)
rules.add_perm("tables.uphold", upholds)
rules.add_perm("tables.dispute", is_seated | keeps_score)
rules.add_perm("tables.judge", judges)
rules.add_perm("tables.preside", is_host & ~is_seated)
rules.add_perm("tables.replay", is_over)
rules.add_perm("tables.see_looks", is_host | is_impartial)
