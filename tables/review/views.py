"""Pages of the review: one hand with all its reasons, and who looked at hidden tiles."""

from __future__ import annotations

from typing import Any, NamedTuple
from uuid import UUID

from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from accounts.models import User
from engine.cli.explanation import REASONS
from engine.errors import EngineError
from engine.looks import SUFFIX
from engine.play.state import MatchState
from engine.scoring import ScoreInput
from engine.seats import SEATS
from tables import catalogue, folds
from tables.cases.guards import publicity_of
from tables.cases.offers import may_dispute
from tables.cases.wording import refusal_text
from tables.checkpoints.selectors import looks_signed
from tables.events.drivers import run
from tables.models import Table
from tables.replay.turnstile import CHECKS, READS, at_most
from tables.review import opened, page, sheet_what_if, sheets, what_if_page
from tables.review.access import Way, way_in
from tables.review.chain import chain_for
from tables.review.figures import figures_of
from tables.review.hand_log import HandLog, hand_log
from tables.review.looks import MOST_LOOKS, What, look_note, looks_at, looks_told
from tables.review.time_spent import time_of
from tables.review.what_if import facts_at, what_if
from tables.seeing import seen_or_404
from tables.words import tile_names, words


class Opened(NamedTuple):
    """A hand that somebody may look at, and as what they do."""

    table: Table
    log: HandLog
    way: Way


def open_hand(request: HttpRequest, table_id: UUID, hand: int, what: What | None) -> Opened:
    """The hand, once it is written down who is about to see what is hidden; without `what` no
    tiles are shown.

    Raises Http404 for no such hand, PermissionDenied for who may not open it.
    """
    table = seen_or_404(request, table_id)
    log = hand_log(table.pk, hand)
    if log is None:
        raise Http404
    way = way_in(request.user, table, is_over=log.is_over)
    if way is None:
        raise PermissionDenied
    if what and not log.is_over and isinstance(request.user, User):
        look_note(account=request.user, table=table.pk, hand=hand, what=what)
    return Opened(table, log, way)


@require_safe
@at_most(READS)
def review(request: HttpRequest, table_id: UUID, hand: int) -> HttpResponse:
    """One hand: every event with its reasons, the score opened up, what became of it."""
    if seen_or_404(request, table_id).play == Table.Play.SCORED:
        return _review_sheet(request, table_id, hand)
    table, log, way = open_hand(request, table_id, hand, "review")
    match = run(folds.load(table.pk)).state
    context = _about(request, table, hand, match, way) | {
        "log": log,
        "hidden": not log.is_over,
        "names": page.names_at(log.after, log.hand),
        "told": page.told(log, way),
        "score": page.score_of(log),
        "wall": page.rest_of_wall(log),
        "config": _config(request, table, hand),
        "words": words(),
        "tile_names": tile_names(),
        "what_if": reverse("review-what-if", args=[table.pk, hand]),
    }
    return render(request, "tables/review/hand.html", context)


def _about(
    request: HttpRequest, table: Table, hand: int, match: MatchState, way: Way
) -> dict[str, Any]:
    """What every review says, of tiles played here and of real ones."""
    last = len(match.sheet) if table.play == Table.Play.SCORED else match.hand_number
    return {
        "table": table,
        "hand": hand,
        "way": way,
        "judges": request.user.has_perm("tables.judge", table),
        "calls": may_dispute(request.user, table),
        "answers": request.user.has_perm("tables.see_looks", table),
        "title": catalogue.title_of(table),
        "before": hand - 1 if hand > 1 else None,
        "after": hand + 1 if hand < last else None,
        "chain": chain_for(table, match.court, hand, way),
        "corrected": _corrected(table, match, hand),
        "changed": catalogue.options_changed(table.ruleset, table.options),
    }


def _corrected(table: Table, match: MatchState, hand: int) -> dict[str, Any] | None:
    """The score as a ruling corrected it, opened up as the original is."""
    ruling = match.court.last_word(hand)
    played = match.court.hand(hand)
    if ruling is None or played is None or ruling.kind != "score_corrected":
        return None
    row = table.rulings.filter(ruling=ruling.id).first()
    if row is None:
        return None
    names = [match.players[place].name for place in played.places]
    return opened.opened(match.ruleset, row.decision["breakdown"], names)


def _config(request: HttpRequest, table: Table, hand: int) -> dict[str, Any]:
    at = request.GET.get("at", "")
    return {
        "at": int(at) if at.isascii() and at.isdigit() and len(at) < 10 else None,
        "address": reverse("review", args=[table.pk, hand]),
        "whatIf": reverse("review-what-if", args=[table.pk, hand]),
        "rules": reverse("rules"),
        "zone": settings.TIME_ZONE,
        "headings": catalogue.rule_headings(),
        "reasons": {code: text.in_language(catalogue.language()) for code, text in REASONS.items()},
    }


def _review_sheet(request: HttpRequest, table_id: UUID, hand: int) -> HttpResponse:
    """A hand played with real tiles: what was entered, confirmed and contested, and its score."""
    table, match, way = _open_sheet(request, table_id, hand)
    how = publicity_of(table) if way == "reader" else "all"
    context = _about(request, table, hand, match, way)
    context |= sheets.hand_of(table, match, hand, how)
    if match.sheet[hand - 1].entry is not None:
        context["what_if"] = reverse("review-what-if", args=[table.pk, hand])
    return render(request, "tables/review/sheet_hand.html", context)


def _open_sheet(request: HttpRequest, table_id: UUID, hand: int) -> tuple[Table, MatchState, Way]:
    """The match with this hand on its sheet, and as what somebody looks at it.

    Raises Http404 for no such hand, PermissionDenied for who may not open it.
    """
    table = seen_or_404(request, table_id)
    match = run(folds.load(table.pk)).state
    if not 1 <= hand <= len(match.sheet):
        raise Http404
    way = way_in(request.user, table, is_over=True)
    if way is None:
        raise PermissionDenied
    return table, match, way


@require_safe
@at_most(READS)
def what_if_view(request: HttpRequest, table_id: UUID, hand: int) -> HttpResponse:
    """The hand scored again as the form assumes, beside what it came to; nothing is stored."""
    if seen_or_404(request, table_id).play == Table.Play.SCORED:
        return _what_if_sheet(request, table_id, hand)
    table, log, _way = open_hand(request, table_id, hand, "what_if")
    seat = request.GET.get("seat", "")
    begun = page.facts_where(
        log, _number(request, "at"), SEATS.find(seat) if _is_seat(seat) else None
    )
    if begun is None:
        raise Http404
    state, facts = begun
    hand_state = state.hand
    assert hand_state is not None
    names = page.names_at(state, hand_state)
    context: dict[str, Any] = {
        "table": table,
        "hand": hand,
        "title": catalogue.title_of(table),
        "at": request.GET.get("at", ""),
        "seat": seat,
        "form": what_if_page.form_of(state.ruleset, facts, names),
        "hands": page.hands_now(state, hand_state),
        "hidden": not log.is_over,
    }
    if "source" in request.GET:
        context |= _answer(request, state, facts, names)
        context["form"] = what_if_page.refilled(context["form"], request.GET)
    return _what_if_page(request, context)


def _what_if_page(request: HttpRequest, context: dict[str, Any]) -> HttpResponse:
    part = "HX-Request" in request.headers
    name = "tables/review/parts/answer.html" if part else "tables/review/what_if.html"
    return render(request, name, context)


def _what_if_sheet(request: HttpRequest, table_id: UUID, hand: int) -> HttpResponse:
    """The same of a hand with real tiles, as far as what was entered says."""
    table, match = _open_sheet(request, table_id, hand)[:2]
    begun = sheet_what_if.begun_at(match, hand)
    if begun is None:
        raise Http404
    context = {
        "table": table,
        "hand": hand,
        "title": catalogue.title_of(table),
        **sheet_what_if.asked(begun, request.GET),
    }
    return _what_if_page(request, context)


def _answer(
    request: HttpRequest, state: MatchState, facts: ScoreInput, names: list[str]
) -> dict[str, Any]:
    hand = state.hand
    assert hand is not None
    try:
        found = what_if(
            state.ruleset,
            facts,
            page.result_where(state, facts),
            lambda seat: facts_at(state.ruleset, hand, seat),
            request.GET.dict(),
        )
    except EngineError as problem:
        return {"answered": True, "problem": refusal_text(problem), "field": problem.field}
    return {
        "answered": True,
        "rows": what_if_page.compared(found, names, state.ruleset),
        "changes": what_if_page.changed(found, state.ruleset, names),
    }


def _is_seat(text: str) -> bool:
    return len(text) == 1 and text in SEATS


def _number(request: HttpRequest, name: str) -> int:
    """A whole number of the address; 0 where there is none."""
    given = request.GET.get(name, "")
    return int(given) if given.isascii() and given.isdigit() and len(given) < 10 else 0


@require_safe
@at_most(READS)
def time_spent(request: HttpRequest, table_id: UUID, hand: int) -> HttpResponse:
    """To whom the time of a hand belongs; of the match for its referees, and once it has ended."""
    table, _log, way = open_hand(request, table_id, hand, None)
    whole = way == "referee" or table.ended_at is not None
    context = {
        "table": table,
        "hand": hand,
        "title": catalogue.title_of(table),
        "time": time_of(table, hand, whole=whole),
    }
    part = "HX-Request" in request.headers
    return render(request, f"tables/review/{'time' if part else 'time_page'}.html", context)


def _answered_for(request: HttpRequest, table_id: UUID) -> Table:
    """A table whose looks and figures the reader may see. Raises Http404, PermissionDenied."""
    found = seen_or_404(request, table_id)
    if not request.user.has_perm("tables.see_looks", found):
        raise PermissionDenied
    return found


@require_safe
@at_most(CHECKS)
def figures(request: HttpRequest, table_id: UUID) -> HttpResponse:
    """What is out of the ordinary at a table, as figures, for those who answer for it."""
    found = _answered_for(request, table_id)
    context = {
        "table": found,
        "title": catalogue.title_of(found),
        "figures": figures_of(found),
    }
    return render(request, "tables/review/figures.html", context)


@require_safe
@at_most(CHECKS)
def looks_file(request: HttpRequest, table_id: UUID) -> HttpResponse:
    """The access log to keep, which proves itself."""
    found = _answered_for(request, table_id)
    response = HttpResponse(looks_signed(found.pk), content_type="application/x-ndjson")
    response["Content-Disposition"] = f'attachment; filename="{found.pk}{SUFFIX}"'
    response["Cache-Control"] = "private, no-store"
    return response


@require_safe
def looks(request: HttpRequest, table_id: UUID) -> HttpResponse:
    """Who was shown hidden tiles of a running hand at this table."""
    found = _answered_for(request, table_id)
    context = {
        "table": found,
        "title": catalogue.title_of(found),
        "looks": looks_told(looks_at([found.pk])[:MOST_LOOKS]),
        "most": MOST_LOOKS,
    }
    return render(request, "tables/review/looks.html", context)
