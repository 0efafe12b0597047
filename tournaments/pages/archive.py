"""The page from which organisers take the archive of an event that is over.

A worker makes it; the page says how far it is, and then hands out what is kept.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass

from asgiref.sync import sync_to_async
from django.conf import settings
from django.core.handlers.asgi import ASGIRequest
from django.http import HttpResponse, StreamingHttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.http import content_disposition_header
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from engine.signing import public_key
from tables.imports.services import foreign_until
from tables.replay.turnstile import Answer, Turnstile, at_most
from tournaments.archive.exporting import OVER
from tournaments.archive.models import ArchiveOrder
from tournaments.archive.orders import (
    archive_ask,
    archive_handed_out,
    is_fresh,
    part_body,
    part_numbers,
)
from tournaments.archive.regulations import LANGUAGES
from tournaments.domain.refusals import Refused
from tournaments.models import Tournament
from tournaments.pages.common import EventRequest, event_page, refused
from tournaments.refusals import TEXTS as REFUSALS
from tournaments.selectors import fold_of

ARCHIVES = Turnstile(burst=4, per_minute=4)
"""Every line of every match is read."""
DOWNLOADS = Turnstile(burst=10, per_minute=10)


@dataclass(frozen=True, slots=True)
class Kept:
    """An archive as the page shows it: under way, ready as it would be made now, outdated, or not
    made, with why."""

    order: ArchiveOrder
    is_fresh: bool
    is_outdated: bool
    percent: int
    problem: str


@require_safe
@event_page("tournaments.organise")
def archive(request: EventRequest, tournament: Tournament) -> HttpResponse:
    """What is in an archive, how it is proved, how far the making is, and the file."""
    fold = fold_of(tournament)
    orders = tournament.archive_orders.select_related("tournament__club").order_by("-texts")
    kept = [_kept(order) for order in orders]
    page = {
        "event": tournament,
        "state": fold.state,
        "version": fold.version,
        "tab": "desk",
        "is_over": tournament.phase in OVER,
        # One that came from another site may still carry that site's signature.
        "key": "" if foreign_until(tournament.pk) else public_key(settings.CHECKPOINT_KEY),
        "kept": kept,
        "is_under_way": any(one.order.is_under_way for one in kept),
        "language": next(ours for ours, django in LANGUAGES.items() if django == get_language()),
    }
    return render(request, "tournaments/archive.html", page)


def _kept(order: ArchiveOrder) -> Kept:
    fresh = is_fresh(order)
    outdated = order.status == ArchiveOrder.Status.READY and not fresh
    failed = REFUSALS.get(order.problem, _("Something went wrong; ask for it again."))
    return Kept(
        order,
        fresh,
        outdated,
        order.steps_done * 100 // order.steps if order.steps else 0,
        str(failed) if order.status == ArchiveOrder.Status.FAILED else "",
    )


@require_POST
@at_most(ARCHIVES)
@event_page("tournaments.organise")
def archive_make(request: EventRequest, tournament: Tournament) -> HttpResponse:
    """Ask for the archive; `texts=none` leaves out what people wrote in cases."""
    try:
        archive_ask(tournament, texts=request.POST.get("texts") != "none", at=timezone.now())
    except Refused as problem:
        refused(request, problem)
    return redirect("event-archive", event=tournament.pk)


@require_safe
@at_most(DOWNLOADS)
@event_page("tournaments.organise")
def archive_file(request: EventRequest, tournament: Tournament) -> Answer:
    """The archive that is kept, if it is the one that would be made now."""
    texts = request.GET.get("texts") != "none"
    order = tournament.archive_orders.filter(texts=texts).first()
    if order is None or not is_fresh(order):
        problem = "not_over" if tournament.phase not in OVER else "archive_not_made"
        refused(request, Refused(problem, "the archive is not made"))
        return redirect("event-archive", event=tournament.pk)
    if request.method == "GET":
        archive_handed_out(order, timezone.now())
    answer = StreamingHttpResponse(_body(request, order), content_type="application/zip")
    answer["Content-Length"] = str(order.size)
    answer["Content-Disposition"] = content_disposition_header(True, order.name) or ""
    answer["Cache-Control"] = "private, no-store"
    answer["X-Fingerprint"] = order.fingerprint
    return answer


def _body(request: EventRequest, order: ArchiveOrder) -> Iterator[bytes] | AsyncIterator[bytes]:
    """A part at a time, whichever way the server reads it."""
    numbers = part_numbers(order)
    if not isinstance(request, ASGIRequest):
        return (part_body(number) for number in numbers)

    async def parts() -> AsyncIterator[bytes]:
        for number in numbers:
            yield await sync_to_async(part_body)(number)

    return parts()
