"""Reading tournaments: the folded state, and lists for pages."""

from __future__ import annotations

from django.db.models import Q, QuerySet

from accounts.models import User
from tournaments.clubs.models import Club, Role
from tournaments.domain.state import TournamentState
from tournaments.models import Tournament
from tournaments.store.folds import FOLDS, Fold


def fold_of(tournament: Tournament) -> Fold:
    """Where a tournament stands; no query where this process has folded that version already."""
    return FOLDS.newest(tournament.pk, tournament.version)


def state_of(tournament: Tournament) -> TournamentState:
    """As `fold_of`, the state alone."""
    return fold_of(tournament).state


def tournaments_visible(account: User | None) -> QuerySet[Tournament]:
    """Events that may be listed for an account: public ones, its clubs' own, and its own drafts."""
    public = Q(visibility="public") & ~Q(phase=Tournament.Phase.DRAFT)
    if account is None:
        return Tournament.objects.filter(public).select_related("club")
    member = Q(club__memberships__account=account) & ~Q(phase=Tournament.Phase.DRAFT)
    runs = Q(
        club__memberships__account=account,
        club__memberships__role__in=(Role.OWNER, Role.ORGANISER),
    )
    plays = Q(participations__account=account) & ~Q(phase=Tournament.Phase.DRAFT)
    helps = Q(roles__account=account)
    found = Tournament.objects.filter(public | member | runs | plays | helps)
    return found.distinct().select_related("club")


def tournaments_of_club(club: Club, account: User | None) -> QuerySet[Tournament]:
    """A club's events as far as an account may see them."""
    return tournaments_visible(account).filter(club=club)
