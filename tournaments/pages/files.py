"""What an event hands out: sheets as CSV and JSON, papers as PDF.

What sets papers is imported by whoever prints: every process of the site would wait for it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from django.http import Http404, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.http import content_disposition_header
from django.views.decorators.http import require_safe

from engine.checkpoints import Checkpoint as Signed
from tables.replay.turnstile import Turnstile, at_most
from tournaments.domain.refusals import Refused
from tournaments.exports.files import SHEETS, File, file_name, sheet_file
from tournaments.exports.print_request import Checkpoint, Printing, Size
from tournaments.exports.sheet import Delimiter
from tournaments.exports.words import printing_now
from tournaments.jobs.checkpoints import round_signed, standings_signed
from tournaments.models import Tournament
from tournaments.pages.common import EventRequest, event_page
from tournaments.pages.public import plans_shown
from tournaments.pages.standings import stage_at
from tournaments.play.drawn_seats import drawn_seats
from tournaments.redrawing.file import draw_file
from tournaments.selectors import fold_of, state_of
from tournaments.store.folds import lines_after
from tournaments.store.log import commands_of

PAPERS = Turnstile(burst=20, per_minute=30)
"""Setting a paper takes a second of the machine."""

DELIMITERS: Final[Mapping[str, Delimiter]] = {"": ",", "semicolon": ";", "tab": "\t"}


def handed_out(file: File, *, inline: bool = False) -> HttpResponse:
    """A file as an answer; its name may hold letters of any script."""
    answer = HttpResponse(file.body, content_type=file.content_type)
    answer["Content-Disposition"] = content_disposition_header(not inline, file.name) or ""
    answer["Cache-Control"] = "private, no-store"
    return answer


@require_safe
@event_page()
def sheet(request: EventRequest, tournament: Tournament, kind: str, ending: str) -> HttpResponse:
    """A sheet: public ones for whoever sees the event, all of it for those who run it."""
    full = request.user.has_perm("tournaments.score", tournament)
    if kind not in SHEETS or ending not in ("csv", "json"):
        raise Http404
    try:
        file = sheet_file(
            state_of(tournament),
            kind,
            ending,
            public=not full,
            bom=request.GET.get("bom") != "no",
            delimiter=DELIMITERS.get(request.GET.get("delimiter", ""), ","),
        )
    except Refused as refusal:
        raise Http404 from refusal
    return handed_out(file)


@require_safe
@at_most(PAPERS)
@event_page()
def draws(request: EventRequest, tournament: Tournament) -> HttpResponse:
    """Everything that it takes to run the event's draws again, once its seed is open."""
    fold = fold_of(tournament)
    if fold.state.seed is None:
        raise Http404
    commands = commands_of(lines_after(tournament.pk, 0))
    body = draw_file(fold.state, commands, drawn_seats(fold.state))
    name = file_name(fold.state, "draws", "json")
    return handed_out(File(name, "application/json", body))


def _printed(request: EventRequest, draw: Callable[[Printing], File]) -> HttpResponse:
    size: Size = "letter" if request.GET.get("size") == "letter" else "a4"
    made_at = int(timezone.now().timestamp() * 1000)
    try:
        file = draw(printing_now(made_at, size=size))
    except Refused as refusal:
        raise Http404 from refusal
    return handed_out(file, inline=True)


def _proof(request: EventRequest, found: Signed | None) -> Checkpoint | None:
    """What a paper is signed with: its address names the whole digest, its code a part."""
    if found is None:
        return None
    address = reverse("checkpoint-printed", args=[found.number, found.digest()])
    return Checkpoint(f"{found.number} · {found.code()}", request.build_absolute_uri(address))


@require_safe
@at_most(PAPERS)
@event_page()
def round_paper(
    request: EventRequest, tournament: Tournament, number: int, paper: str
) -> HttpResponse:
    """A paper of a round whose pairings were published."""
    from tournaments.exports.print_results import results_pdf
    from tournaments.exports.print_rounds import cards_pdf, pairings_pdf

    state = state_of(tournament)
    if number not in plans_shown(state):
        raise Http404

    def link(table: int) -> str:
        address = reverse("event-table", args=[tournament.pk, number, table])
        return request.build_absolute_uri(address)

    papers: dict[str, Callable[[Printing], File]] = {
        "pairings": lambda printing: pairings_pdf(state, printing, number),
        "cards": lambda printing: cards_pdf(state, printing, number, link),
        "results": lambda printing: results_pdf(
            state,
            printing,
            number,
            _proof(request, round_signed(tournament.pk, state, number, timezone.now())),
        ),
    }
    if paper not in papers:
        raise Http404
    return _printed(request, papers[paper])


@require_safe
@at_most(PAPERS)
@event_page()
def standings_paper(request: EventRequest, tournament: Tournament, number: int) -> HttpResponse:
    """The standings of a stage on paper."""
    from tournaments.exports.print_results import standings_pdf

    state = state_of(tournament)
    stage = stage_at(state, number)
    signed = standings_signed(tournament.pk, state, stage, timezone.now())
    proof = _proof(request, signed)
    return _printed(
        request, lambda printing: standings_pdf(state, printing, stage, checkpoint=proof)
    )
