"""Who may open the review of a hand, and as what.

The table's referees at any time; who rules there without being one, such as the organiser, and its
players once the hand is over; everybody who may see the replay once the match is over as well.
Nobody else.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from accounts.models import User
from tables.models import Table
from tables.permissions import Visitor, is_seated
from tables.projections.seats import has_played

Way: TypeAlias = Literal["referee", "player", "reader"]


def way_in(account: Visitor, table: Table, *, is_over: bool) -> Way | None:
    """As what an account may open a hand; None where it may not. `is_over` is said of the hand."""
    if account.has_perm("tables.referee", table):
        return "referee"
    if table.play == Table.Play.SCORED and account.has_perm("tables.uphold", table):
        return "referee"
    if not is_over:
        return None
    if account.has_perm("tables.judge", table):
        return "referee"
    if isinstance(account, User) and (is_seated(account, table) or has_played(table, account)):
        return "player"
    return "reader" if account.has_perm("tables.replay", table) else None
