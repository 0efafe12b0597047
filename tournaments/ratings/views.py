"""The pages of ratings: a club's, and everybody's."""

from __future__ import annotations

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from tournaments.clubs.models import Club
from tournaments.ratings.selectors import list_of, rating_of, rows_of, steps_of


@require_safe
def overall(request: HttpRequest) -> HttpResponse:
    """Everybody's ratings."""
    return _page(request, None)


@require_safe
def of_club(request: HttpRequest, slug: str) -> HttpResponse:
    """The ratings that come from a club's own events."""
    return _page(request, _club(request, slug))


@require_safe
def person(request: HttpRequest, account: int) -> HttpResponse:
    """The matches that somebody's rating is made of."""
    return _person(request, None, account)


@require_safe
def person_in_club(request: HttpRequest, slug: str, account: int) -> HttpResponse:
    """The same in a club's own list."""
    return _person(request, _club(request, slug), account)


def _club(request: HttpRequest, slug: str) -> Club:
    club = get_object_or_404(Club, slug=slug)
    if not request.user.has_perm("clubs.see", club):
        raise PermissionDenied
    return club


def _page(request: HttpRequest, club: Club | None) -> HttpResponse:
    kept = list_of(club)
    page = {"club": club, "list": kept, "rows": rows_of(kept, request.user)}
    return render(request, "ratings/list.html", page)


def _person(request: HttpRequest, club: Club | None, account: int) -> HttpResponse:
    rating = rating_of(list_of(club), account, request.user)
    if rating is None:
        raise Http404
    page = {
        "club": club,
        "person": rating.account,
        "rating": rating,
        "steps": steps_of(rating, request.user),
    }
    return render(request, "ratings/person.html", page)
