"""The page from which organisers take the archive of an event that is over."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from tables.replay.turnstile import Turnstile, at_most
from tournaments.archive.exporting import OVER, archive_make
from tournaments.archive.regulations import LANGUAGES
from tournaments.domain.refusals import Refused
from tournaments.exports.files import File
from tournaments.models import Tournament
from tournaments.pages.common import EventRequest, event_page, refused
from tournaments.pages.files import handed_out
from tournaments.selectors import fold_of

ARCHIVES = Turnstile(burst=4, per_minute=4)
"""Every line of every match is read."""


@require_safe
@event_page("tournaments.organise")
def archive(request: EventRequest, tournament: Tournament) -> HttpResponse:
    """What is in an archive, how it is proved, and the button."""
    fold = fold_of(tournament)
    page = {
        "event": tournament,
        "state": fold.state,
        "version": fold.version,
        "tab": "desk",
        "is_over": tournament.phase in OVER,
        "language": next(ours for ours, django in LANGUAGES.items() if django == get_language()),
    }
    return render(request, "tournaments/archive.html", page)


@require_safe
@at_most(ARCHIVES)
@event_page("tournaments.organise")
def archive_file(request: EventRequest, tournament: Tournament) -> HttpResponse:
    """The archive itself; `texts=none` leaves out what people wrote in cases."""
    try:
        made = archive_make(tournament, texts=request.GET.get("texts") != "none")
    except Refused as problem:
        refused(request, problem)
        return redirect("event-archive", event=tournament.pk)
    answer = handed_out(File(made.name, "application/zip", made.body))
    answer["X-Fingerprint"] = made.fingerprint
    return answer
