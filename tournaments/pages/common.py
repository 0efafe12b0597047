"""What all pages of events share: finding the event, asking who may, carrying out a command."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, Final
from uuid import UUID

from django import forms
from django.contrib import messages
from django.contrib.auth.models import AnonymousUser
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django_htmx.middleware import HtmxDetails

from accounts.models import User
from accounts.second_factor import was_withheld
from tables.by_post import command_id
from tables.replay.turnstile import Answer
from tournaments.domain.commands import Command
from tournaments.domain.refusals import Refused
from tournaments.models import Tournament
from tournaments.pages.kept import keep
from tournaments.refusals import field_name, sentence
from tournaments.services import tournament_do
from tournaments.store.acting import Intent, Receipt


class EventRequest(HttpRequest):
    """A request as the middleware leaves it; `user` is anonymous only on pages for everybody."""

    user: User
    htmx: HtmxDetails


EventView = Callable[..., Answer]


def event_page(permission: str = "tournaments.see") -> Callable[[EventView], EventView]:
    """Give a view its Tournament, if whoever asks may see it and has the permission.

    Whoever may not even see it is told that there is none; strangers are asked to log in.
    """

    def guard(view: EventView) -> EventView:
        @wraps(view)
        def guarded(request: EventRequest, event: UUID, **arguments: Any) -> Answer:
            tournament = get_object_or_404(Tournament.objects.select_related("club"), pk=event)
            account: User | AnonymousUser = request.user
            visible = account.has_perm("tournaments.see", tournament)
            if visible and account.has_perm(permission, tournament):
                return view(request, tournament, **arguments)
            if not account.is_authenticated:
                return redirect_to_login(request.get_full_path())
            # Organisers who lack a second factor are told that, not that there is nothing here.
            if not visible and not was_withheld(account):
                raise Http404
            raise PermissionDenied

        return guarded

    return guard


def carry_out(
    request: EventRequest,
    tournament: Tournament,
    command: Command | tuple[Command, ...] | Intent,
    *,
    done: str | Promise = "",
) -> Receipt | None:
    """Carry a command out for whoever asks; what came of it is told on the next page.

    None where it was refused: what was typed is kept for the form. Raises PermissionDenied.
    """
    try:
        receipt = tournament_do(
            tournament=tournament,
            account=request.user,
            command=command,
            command_id=command_id(request),
        )
    except Refused as refusal:
        refused(request, refusal)
        keep(request, refusal)
        return None
    if done:
        messages.success(request, str(done))
    return receipt


def attempted(request: EventRequest, step: Callable[[], object], *, done: str) -> bool:
    """Do something that may be refused; what came of it is told on the next page."""
    try:
        step()
    except Refused as refusal:
        refused(request, refusal)
        return False
    messages.success(request, done)
    return True


def refused(request: HttpRequest, refusal: Refused) -> None:
    """Tell a refusal on the next page, naming its field; code and field are the message's tags,
    for programs and tests."""
    _tell(request, field_name(refusal), sentence(refusal), refusal.code, refusal.field)


def _tell(request: HttpRequest, label: str, told: str, code: str, field: str | None) -> None:
    text = _("%(field)s: %(told)s") % {"field": label, "told": told} if label else told
    tags = f"code-{code} field-{field}" if field else f"code-{code}"
    messages.error(request, text, extra_tags=tags)


_OF_FIELDS: Final = {
    "required": "empty", "max_length": "too_long", "invalid": "unknown_value",
    "invalid_choice": "unknown_value", "min_value": "out_of_range", "max_value": "out_of_range",
    "null_characters_not_allowed": "control_character", "max_digits": "out_of_range",
}  # fmt: skip


def form_refused(request: HttpRequest, *given: forms.Form, group: str = "") -> None:
    """Tell all that is wrong with forms: which field, why, and a stable code as the tag.

    `group` names what the fields belong to, such as a stage.
    """
    for form in given:
        for name, errors in form.errors.as_data().items():
            label = str(form.fields[name].label or "") if name in form.fields else ""
            for error in errors:
                code = _OF_FIELDS.get(error.code or "", error.code or "unknown_value")
                field = form.add_prefix(name) if label else None
                told = " ".join(map(str, error.messages))
                _tell(request, " · ".join(filter(None, (group, label))), told, code, field)


def not_taken(request: HttpRequest, *given: forms.Form) -> None:
    """Tell what is wrong with forms on the page that shows them again, as they were typed."""
    form_refused(request, *given)
    keep(request)


def back(request: HttpRequest, name: str, tournament: Tournament, **more: Any) -> HttpResponse:
    """After a form: to the page it stood on, if that is one of ours, or to the page named."""
    asked = request.POST.get("next", "")
    if asked.startswith("/") and not asked.startswith(("//", "/\\")):
        return redirect(asked)
    return redirect(reverse(name, kwargs={"event": tournament.pk, **more}))
