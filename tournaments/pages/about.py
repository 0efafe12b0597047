"""An event's first page: what it is, where it stands, and what one can do."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournaments.models import Tournament
from tournaments.pages.common import EventRequest, event_page
from tournaments.selectors import fold_of


@require_safe
@event_page()
def about(request: EventRequest, tournament: Tournament) -> HttpResponse:
    """The event for everybody."""
    fold = fold_of(tournament)
    page = {"event": tournament, "state": fold.state, "version": fold.version, "tab": "about"}
    return render(request, "tournaments/about.html", page)
