"""Whether those who follow an event may still do so: people log out, leave a club, lose a role.

Who no longer may is sent away, comes back, and hears from the handshake why not. An event that is
for everybody asks nothing of anybody.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from uuid import UUID

from django.contrib.auth.models import AnonymousUser

from accounts.models import User
from accounts.remembering import recall
from accounts.second_factor import holders
from tables.live.standing import accounts_of
from tournaments.clubs.models import Membership
from tournaments.models import Participation, Tournament, TournamentRole
from tournaments.permissions import VISITOR, may_see_event, standing

Sessions = set[str | None]


def fallen(tournament: UUID, sessions: Sessions) -> Sessions:
    """Those of the sessions that may not follow the event: eight queries, however many there are.

    One alone where everybody may.
    """
    event = Tournament.objects.select_related("club").filter(pk=tournament).first()
    if event is None:
        return sessions
    if may_see_event(AnonymousUser(), event):
        return set()
    accounts = accounts_of(sessions)
    _ask_at_once(event, accounts.values())
    return {
        key
        for key in sessions
        if (account := accounts.get(key or "")) is None or not may_see_event(account, event)
    }


def _ask_at_once(event: Tournament, accounts: Iterable[User]) -> None:
    """Everything that the rule asks about an account, for all of them together."""
    people = {account.pk: account for account in accounts}
    members = Membership.objects.filter(club=event.club, account__in=people)
    clubs = dict(members.values_list("account", "role"))
    roles: dict[int, set[str]] = {pk: {clubs.get(pk, VISITOR)} for pk in people}
    own = TournamentRole.objects.filter(tournament=event, account__in=people)
    for pk, role in own.values_list("account", "role"):
        roles[pk].add(role)
    entered = Participation.objects.filter(tournament=event, account__in=people)
    entries = dict(entered.values_list("account", "entry"))
    secured = holders(people)
    for pk, account in people.items():
        known: dict[tuple[Hashable, ...], object] = {
            ("second factor",): pk in secured,
            ("club", event.club_id): clubs.get(pk, VISITOR),
            ("entry", event.pk): entries.get(pk),
        }
        recall(account, known)
        counted = frozenset(standing(account, role) for role in roles[pk])
        recall(account, {**known, ("event", event.pk): counted})
