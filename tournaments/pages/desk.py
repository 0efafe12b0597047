"""The organiser's desk: where the event stands and what needs somebody now, one tap each."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from tournaments.audit.selectors import findings_of
from tournaments.domain import commands as c
from tournaments.domain.corrections import decisions_open
from tournaments.domain.knockouts import has_bracket
from tournaments.domain.state import Round, TournamentState, waiting_list
from tournaments.domain.undecided import held, undecided
from tournaments.models import Tournament
from tournaments.pages.common import EventRequest, back, carry_out, event_page
from tournaments.pages.round_rows import rows_of
from tournaments.pages.rulings import appeals_open, open_calls
from tournaments.pages.steps import buttons_of, command_for
from tournaments.play.setbacks import setbacks_of
from tournaments.selectors import fold_of
from tournaments.services import seed_of


def rounds_now(state: TournamentState) -> list[Round]:
    """The rounds that are being played, and the next one planned beside or after them; else the
    last one played."""
    rounds = [state.rounds[number] for number in sorted(state.rounds)]
    on = [one for one in rounds if one.status == "started"]
    planned = [one for one in rounds if one.status == "planned"][:1]
    is_early = bool(on and planned) and has_bracket(state, planned[0].plan.stage)
    return (on + planned if is_early else on) or planned or rounds[-1:]


@require_safe
@event_page("tournaments.score")
def desk(request: EventRequest, tournament: Tournament) -> HttpResponse:
    """The desk; without its frame when the page asks for the part that changed."""
    fold = fold_of(tournament)
    state, now = fold.state, timezone.now()
    buttons = buttons_of(state, seed_of(tournament))
    page = {
        "event": tournament,
        "state": state,
        "version": fold.version,
        "tab": "desk",
        "due": [button for button in buttons if button.step.when in ("now", "wait")],
        "possible": [button for button in buttons if button.step.when == "may"],
        "ways_back": [button for button in buttons if button.step.when == "undo"],
        "rounds": [(one, rows_of(state, one, now)) for one in rounds_now(state)],
        "waiting": waiting_list(state),
        "findings": findings_of(tournament),
        "setbacks": setbacks_of(tournament),
        "calls": open_calls(state),
        "open_appeals": appeals_open(state),
        "decisions": len(list(decisions_open(state))),
        "waits": bool(undecided(state)),
        "held_rounds": held(state),
        "may_organise": request.user.has_perm("tournaments.organise", tournament),
    }
    return render(request, "tournaments/desk.html", page)


@require_POST
@event_page("tournaments.organise")
def step_take(request: EventRequest, tournament: Tournament) -> HttpResponse:
    """Take the step that was tapped, as things stand now."""
    key, chosen = request.POST.get("step", ""), request.POST.getlist("entry")
    present = request.POST.getlist("present") if request.POST.get("named") else None
    seed, at = seed_of(tournament), timezone.now()
    carry_out(
        request,
        tournament,
        lambda state: command_for(state, key, seed=seed, at=at, chosen=chosen, present=present),
        done=_("Done."),
    )
    return back(request, "desk", tournament)


@require_POST
@event_page("tournaments.organise")
def expelled_keep(request: EventRequest, tournament: Tournament) -> HttpResponse:
    """Let somebody who is expelled play on, and say why."""
    penalty = request.POST.get("penalty", "")
    command = c.KeepExpelled(penalty, request.POST.get("reason", "").strip())
    carry_out(request, tournament, command, done=_("Decided."))
    return back(request, "desk", tournament)
