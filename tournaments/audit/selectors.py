"""What organisers are told of the nightly comparison."""

from __future__ import annotations

from django.db.models import Q

from tournaments.audit.faults import ALL_LOGS
from tournaments.audit.models import Finding
from tournaments.models import Tournament


def findings_of(tournament: Tournament) -> list[Finding]:
    """What still differs at an event and its tables, in its club's ratings, and in what is of all:
    checkpoints, everybody's ratings."""
    about = Q(tournament=tournament) | Q(stream__in=(ALL_LOGS, tournament.club_id))
    return list(Finding.objects.filter(about, cleared_at=None))
