"""Invitations to an event: the organiser's links, and the page behind one."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.models import User
from tournaments.clubs.errors import ClubRefused
from tournaments.clubs.forms import InvitationForm
from tournaments.domain.refusals import Refused
from tournaments.exports.qr import qr_svg
from tournaments.inviting import (
    GIVEN,
    event_invitation_accept,
    event_invitation_check,
    event_invitation_create,
    event_invitation_withdraw,
    is_held,
    open_invitations,
)
from tournaments.models import EventInvitation, Tournament
from tournaments.pages.common import EventRequest, back, event_page, form_refused
from tournaments.pages.public import page_of
from tournaments.receivers import COMING, reason, welcome
from tournaments.selectors import fold_of

read_or_write = require_http_methods(["GET", "HEAD", "POST"])


@read_or_write
@event_page("tournaments.organise")
def invitations(request: EventRequest, tournament: Tournament) -> HttpResponse:
    """The open links to this event, and a form for another."""
    form = InvitationForm(request.POST or None, roles=GIVEN)
    if request.method == "POST" and form.is_valid():
        try:
            made = event_invitation_create(
                tournament=tournament, by=request.user, wanted=form.wanted()
            )
        except (ClubRefused, Refused) as problem:
            form.add_error(None, forms.ValidationError(reason(problem), problem.code))
        else:
            return redirect(made)
    form_refused(request, form)
    page = page_of(
        tournament,
        fold_of(tournament),
        "players",
        form=form,
        invitations=open_invitations(tournament),
    )
    return render(request, "tournaments/invitations.html", page)


@require_safe
@event_page("tournaments.organise")
def invitation(request: EventRequest, tournament: Tournament, link: int) -> HttpResponse:
    """The link and its code, to be shown, sent or printed."""
    found = get_object_or_404(EventInvitation, tournament=tournament, pk=link, revoked_at=None)
    address = request.build_absolute_uri(reverse("event-join", kwargs={"ticket": found.token}))
    page = page_of(
        tournament,
        fold_of(tournament),
        "players",
        invitation=found,
        link=address,
        code=qr_svg(address, _("Code with the link to this event")),
    )
    return render(request, "tournaments/invitation.html", page)


@require_POST
@event_page("tournaments.organise")
def withdraw(request: EventRequest, tournament: Tournament, link: int) -> HttpResponse:
    """Nobody else comes by this link."""
    found = get_object_or_404(EventInvitation, tournament=tournament, pk=link)
    event_invitation_withdraw(invitation=found)
    messages.success(request, _("The invitation is withdrawn."))
    return back(request, "desk-invitations", tournament)


@read_or_write
def join(request: HttpRequest, ticket: str) -> HttpResponse:
    """A link to an event: one tap takes it; whoever has to log in or sign up, takes it by that."""
    rows = EventInvitation.objects.select_related("tournament__club", "created_by")
    found = get_object_or_404(rows, token=ticket)
    account = request.user if isinstance(request.user, User) else None
    if account is not None and is_held(found, account):
        return redirect(_home(account, found.tournament))
    try:
        event_invitation_check(found)
        if request.method != "POST":
            return _page(request, found)
        if account is None:
            return _after_log_in(request, found)
        event_invitation_accept(invitation=found, account=account)
    except (ClubRefused, Refused) as problem:
        refusal = {"code": problem.code, "message": reason(problem)}
        return _page(request, found, status=410, refusal=refusal)
    messages.success(request, welcome(found, account))
    return redirect(_home(account, found.tournament))


def _page(
    request: HttpRequest, found: EventInvitation, status: int = 200, **more: Any
) -> HttpResponse:
    page = {"invitation": found, "event": found.tournament, **more}
    return render(request, "tournaments/join.html", page, status=status)


def _home(account: User, tournament: Tournament) -> str:
    """The event's page; a draft is not shown to its referees and scorers yet."""
    is_seen = account.has_perm("tournaments.see", tournament)
    return reverse("event", args=[tournament.pk]) if is_seen else reverse("me")


def _after_log_in(request: HttpRequest, found: EventInvitation) -> HttpResponse:
    request.session[COMING] = found.token
    page = "account_signup" if request.POST.get("how") == "sign-up" else "login"
    # By then they have what the link brings, and its page sends them on to the event.
    onward = reverse("event-join", kwargs={"ticket": found.token})
    return redirect(f"{reverse(page)}?{urlencode({'next': onward})}")
