"""The list of events."""

from __future__ import annotations

from django.db.models import QuerySet
from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournaments.models import Tournament
from tournaments.pages.common import EventRequest
from tournaments.selectors import tournaments_visible

PAST_SHOWN = 30


def _sorted(found: QuerySet[Tournament], *phases: str) -> QuerySet[Tournament]:
    return found.filter(phase__in=phases)


@require_safe
def events(request: EventRequest) -> HttpResponse:
    """Events that are on, that one can enter, and that are over, as far as one may see them."""
    account = request.user if request.user.is_authenticated else None
    found = tournaments_visible(account)
    phases = Tournament.Phase
    lists = {
        "running": _sorted(found, phases.RUNNING),
        "coming": _sorted(found, phases.DRAFT, phases.REGISTRATION).order_by("starts_at"),
        "past": _sorted(found, phases.FINISHED, phases.ARCHIVED)[:PAST_SHOWN],
    }
    return render(request, "tournaments/events.html", lists)
