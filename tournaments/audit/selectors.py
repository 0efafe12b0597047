"""What organisers are told of the nightly comparison."""

from __future__ import annotations

from tournaments.audit.models import Finding
from tournaments.models import Tournament


def findings_of(tournament: Tournament) -> list[Finding]:
    """What still differs at an event and its tables."""
    return list(Finding.objects.filter(tournament=tournament, cleared_at=None))
