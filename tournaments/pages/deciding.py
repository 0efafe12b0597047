"""The desk's pages of corrections: correcting a typed result, and deciding what rested on one."""

from __future__ import annotations

from typing import cast

from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from tables.by_post import command_id
from tournaments.correcting import corrections_end, deciding, keeping_all, with_editions
from tournaments.domain import commands as c
from tournaments.domain.parts import Choice, EffectKind, Result
from tournaments.domain.refusals import Refused
from tournaments.models import Tournament
from tournaments.pages.common import (
    EventRequest,
    back,
    carry_out,
    event_page,
    not_taken,
    refused,
)
from tournaments.pages.corrections import correction_rows
from tournaments.pages.forms import PointsForm
from tournaments.pages.paired_anew import with_pairings
from tournaments.pages.public import page_of
from tournaments.pages.round_table import row_or_404
from tournaments.pages.steps import buttons_of, is_stale
from tournaments.selectors import fold_of, state_of
from tournaments.services import seed_of

KEEP_ALL = "keep_all"


@require_safe
@event_page("tournaments.organise")
def corrections(request: EventRequest, tournament: Tournament) -> HttpResponse:
    """All corrections with what rested on them, and what was decided or is to be."""
    fold = fold_of(tournament)
    known = correction_rows(tournament, fold.state)
    seed = seed_of(tournament)
    rows = with_pairings(fold.state, known, seed)
    # Once it is decided: before, pairing again is one of the choices.
    is_decided = bool(rows) and not any(row.is_open for row in rows)
    anew = [one for one in buttons_of(fold.state, seed) if is_stale(one.step)] if is_decided else []
    page = page_of(tournament, fold, "desk", rows=rows, anew=anew)
    return render(request, "tournaments/corrections.html", page)


@require_POST
@event_page("tournaments.organise")
def decide(request: EventRequest, tournament: Tournament) -> HttpResponse:
    """Keep it, pair it again, or take an advance back; or keep all that rests on a correction."""
    correction = request.POST.get("correction", "")
    reason = request.POST.get("reason", "").strip()
    choice, seed, now = request.POST.get("choice", ""), seed_of(tournament), timezone.now()
    if choice == KEEP_ALL:
        carry_out(
            request,
            tournament,
            lambda state: with_editions(state, keeping_all(state, correction, reason), now),
            done=_("Decided."),
        )
        return back(request, "desk-corrections", tournament)
    command = c.DecideDependent(
        correction,
        cast(EffectKind, request.POST.get("kind", "")),
        request.POST.get("ref", ""),
        cast(Choice, choice),
        reason,
    )
    carry_out(
        request,
        tournament,
        lambda state: with_editions(state, deciding(state, command, seed), now),
        done=_("Decided."),
    )
    return back(request, "desk-corrections", tournament)


@require_POST
@event_page("tournaments.organise")
def correct(request: EventRequest, tournament: Tournament, number: int, table: int) -> HttpResponse:
    """Put right a result that was typed in; one that a match's log has is corrected by a ruling."""
    state, now = state_of(tournament), timezone.now()
    row = row_or_404(state, number, table)
    form = PointsForm(request.POST, state=state, people=[place.person for place in row.places])
    end = corrections_end(tournament, state, number)
    is_late = end is not None and now > end
    if row.match is not None or is_late:
        refused(request, Refused("ruling_needed" if row.match else "corrections_over", ""))
        return back(request, "desk-table", tournament, number=number, table=table)
    if not form.is_valid():
        not_taken(request, form)
        return back(request, "desk-table", tournament, number=number, table=table)
    command = c.CorrectResult(
        f"m{(command_id(request) or '')[:32]}",
        number,
        table,
        None,
        Result(form.points, (), "organiser"),
        reason=request.POST.get("reason", "").strip(),
        seed=seed_of(tournament),
    )
    carry_out(
        request,
        tournament,
        lambda state: with_editions(state, (command,), now),
        done=_("The result is corrected."),
    )
    return back(request, "desk-table", tournament, number=number, table=table)
