"""Reading tournaments: the folded state, and lists for pages."""

from __future__ import annotations

from django.contrib.auth.models import AnonymousUser
from django.db.models import QuerySet

from accounts.models import User
from tournaments.clubs.models import Club
from tournaments.domain.state import TournamentState
from tournaments.models import Tournament
from tournaments.permissions import events_seen
from tournaments.store.folds import FOLDS, Fold


def fold_of(tournament: Tournament) -> Fold:
    """Where a tournament stands; no query where this process has folded that version already."""
    return FOLDS.newest(tournament.pk, tournament.version)


def state_of(tournament: Tournament) -> TournamentState:
    """As `fold_of`, the state alone."""
    return fold_of(tournament).state


def tournaments_visible(account: User | None) -> QuerySet[Tournament]:
    """Events that may be listed for an account: public ones, its clubs' own, and its own drafts."""
    everything = Tournament.objects.select_related("club")
    return events_seen(account or AnonymousUser(), everything)


def tournaments_of_club(club: Club, account: User | None) -> QuerySet[Tournament]:
    """A club's events as far as an account may see them."""
    return tournaments_visible(account).filter(club=club)
