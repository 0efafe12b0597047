"""Who referees and keeps scores at an event: roles of the event beside those of its club."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from accounts.models import User
from tournaments.domain.refusals import Refused
from tournaments.models import Tournament, TournamentRole
from tournaments.officials import (
    members_of,
    official_dismiss,
    official_name,
    officials,
)
from tournaments.pages.common import EventRequest, back, event_page, refused
from tournaments.pages.kept import keep
from tournaments.pages.public import page_of
from tournaments.selectors import fold_of

Role = TournamentRole.Role


@require_safe
@event_page("tournaments.organise")
def officials_page(request: EventRequest, tournament: Tournament) -> HttpResponse:
    """The officials, and the form that names another."""
    names_organisers = request.user.has_perm("clubs.manage", tournament.club)
    page = page_of(
        tournament,
        fold_of(tournament),
        "desk",
        officials=officials(tournament),
        members=members_of(tournament),
        roles=[one for one in Role.choices if names_organisers or one[0] != Role.ORGANISER],
    )
    return render(request, "tournaments/officials.html", page)


@require_POST
@event_page("tournaments.organise")
def name(request: EventRequest, tournament: Tournament) -> HttpResponse:
    """Give a member of the club a role at this event."""
    account, role = _account(request), request.POST.get("role", "")
    try:
        if account is None:
            raise Refused("unknown_value", "nobody has that account", "account")
        official_name(tournament=tournament, by=request.user, account=account, role=role)
        messages.success(request, _("Saved."))
    except Refused as refusal:
        refused(request, refusal)
        keep(request, refusal)
    return back(request, "desk-officials", tournament)


@require_POST
@event_page("tournaments.organise")
def dismiss(request: EventRequest, tournament: Tournament) -> HttpResponse:
    """Take a role of the event away."""
    account = _account(request)
    if account is not None:
        official_dismiss(tournament=tournament, by=request.user, account=account)
        messages.success(request, _("Saved."))
    return back(request, "desk-officials", tournament)


def _account(request: EventRequest) -> User | None:
    text = request.POST.get("account", "")
    is_id = text.isascii() and text.isdecimal() and len(text) < 10
    return User.objects.filter(pk=int(text), is_active=True).first() if is_id else None
