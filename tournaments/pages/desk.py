"""The organiser's desk: where the event stands and what needs somebody now."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournaments.models import Tournament
from tournaments.pages.common import EventRequest, event_page
from tournaments.selectors import fold_of


@require_safe
@event_page("tournaments.score")
def desk(request: EventRequest, tournament: Tournament) -> HttpResponse:
    """The desk's first page."""
    fold = fold_of(tournament)
    page = {"event": tournament, "state": fold.state, "version": fold.version, "tab": "desk"}
    return render(request, "tournaments/desk.html", page)
