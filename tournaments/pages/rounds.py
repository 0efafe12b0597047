"""A round at the organiser's desk: its plan before it starts, its tables while it is played."""

from __future__ import annotations

from datetime import datetime
from typing import Any
from uuid import uuid4

from django.http import Http404, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from tournaments.domain import commands as c
from tournaments.domain.parts import Except
from tournaments.domain.results import dependents_of, what_is_missing
from tournaments.domain.state import Round, TournamentState
from tournaments.models import Tournament
from tournaments.pages.common import (
    EventRequest,
    back,
    carry_out,
    event_page,
    not_taken,
)
from tournaments.pages.forms import ClockForm, ScheduleForm, SwapForm
from tournaments.pages.kept import refilled
from tournaments.pages.round_rows import rows_of
from tournaments.pages.seating import (
    schedule_quality,
    swap_report,
    table_reasons,
    wishes_given_way,
)
from tournaments.selectors import fold_of, state_of


def number_of(text: str) -> int:
    """A round, table or place as a form sends it; -1, which is none, for anything else."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 6 else -1


def round_or_404(state: TournamentState, number: int) -> Round:
    """The round of that number."""
    if number not in state.rounds:
        raise Http404
    return state.rounds[number]


@require_safe
@event_page("tournaments.score")
def round_page(request: EventRequest, tournament: Tournament, number: int) -> HttpResponse:
    """All of one round: tables, clock, what is missing, swaps, reasons."""
    fold = fold_of(tournament)
    state = fold.state
    round_ = round_or_404(state, number)
    page = {
        "event": tournament,
        "state": state,
        "version": fold.version,
        "tab": "desk",
        "round": round_,
        "rows": rows_of(state, round_, timezone.now()),
        "missing": what_is_missing(state, round_) if round_.status == "started" else {},
        "may_organise": request.user.has_perm("tournaments.organise", tournament),
        **_schedule(state, round_),
        **_forms(request, state, round_),
    }
    return render(request, "tournaments/round.html", page)


def _schedule(state: TournamentState, round_: Round) -> dict[str, Any]:
    quality = schedule_quality(state, round_)
    if quality is None:
        return {}
    return {"quality": quality, "given_way": wishes_given_way(state, round_)}


def _forms(request: EventRequest, state: TournamentState, round_: Round) -> dict[str, Any]:
    if round_.status == "planned":
        return {
            "swap_form": refilled(
                request, "desk-swap", lambda data: SwapForm(data, state=state, round_=round_)
            ),
            "schedule_form": refilled(
                request,
                "desk-schedule",
                lambda data: ScheduleForm(data, starts_at=round_.starts_at),
            ),
        }
    if round_.status == "confirmed":
        return {"dependents": dependents_of(state, round_.number)}
    return {}


@require_safe
@event_page("tournaments.see")
def why(request: EventRequest, tournament: Tournament, number: int, table: int) -> HttpResponse:
    """Why these four sit together: repeats, winds, wishes; for everybody once it is published."""
    state = state_of(tournament)
    round_ = round_or_404(state, number)
    # A newer edition in the making is not public, though an older one was published.
    is_shown = round_.published == round_.plan.edition or request.user.has_perm(
        "tournaments.organise", tournament
    )
    if not is_shown or table not in {one.table for one in round_.plan.tables}:
        raise Http404
    page = {
        "event": tournament,
        "state": state,
        "round": round_,
        "number": table,
        "reasons": table_reasons(state, round_, table),
        "quality": schedule_quality(state, round_) if _is_all_shown(state, round_) else None,
    }
    return render(request, "tournaments/why.html", page)


def _is_all_shown(state: TournamentState, round_: Round) -> bool:
    """Every round of the same stage is published as it stands: its measures tell nothing new."""
    own = [one for one in state.rounds.values() if one.plan.stage == round_.plan.stage]
    return all(one.published == one.plan.edition for one in own)


@never_cache
@require_safe
@event_page("tournaments.see")
def clock_now(
    request: EventRequest, tournament: Tournament, number: int, table: int
) -> JsonResponse:
    """A table's clock for the page of its match: when it is over, or what is left while it stands.

    Milliseconds; `now` is the server's clock. All null where there is none.
    """
    round_ = round_or_404(state_of(tournament), number)
    found = round_.tables.get(table)
    clock = found.clock if found is not None and found.result is None else None
    now = int(timezone.now().timestamp() * 1000)
    ends_at, left = (clock.ends_at, clock.left_ms) if clock else (None, None)
    return JsonResponse({"now": now, "ends_at": ends_at, "left_ms": left})


@require_POST
@event_page("tournaments.organise")
def swap(request: EventRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Two change places. What that breaks is shown first, and done when it is confirmed."""
    state = state_of(tournament)
    round_ = round_or_404(state, number)
    form = SwapForm(request.POST, state=state, round_=round_)
    if not form.is_valid():
        not_taken(request, form)
        return back(request, "desk-round", tournament, number=number)
    one, other = form.cleaned_data["one"], form.cleaned_data["other"]
    edition = form.cleaned_data["edition"]
    report = swap_report(state, round_, one, other)
    if report is not None and not report.breaks_nothing and not request.POST.get("sure"):
        page = {"event": tournament, "state": state, "round": round_, "form": form,
                "report": report, "one": one, "other": other, "tab": "desk"}  # fmt: skip
        return render(request, "tournaments/swap.html", page)
    command = c.SwapSeats(number, edition, one, other)
    carry_out(request, tournament, command, done=_("They have changed places."))
    return back(request, "desk-round", tournament, number=number)


@require_POST
@event_page("tournaments.organise")
def schedule(request: EventRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Let a round start by itself, or not."""
    form = ScheduleForm(request.POST)
    if form.is_valid():
        command = c.ScheduleRound(number, _ms(form.cleaned_data["starts_at"]))
        carry_out(request, tournament, command, done=_("Done."))
    else:
        not_taken(request, form)
    return back(request, "desk-round", tournament, number=number)


def _ms(at: datetime | None) -> int | None:
    return None if at is None else int(at.timestamp() * 1000)


@require_POST
@event_page("tournaments.referee")
def clock(request: EventRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Pause, go on, or give time, at one table or at all."""
    form = ClockForm(request.POST)
    if not form.is_valid():
        not_taken(request, form)
        return back(request, "desk-round", tournament, number=number)
    table, at = form.cleaned_data["table"], int(timezone.now().timestamp() * 1000)
    command: c.Command
    match form.cleaned_data["action"]:
        case "pause":
            command = c.PauseClock(number, table, at)
        case "resume":
            command = c.ResumeClock(number, table, at)
        case _:
            command = c.ExtendClock(number, table, form.cleaned_data["minutes"] * 60_000, at)
    carry_out(request, tournament, command, done=_("Done."))
    return back(request, "desk-round", tournament, number=number)


@require_POST
@event_page("tournaments.organise")
def confirm_despite(request: EventRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Confirm a round though tables lack something, each named with a reason."""
    why_ = request.POST.get("reason", "").strip()

    def command(state: TournamentState) -> c.Command:
        missing = what_is_missing(state, round_or_404(state, number))
        return c.ConfirmRound(number, tuple(Except(table, why_) for table in missing))

    carry_out(request, tournament, command, done=_("The round is confirmed."))
    return back(request, "desk-round", tournament, number=number)


@require_POST
@event_page("tournaments.organise")
def reopen(request: EventRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Reopen a confirmed round; what rests on it was shown beside the button."""
    command = c.ReopenRound(
        number, request.POST.get("reason", "").strip(), request.POST.get("told") == "yes"
    )
    carry_out(request, tournament, command, done=_("The round is open again."))
    return back(request, "desk-round", tournament, number=number)


@require_POST
@event_page("tournaments.score")
def dispute(request: EventRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Write a dispute down, or decide one."""
    round_ = round_or_404(state_of(tournament), number)
    table = max(number_of(request.POST.get("table", "")), 0)
    text = request.POST.get("text", "").strip()
    command: c.Command
    if key := request.POST.get("dispute"):
        command = c.SettleDispute(key, text)
    else:
        by = request.POST.get("by", "")
        command = c.OpenDispute(f"d{uuid4().hex[:12]}", number, table, by, text)
    carry_out(request, tournament, command, done=_("Done."))
    if table not in {one.table for one in round_.plan.tables}:
        return back(request, "desk-round", tournament, number=number)
    return back(request, "desk-table", tournament, number=number, table=table)
