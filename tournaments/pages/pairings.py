"""Pairings as they were published: every round, every edition, and what each one changed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from accounts.names import sorted_by_name
from tournaments.domain.events import RoundPlanned
from tournaments.domain.parts import EntryId
from tournaments.domain.state import TournamentState
from tournaments.models import Tournament
from tournaments.pages.common import EventRequest, event_page
from tournaments.pages.kept_parts import part_kept
from tournaments.pages.public import (
    WINDS,
    Spot,
    clock_of,
    editions_of,
    page_of,
    plans_shown,
    round_on,
    rounds_shown,
    spots_of,
)
from tournaments.pages.terms_text import stage_name
from tournaments.people_names import named
from tournaments.selectors import fold_of

State = TournamentState


@dataclass(frozen=True, slots=True)
class Seat:
    """A chair of a plan; `was` says where this player was in the edition before, if elsewhere."""

    wind: str
    entry: EntryId
    was: str


@dataclass(frozen=True, slots=True)
class TableView:
    """A table of a plan."""

    number: int
    seats: tuple[Seat, ...]

    @property
    def is_changed(self) -> bool:
        """Somebody else sits here than in the edition before."""
        return any(seat.was for seat in self.seats)


def spot_text(spot: Spot | None) -> str:
    """A place in a plan, in words."""
    if spot is None:
        return _("not there")
    if spot.kind == "bye":
        return _("bye")
    if spot.kind == "sitting_out":
        return _("sitting out")
    winds = {"E": _("East"), "S": _("South"), "W": _("West"), "N": _("North")}
    return _("table %(table)d, %(wind)s") % {"table": spot.table, "wind": winds[spot.wind]}


def was_before(plan: RoundPlanned, before: RoundPlanned | None) -> dict[EntryId, str]:
    """Who is somewhere else than in the edition before, and where they were."""
    if before is None:
        return {}
    old, new = spots_of(before), spots_of(plan)
    return {
        entry: spot_text(old.get(entry))
        for entry in new.keys() | old.keys()
        if old.get(entry) != new.get(entry)
    }


def tables_of_plan(plan: RoundPlanned, was: dict[EntryId, str]) -> list[TableView]:
    """A plan's tables in their order."""
    return [
        TableView(
            seating.table,
            tuple(
                Seat(wind, entry, was.get(entry, ""))
                for wind, entry in zip(WINDS, seating.seats, strict=True)
            ),
        )
        for seating in sorted(plan.tables, key=lambda one: one.table)
    ]


@require_safe
@event_page()
def pairings(request: EventRequest, tournament: Tournament, number: int = 0) -> HttpResponse:
    """A round's pairings, the newest edition or the one asked for by `?edition=`."""
    fold = fold_of(tournament)
    state = fold.state
    shown = rounds_shown(state)
    if not number:
        on = round_on(state)
        number = on.number if on else (shown[-1] if shown else 0)
    if number and number not in shown:
        raise Http404
    page = page_of(tournament, fold, "pairings", rounds=shown, number=number)
    if number:
        page |= _round(state, number, request.GET.get("edition", ""))
        which = (number, page["plan"].edition)
        page["list"] = part_kept(fold, "tournaments/parts/plan_tables.html", page, *which)
    return render(request, "tournaments/pairings.html", page)


def _round(state: State, number: int, asked: str) -> dict[str, Any]:
    editions = editions_of(state, number)
    holds = plans_shown(state).get(number)
    plan = holds or editions[-1]
    if asked:
        plan = next((one for one in editions if str(one.edition) == asked), None) or _missing()
    at = editions.index(plan)
    before = editions[at - 1] if at else None
    was = was_before(plan, before)
    gone = [entry for entry in was if entry not in spots_of(plan)]
    round_ = state.rounds[number] if holds else None
    return {
        "plan": plan,
        "holds": plan is holds,
        "editions": editions,
        "asked": asked,
        "before": before,
        "tables": tables_of_plan(plan, was),
        "was": was,
        "gone": sorted_by_name(gone, lambda entry: named(state, entry)),
        "round": round_,
        "clock": clock_of(round_) if plan is holds else None,
        "has_reasons": round_ is not None and round_.plan.edition == plan.edition,
        "stage": stage_name(state.terms, plan.stage) if state.terms else "",
    }


def _missing() -> RoundPlanned:
    raise Http404
