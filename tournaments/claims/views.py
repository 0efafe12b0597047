"""Pages of claims: a guest enters a code; an organiser prints codes for guests."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import urlencode

from allauth.core.ratelimit import consume_or_429
from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.names import sorted_by_name
from tournaments.claims import services
from tournaments.claims.codes import code_read
from tournaments.domain.refusals import Refused
from tournaments.domain.state import Entry
from tournaments.exports.qr import qr_svg
from tournaments.models import Tournament
from tournaments.pages.common import EventRequest, event_page, refused
from tournaments.refusals import sentence
from tournaments.selectors import fold_of, state_of

read_or_write = require_http_methods(["GET", "HEAD", "POST"])


class ClaimForm(forms.Form):
    """A code as it is printed, or nearly so."""

    code = forms.CharField(
        label=gettext_lazy("Code"),
        max_length=40,
        widget=forms.TextInput(
            attrs={"autocomplete": "off", "autocapitalize": "characters", "spellcheck": "false"}
        ),
    )


@dataclass(frozen=True, slots=True)
class Card:
    """What is printed for one guest."""

    name: str
    code: str
    drawn: str


@never_cache
@login_required
@read_or_write
def claim(request: EventRequest) -> HttpResponse:
    """Enter a code, or confirm the one that a scanned link brought along."""
    form = ClaimForm(request.POST or None, initial={"code": code_read(request.GET.get("code", ""))})
    if request.method != "POST" or not form.is_valid():
        return render(request, "tournaments/claims/claim.html", {"form": form})
    # Guessing has to be slow, whoever guesses.
    too_often: HttpResponse | None = consume_or_429(request, action="claim")
    if too_often is not None:
        return too_often
    try:
        found = services.claim(account=request.user, code=form.cleaned_data["code"])
    except Refused as problem:
        form.add_error("code", forms.ValidationError(sentence(problem), code=problem.code))
        return render(request, "tournaments/claims/claim.html", {"form": form})
    name = state_of(found.tournament).entries[found.entry].person.name
    text = _("The results of %(name)s are yours now.") % {"name": name}
    messages.success(request, text)
    seen = request.user.has_perm("tournaments.see", found.tournament)
    return redirect("event", event=found.tournament_id) if seen else redirect("profile")


@never_cache
@event_page("tournaments.organise")
@read_or_write
def codes(request: EventRequest, tournament: Tournament) -> HttpResponse:
    """Guests of an event; codes for those who are ticked are shown once, to be printed."""
    guests = sorted_by_name(services.guests_of(tournament), lambda one: one.person.name)
    fold = fold_of(tournament)
    page = {
        "event": tournament,
        "state": fold.state,
        "version": fold.version,
        "tab": "players",
        "guests": guests,
    }
    if request.method == "POST":
        wanted = request.POST.getlist("entry")
        try:
            made = services.claim_codes_make(
                tournament=tournament, account=request.user, entries=wanted
            )
        except Refused as problem:
            refused(request, problem)
            return redirect("claim-codes", event=tournament.pk)
        page["cards"] = [_card(request, one, made[one.id]) for one in guests if one.id in made]
    return render(request, "tournaments/claims/codes.html", page)


def _card(request: EventRequest, guest: Entry, code: str) -> Card:
    link = request.build_absolute_uri(f"{reverse('claim')}?{urlencode({'code': code})}")
    return Card(guest.person.name, code, qr_svg(link, _("Code with the link to claim results")))
