"""Who keeps the score, rules and stops clocks at an event's tables: whoever has the role.

Roles come and go while a match is played, so they are asked for each time and not copied onto
the table. Players stay players: nobody rules at their own table, and only a referee who does not
take part in the event sees hidden tiles; organisers do not.
"""

from __future__ import annotations

import rules
from django.core.exceptions import ValidationError

from accounts.models import User
from accounts.remembering import remembered
from tables.models import Table
from tables.permissions import (
    Visitor,
    has_real_tiles,
    hosts_alone,
    is_host,
    is_impartial,
    is_organiser,
    is_seated,
    is_staff,
)
from tournaments.models import Tournament
from tournaments.permissions import CHIEF, entry_of, event_roles


def event_of(account: Visitor, table: Table) -> Tournament | None:
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


@rules.predicate
def presides_event(account: Visitor, table: Table) -> bool:
    """Names panels and decides on interests at the event that the table belongs to: who organises
    it, and its chief referee."""
    return _has(account, table, "tournaments.preside")


@rules.predicate
def judges_event(account: Visitor, table: Table) -> bool:
    """Is a referee, not an organiser alone, of the event that the table belongs to, and no
    player of it."""
    event = event_of(account, table) if isinstance(account, User) else None
    if event is None or not event_roles(account, event) & {"referee", CHIEF}:
        return False
    return entry_of(account, event) is None


@rules.predicate
def runs_event(account: Visitor, table: Table) -> bool:
    """Organises the event that the table belongs to."""
    return _has(account, table, "tournaments.organise")


@rules.predicate
def sees_event(account: Visitor, table: Table) -> bool:
    """May see the event that the table belongs to; a table of no event is everybody's to see."""
    event = event_of(account, table)
    return event is None or account.has_perm("tournaments.see", event)


@rules.predicate
def still_hosts(account: Visitor, table: Table) -> bool:
    """Whoever opened the table of an event hosts it as long as they organise the event."""
    event = event_of(account, table)
    return event is None or account.has_perm("tournaments.organise", event)


is_judge = is_impartial | (~is_seated & judges_event)
is_in_charge = is_judge | (~is_seated & runs_event)

rules.set_perm("tables.see", is_seated | is_staff | sees_event)
rules.set_perm("tables.watch", ~is_seated & (is_staff | sees_event))
rules.set_perm("tables.referee", is_judge)
rules.set_perm("tables.call_time", is_in_charge | (is_host & still_hosts))
rules.set_perm("tables.stop_clock", is_in_charge | (hosts_alone & still_hosts))
rules.set_perm("tables.hand_over", is_in_charge | (is_host & ~is_seated & still_hosts))
rules.set_perm(
    "tables.judge",
    is_judge | (~is_seated & (referees_event | (is_host & still_hosts))),
)
rules.set_perm("tables.preside", ~is_seated & (presides_event | (is_host & still_hosts)))
rules.set_perm("tables.dispute", is_seated | has_real_tiles & (is_staff | scores_event))
rules.set_perm(
    "tables.score",
    has_real_tiles & (is_seated | is_staff | scores_event | (is_organiser & still_hosts)),
)
rules.set_perm(
    "tables.uphold",
    has_real_tiles & (is_impartial | (~is_seated & (referees_event | (is_host & still_hosts)))),
)
rules.set_perm("tables.see_looks", is_in_charge | runs_event | (is_host & still_hosts))
