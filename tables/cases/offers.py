"""What pages offer an account in disputes: to see them, to call, to take a case.

Offers only: whether it is done after all is decided by the services.
"""

from __future__ import annotations

from django.utils import timezone

from accounts.models import User
from tables.cases import wording
from tables.cases.calls import window_ends
from tables.cases.guards import Refusal, refusal_of
from tables.models import Table
from tables.permissions import Visitor
from tables.projections.seats import has_played


def may_see_cases(account: Visitor, table: Table) -> bool:
    """Who plays or played here, judges, presides, or speaks for the players."""
    if not isinstance(account, User):
        return False
    rights = ("tables.dispute", "tables.judge", "tables.preside")
    return any(account.has_perm(right, table) for right in rights) or has_played(table, account)


def may_call(account: Visitor, table: Table) -> bool:
    """Whether the page offers a call: somebody has to be there who could rule."""
    if not isinstance(account, User) or not account.has_perm("tables.dispute", table):
        return False
    return has_judge(table)


def may_dispute(account: Visitor, table: Table) -> bool:
    """Whether a page offers to dispute a finished hand: as a call, and while there is time."""
    return (
        isinstance(account, User)
        and may_call(account, table)
        and call_refusal(account, table) is None
    )


def call_refusal(account: User, table: Table) -> Refusal | None:
    """Why a call is refused whatever it is about: the time is over, or what a guard says."""
    end = window_ends(table)
    if end is not None and timezone.now() > end:
        return Refusal("too_late", str(wording.TEXTS["too_late"]))
    return refusal_of("call", table, account)


def may_take(account: User, table: Table) -> bool:
    """Whether a page offers to take a case there: not to who played, or is of a team there."""
    return (
        account.has_perm("tables.judge", table)
        and not has_played(table, account)
        and refusal_of("take", table, account) is None
    )


def has_judge(table: Table) -> bool:
    """Whether a table has anybody to call: an event's has, a table among friends where who opened
    it does not play there, or a referee was assigned."""
    if table.context or any(True for _ in table.referees.all()):
        return True
    seated = {seat.account_id for seat in table.seats.all()}
    return table.organiser_id is not None and table.organiser_id not in seated


def judges_at(account: User, table: Table) -> bool:
    """Whether the queue shows this account the cases of a table because of an office there."""
    return account.has_perm("tables.judge", table) or account.has_perm("tables.preside", table)
