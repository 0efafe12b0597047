"""An event's first page: what it is, where it stands, who plays, and what one can do."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from accounts.names import name_key
from tournaments.domain.state import Entry, TournamentState, places_left, waiting_list
from tournaments.models import Tournament
from tournaments.pages import terms_text
from tournaments.pages.common import EventRequest, event_page
from tournaments.pages.disputes_text import dispute_rows
from tournaments.pages.public import clock_of, page_of, plans_shown, round_on
from tournaments.pages.searching import asked_for, found_in
from tournaments.permissions import entry_of, lets_in
from tournaments.selectors import fold_of

State = TournamentState


def players_of(state: State) -> list[Entry]:
    """Everybody who plays for a place, by name; who left during the event is among them."""
    shown = [
        entry
        for entry in state.entries.values()
        if entry.person.kind == "player"
        and (entry.status == "registered" or (entry.status == "withdrawn" and state.rounds))
    ]
    return sorted(shown, key=lambda entry: name_key(entry.person.name))


@require_safe
@event_page()
def about(request: EventRequest, tournament: Tournament) -> HttpResponse:
    """The event for everybody."""
    fold = fold_of(tournament)
    state = fold.state
    round_, everybody, asked = round_on(state), players_of(state), asked_for(request)
    page = page_of(
        tournament,
        fold,
        "about",
        players=found_in(everybody, asked, lambda entry: entry.person.name),
        everybody=len(everybody),
        asked=asked,
        waiting=waiting_list(state),
        round=round_,
        plan=plans_shown(state)[round_.number] if round_ else None,
        clock=clock_of(round_),
        **_own(request, tournament, state),
        **_terms(state),
    )
    return render(request, "tournaments/about.html", page)


def _own(request: EventRequest, tournament: Tournament, state: State) -> dict[str, Any]:
    """The reader's own entry, and whether one can be made."""
    own = state.entries.get(entry_of(request.user, tournament) or "")
    is_entered = own is not None and own.status != "withdrawn"
    terms = state.terms
    is_open = state.is_registration_open and terms is not None
    lets = terms is not None and (
        lets_in(request.user, tournament, terms.entry_by)
        # Whoever is not logged in may turn out to be a member.
        or (terms.entry_by == "invitation" and not request.user.is_authenticated)
    )
    left = places_left(state)
    return {
        "own": own if is_entered else None,
        "may_enter": is_open and lets and not is_entered,
        "is_full": left is not None and left <= 0,
        "may_leave": is_entered and state.phase in ("draft", "registration"),
    }


def _terms(state: State) -> dict[str, Any]:
    terms = state.terms
    if terms is None:
        return {}
    stages = [
        (terms_text.stage_name(terms, one.id), terms_text.stage_lines(one, is_first=not number))
        for number, one in enumerate(terms.stages)
    ]
    return {
        "terms": terms,
        "match_rows": list(terms_text.match_rows(terms)),
        "counting_rows": list(terms_text.counting_rows(terms)),
        "dispute_rows": list(dispute_rows(terms)),
        "changed": terms_text.changed_options(terms),
        "stages": stages,
        "tie_breaks": terms_text.tie_breaks(terms),
        "entry_text": terms_text.ENTRY[terms.entry_by],
    }
