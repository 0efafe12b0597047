"""Setting an event up: a draft in one form, its terms in detail, a club's own presets."""

from __future__ import annotations

from datetime import datetime
from typing import Any, cast

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST

from engine.errors import EngineError
from tables.by_post import command_id
from tables.forms import RULESETS
from tournaments import presets
from tournaments.clubs.models import Club, Preset, Role
from tournaments.clubs.presets import preset_save as preset_save_for
from tournaments.domain import commands as c
from tournaments.domain.refusals import Refused
from tournaments.domain.state import TournamentState
from tournaments.domain.terms import Details, Play, Terms
from tournaments.models import Tournament
from tournaments.pages.common import (
    EventRequest,
    back,
    carry_out,
    event_page,
    form_refused,
    not_taken,
    refused,
)
from tournaments.pages.kept import keep, refilled
from tournaments.pages.moments import MomentField
from tournaments.pages.terms_form import PLAYS, TermsForm
from tournaments.pages.terms_text import stage_name
from tournaments.refusals import sentence
from tournaments.seating.field import uneven_choices
from tournaments.selectors import fold_of
from tournaments.services import tournament_create, tournament_do
from tournaments.store.projections import moment
from tournaments.terms_json import terms_from_json, terms_to_json

OWN = "own-"


class DetailsForm(forms.Form):
    """What an event is called, when and where it is, for how many."""

    name = forms.CharField(label=gettext_lazy("Name of the event"), max_length=100)
    starts_at = MomentField(label=gettext_lazy("Starts"))
    registration_closes_at = MomentField(label=gettext_lazy("Registration closes"))
    ends_at = MomentField(label=gettext_lazy("Ends"))
    place = forms.CharField(label=gettext_lazy("Venue"), max_length=200, required=False)
    capacity = forms.IntegerField(
        label=gettext_lazy("Places (empty: as many as come)"),
        min_value=4,
        max_value=2000,
        required=False,
    )

    def details(self, club: str | None) -> Details:
        """The details that were given."""
        data = self.cleaned_data
        return Details(
            data["name"],
            data["place"],
            club,
            *(_ms(data[name]) for name in ("registration_closes_at", "starts_at", "ends_at")),
        )


def _ms(at: datetime | None) -> int | None:
    return None if at is None else int(at.timestamp() * 1000)


class NewForm(DetailsForm):
    """A draft from a preset."""

    ruleset = forms.ChoiceField(label=gettext_lazy("Game"), choices=RULESETS)
    play = forms.ChoiceField(label=gettext_lazy("Played"), choices=PLAYS)
    preset = forms.ChoiceField(label=gettext_lazy("How it is played"), widget=forms.RadioSelect)

    def __init__(self, *arguments: Any, club: Club, **rest: Any) -> None:
        super().__init__(*arguments, **rest)
        self.own = {f"{OWN}{one.pk}": one for one in club.presets.all()}
        choices = [*((key, one.name) for key, one in self.own.items()),
                   *((key, one.name) for key, one in presets.PRESETS.items())]  # fmt: skip
        field = cast(forms.ChoiceField, self.fields["preset"])
        field.choices = choices
        field.initial = choices[0][0]

    def terms(self) -> Terms:
        """The terms of the preset. A club's own say themselves which game it is."""
        data = self.cleaned_data
        own = self.own.get(data["preset"])
        if own is not None:
            return terms_from_json(own.terms)
        return presets.terms_of_preset(data["preset"], data["ruleset"], cast(Play, data["play"]))


@login_required
def event_new(request: EventRequest) -> HttpResponse:
    """Choose the club if there are several, then name the event and how it is played."""
    clubs = Club.objects.filter(
        memberships__account=request.user,
        memberships__role__in=(Role.OWNER, Role.ORGANISER),
    )
    slug = request.GET.get("club")
    club = clubs.filter(slug=slug).first() if slug else (clubs[0] if len(clubs) == 1 else None)
    if club is None:
        return render(request, "tournaments/choose_club.html", {"clubs": clubs})
    form = NewForm(request.POST or None, club=club)
    if request.method == "POST" and form.is_valid():
        try:
            tournament = tournament_create(
                club=club,
                account=request.user,
                details=form.details(club.slug),
                terms=form.terms(),
                capacity=form.cleaned_data["capacity"],
                command_id=command_id(request),
            )
            return redirect(reverse("desk", args=[tournament.pk]))
        except EngineError as refusal:
            _add_error(request, form, refusal)
    elif request.method == "POST":
        form_refused(request, form)
    explained = {key: one.explanation for key, one in presets.PRESETS.items()}
    explained |= {key: _own_explained(one) for key, one in form.own.items()}
    page = {"form": form, "club": club, "explained": explained}
    return render(request, "tournaments/new.html", page)


def _own_explained(preset: Preset) -> str:
    """A club's own preset brings its game and where it is played, whatever else is chosen."""
    terms = terms_from_json(preset.terms)
    fixed = (dict(RULESETS)[terms.ruleset], dict(PLAYS)[terms.play])
    stages = [stage_name(terms, stage.id) for stage in terms.stages]
    return " · ".join(map(str, (*fixed, *stages)))


def _add_error(request: EventRequest, form: forms.Form, refusal: EngineError) -> None:
    """Beside the field, and above the form with its code."""
    field = refusal.field if refusal.field in form.fields else None
    form.add_error(field, forms.ValidationError(sentence(refusal), refusal.code))
    form_refused(request, form)


@event_page("tournaments.organise")
def settings(request: EventRequest, tournament: Tournament) -> HttpResponse:
    """Details and terms; the terms are frozen once the event has started."""
    fold = fold_of(tournament)
    state = fold.state
    assert state.details is not None
    assert state.terms is not None
    is_frozen = state.phase not in ("draft", "registration")
    form = TermsForm(request.POST or None, terms=state.terms)
    if request.method == "POST" and is_frozen:
        refused(request, Refused("terms_frozen", ""))
        return back(request, "settings", tournament)
    if request.method == "POST" and _are_terms_taken(request, tournament, form):
        return back(request, "settings", tournament)
    page = {
        "event": tournament,
        "state": state,
        "version": fold.version,
        "tab": "settings",
        "form": form,
        "is_frozen": is_frozen,
        "details_form": _details_form(request, state.details, state.capacity),
        "uneven_explained": uneven_explained(state),
    }
    return render(request, "tournaments/settings.html", page)


def _are_terms_taken(request: EventRequest, tournament: Tournament, form: TermsForm) -> bool:
    """Whether they are saved; else all that is wrong is told, above the form and beside its
    fields."""
    if form.is_valid():
        try:
            command, id_ = c.ChangeTerms(form.terms()), command_id(request)
            tournament_do(
                tournament=tournament, account=request.user, command=command, command_id=id_
            )
        except Refused as refusal:
            if not form.take_refusal(refusal, sentence(refusal)):
                refused(request, refusal)
        else:
            messages.success(request, _("Saved."))
            return True
    form_refused(request, form, form.disputes)
    for number, stage in enumerate(form.stages, 1):
        form_refused(request, stage, group=_("Stage %(n)s") % {"n": number})
    return False


def uneven_explained(state: TournamentState) -> list[str]:
    """What each way to treat a number that four does not divide comes to, for who is entered."""
    players = sum(entry.is_playing for entry in state.entries.values())
    rounds = state.terms.stages[0].rounds if state.terms else 1
    lines = []
    for choice in uneven_choices(players, rounds):
        asked = {"players": players, "tables": choice.tables, "rounds": rounds}
        if choice.how == "sit_out":
            spread = {"least": choice.sits_least, "most": choice.sits_most}
            lines.append(
                _(
                    "%(players)d players: %(tables)d tables; over %(rounds)d rounds each sits out,"
                    " or has a bye, %(least)d to %(most)d times."
                )
                % {**asked, **spread}
            )
        elif choice.how == "stand_ins":
            asked["helpers"] = choice.stand_ins
            lines.append(
                _(
                    "%(players)d players and %(helpers)d helpers: %(tables)d tables,"
                    " nobody sits out."
                )
                % asked
            )
        elif players:
            lines.append(_("%(players)d players make %(tables)d tables.") % asked)
    return lines


def _details_form(request: EventRequest, details: Details, capacity: int | None) -> DetailsForm:
    initial = {
        "name": details.name,
        "place": details.place,
        "capacity": capacity,
        "starts_at": moment(details.starts_at),
        "registration_closes_at": moment(details.registration_closes_at),
        "ends_at": moment(details.ends_at),
    }
    return refilled(request, "settings-details", lambda data: DetailsForm(data, initial=initial))


@require_POST
@event_page("tournaments.organise")
def details(request: EventRequest, tournament: Tournament) -> HttpResponse:
    """Put name, dates, venue and the number of places right."""
    form = DetailsForm(request.POST)
    if not form.is_valid():
        not_taken(request, form)
        return back(request, "settings", tournament)
    state = fold_of(tournament).state
    club = state.details.club if state.details else None
    commands: tuple[c.Command, ...] = (c.ChangeDetails(form.details(club)),)
    if form.cleaned_data["capacity"] != state.capacity:
        commands = (*commands, c.ChangeCapacity(form.cleaned_data["capacity"]))
    carry_out(request, tournament, commands, done=_("Saved."))
    return back(request, "settings", tournament)


@require_POST
@event_page("tournaments.organise")
def preset_save(request: EventRequest, tournament: Tournament) -> HttpResponse:
    """Keep the event's terms for the club's next events."""
    name = request.POST.get("name", "").strip()
    terms = fold_of(tournament).state.terms
    assert terms is not None
    kept = terms_to_json(terms)
    try:
        preset_save_for(club=tournament.club, account=request.user, name=name, terms=kept)
    except Refused as refusal:
        refused(request, refusal)
        keep(request, name=str(refusal.facts.get("offered", name)))
    else:
        messages.success(request, _("The terms are kept for the club's next events."))
    return back(request, "settings", tournament)


@require_POST
@login_required
def preset_forget(request: EventRequest, slug: str, preset: int) -> HttpResponse:
    """A preset is not wanted any more; events made from it keep their terms."""
    found = get_object_or_404(Preset, pk=preset, club__slug=slug)
    if not request.user.has_perm("clubs.create_event", found.club):
        raise PermissionDenied
    found.delete()
    return redirect(f"{reverse('event-new')}?club={slug}")
