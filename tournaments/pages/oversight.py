"""What an event's organisers and chief referee are told of its tables together: who looked at
hidden tiles, and what is out of the ordinary, as figures. Both come from `tables.review`."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tables.models import Table
from tables.replay.turnstile import CHECKS, at_most
from tables.review.figures import figures_over
from tables.review.looks import MOST_LOOKS, looks_at, looks_told
from tournaments.models import RoundTable, Tournament
from tournaments.pages.common import EventRequest, event_page
from tournaments.pages.public import page_of
from tournaments.selectors import fold_of


def _matches(tournament: Tournament) -> list[Table]:
    """The matches of an event, the first opened first."""
    linked = RoundTable.objects.filter(tournament=tournament, match__isnull=False)
    return list(Table.objects.filter(pk__in=linked.values("match")).order_by("opened_at", "pk"))


@require_safe
@event_page("tournaments.preside")
def looks(request: EventRequest, tournament: Tournament) -> HttpResponse:
    """Who was shown hidden tiles at this event's tables."""
    matches = {one.pk: one for one in _matches(tournament)}
    rows = looks_told(looks_at(matches)[:MOST_LOOKS])
    page = page_of(
        tournament,
        fold_of(tournament),
        "desk",
        looks=[row | {"table": matches[row["table_id"]]} for row in rows],
        most=MOST_LOOKS,
    )
    return render(request, "tournaments/looks.html", page)


@require_safe
@at_most(CHECKS)
@event_page("tournaments.preside")
def figures(request: EventRequest, tournament: Tournament) -> HttpResponse:
    """Figures over all the event's finished hands, each beside its base rate."""
    page = page_of(
        tournament, fold_of(tournament), "desk", figures=figures_over(_matches(tournament))
    )
    return render(request, "tournaments/figures.html", page)
