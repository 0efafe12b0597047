"""What pages read about clubs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Count, Q, QuerySet

from accounts.models import User
from accounts.names import name_key, sorted_by_name
from tournaments.clubs.models import Club, Invitation, Membership
from tournaments.clubs.services import RANKS
from tournaments.models import Tournament
from tournaments.permissions import Visitor, events_seen

Phase = Tournament.Phase


@dataclass(frozen=True, slots=True)
class ClubEvents:
    """A club's events as a visitor sees them: by date, past ones the newest first."""

    drafts: list[Tournament]
    upcoming: list[Tournament]
    running: list[Tournament]
    past: list[Tournament]


def clubs_listed(account: Visitor) -> list[Club]:
    """Clubs that are listed, and the own ones, each with `people`, how many belong to it."""
    seen = Q(is_listed=True)
    if isinstance(account, User):
        seen |= Q(pk__in=Membership.objects.filter(account=account).values("club"))
    found = Club.objects.filter(seen).annotate(people=Count("memberships"))
    return sorted_by_name(found, lambda club: club.name)


def events_of(club: Club, account: Visitor) -> ClubEvents:
    """The club's events, in one query."""
    found = list(events_seen(account, Tournament.objects.filter(club=club)))
    by_date = sorted(found, key=lambda event: (event.starts_at is None, event.starts_at or 0))
    running = [event for event in by_date if event.phase == Phase.RUNNING]
    return ClubEvents(
        drafts=[event for event in by_date if event.phase == Phase.DRAFT],
        upcoming=[event for event in by_date if event.phase == Phase.REGISTRATION],
        running=running,
        past=[event for event in found if event.phase in (Phase.FINISHED, Phase.ARCHIVED)],
    )


def members_of(club: Club) -> list[Membership]:
    """Everybody, the most trusted first, by name within a role."""
    found = club.memberships.select_related("account")
    return sorted(found, key=lambda one: (RANKS.index(one.role), name_key(one.account.public_name)))


def invitations_of(club: Club, roles: Sequence[str]) -> QuerySet[Invitation]:
    """Those that somebody could still use to get one of these roles, the newest first."""
    return club.invitations.usable().filter(role__in=roles).select_related("created_by")
