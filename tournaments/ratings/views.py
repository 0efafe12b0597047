"""The pages of ratings: a club's, and everybody's."""

from __future__ import annotations

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from tournaments.clubs.models import Club
from tournaments.ratings.selectors import list_of, rows_of


@require_safe
def overall(request: HttpRequest) -> HttpResponse:
    """Everybody's ratings."""
    return _page(request, None)


@require_safe
def of_club(request: HttpRequest, slug: str) -> HttpResponse:
    """The ratings that come from a club's own events."""
    club = get_object_or_404(Club, slug=slug)
    if not request.user.has_perm("clubs.see", club):
        raise PermissionDenied
    return _page(request, club)


def _page(request: HttpRequest, club: Club | None) -> HttpResponse:
    kept = list_of(club)
    page = {"club": club, "list": kept, "rows": rows_of(kept, request.user)}
    return render(request, "ratings/list.html", page)
