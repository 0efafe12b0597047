"""Who keeps the score and rules at an event's tables with real tiles: whoever has the role.

Roles come and go while a match is played, so they are asked for each time and not copied onto
the table. Players stay players: nobody rules at their own table.
"""

from __future__ import annotations

import rules
from django.core.exceptions import ValidationError

from accounts.models import User
from accounts.remembering import remembered
from tables.models import Table
from tables.permissions import Visitor, has_real_tiles, is_seated, keeps_score, upholds
from tournaments.models import Tournament


def event_of(account: User, table: Table) -> Tournament | None:
    """The event that a table belongs to, as its context names it."""
    named = table.context.get("tournament")

    def ask() -> Tournament | None:
        try:
            return Tournament.objects.select_related("club").filter(pk=named).first()
        except ValidationError:
            return None

    return remembered(account, ("event of", str(named)), ask) if named else None


def _has(account: Visitor, table: Table, permission: str) -> bool:
    event = event_of(account, table) if isinstance(account, User) else None
    return event is not None and account.has_perm(permission, event)


@rules.predicate
def scores_event(account: Visitor, table: Table) -> bool:
    """Keeps scores at the event that the table belongs to."""
    return _has(account, table, "tournaments.score")


@rules.predicate
def referees_event(account: Visitor, table: Table) -> bool:
    """Rules at the event that the table belongs to."""
    return _has(account, table, "tournaments.referee")


rules.set_perm("tables.score", keeps_score | (has_real_tiles & scores_event))
rules.set_perm("tables.uphold", upholds | (has_real_tiles & ~is_seated & referees_event))
