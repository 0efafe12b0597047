"""Players enter, check in and leave by themselves, on their own phones."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.core import signing
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tournaments.domain import commands as c
from tournaments.domain.parts import Person
from tournaments.models import Tournament
from tournaments.pages.common import EventRequest, carry_out, event_page
from tournaments.permissions import entry_of
from tournaments.selectors import fold_of

SALT = "tournaments.check-in"


def _is_for(tournament: Tournament, token: str) -> bool:
    try:
        return bool(signing.loads(token, salt=SALT) == str(tournament.pk))
    except signing.BadSignature:
        return False


@login_required
@event_page()
def check_in(request: EventRequest, tournament: Tournament, token: str) -> HttpResponse:
    """The page behind the code on the wall: one tap says that one is here."""
    if not _is_for(tournament, token):
        raise Http404
    fold = fold_of(tournament)
    entry = fold.state.entries.get(entry_of(request.user, tournament) or "")
    if request.method == "POST" and entry is not None:
        carry_out(request, tournament, c.CheckIn(entry.id), done=_("You are checked in."))
        return redirect(reverse("event", args=[tournament.pk]))
    page = {"event": tournament, "state": fold.state, "version": fold.version, "entry": entry}
    return render(request, "tournaments/check_in.html", page)


@require_POST
@login_required
@event_page()
def enter(request: EventRequest, tournament: Tournament) -> HttpResponse:
    """Take part, under one's own name."""
    account = request.user
    person = Person(account.public_name, account=str(account.pk))
    command = c.AddEntry(f"a{account.pk}", person, by_self=True, same_name_ok=True)
    known = fold_of(tournament).state.entries.get(command.entry)
    if known is not None and known.status == "withdrawn":
        carry_out(request, tournament, c.RestoreEntry(known.id), done=_("You take part again."))
    else:
        carry_out(request, tournament, command, done=_("You have entered."))
    return redirect(reverse("event", args=[tournament.pk]))


@require_POST
@login_required
@event_page()
def leave(request: EventRequest, tournament: Tournament) -> HttpResponse:
    """Withdraw before play starts; afterwards the organiser has to know."""
    entry = entry_of(request.user, tournament)
    if entry is not None:
        done = _("You have withdrawn.")
        carry_out(request, tournament, c.WithdrawEntry(entry, "self"), done=done)
    return redirect(reverse("event", args=[tournament.pk]))
