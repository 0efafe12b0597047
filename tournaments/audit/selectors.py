"""What organisers are told of the nightly comparison."""

from __future__ import annotations

from django.db.models import Q

from tournaments.audit.faults import ALL_LOGS
from tournaments.audit.models import Finding
from tournaments.models import Tournament


def findings_of(tournament: Tournament) -> list[Finding]:
    """What still differs at an event and its tables, and at the checkpoints, which are of all."""
    about = Q(tournament=tournament) | Q(stream=ALL_LOGS)
    return list(Finding.objects.filter(about, cleared_at=None))
