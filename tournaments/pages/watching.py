"""Tables to watch, results to read, and the page of one table, where its card's code leads."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from uuid import uuid4

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from tournaments.domain import commands as c
from tournaments.domain.counting import scheme_of
from tournaments.domain.parts import EntryId
from tournaments.domain.refusals import Refused
from tournaments.domain.state import (
    Dispute,
    Penalty,
    Round,
    Table,
    TournamentState,
    open_disputes,
)
from tournaments.exports.scores import sitting_at
from tournaments.models import Tournament
from tournaments.pages.common import EventRequest, carry_out, event_page, refused
from tournaments.pages.corrections import corrections_at, marks_at
from tournaments.pages.hand_links import links_to
from tournaments.pages.kept_parts import part_kept
from tournaments.pages.player import Seat, seat_of
from tournaments.pages.public import (
    clock_of,
    match_address,
    page_of,
    plans_shown,
    round_on,
    rows_shown,
    started_or_404,
    tables_of,
)
from tournaments.pages.publicity import penalties_told, publicity_for
from tournaments.pages.round_rows import Row
from tournaments.pages.terms_text import stage_name
from tournaments.permissions import entry_of
from tournaments.points.match import points_of_match
from tournaments.selectors import fold_of, state_of

State = TournamentState


@dataclass(frozen=True, slots=True)
class TableView:
    """A table to watch: its row, and where its match is."""

    row: Row
    address: str
    is_mine: bool
    disputed: bool


@require_safe
@event_page()
def tables(request: EventRequest, tournament: Tournament) -> HttpResponse:
    """The tables of the round that is on."""
    fold = fold_of(tournament)
    state = fold.state
    round_ = round_on(state)
    own = entry_of(request.user, tournament)
    views = table_views(state, round_, own) if round_ else []
    page = page_of(tournament, fold, "tables", round=round_, clock=clock_of(round_), tables=views)
    return render(request, "tournaments/tables.html", page)


def table_views(state: State, round_: Round, own: EntryId | None) -> list[TableView]:
    """A round's tables for everybody."""
    return [
        TableView(
            row,
            match_address(row.match) if row.match else "",
            own is not None and any(place.person == own for place in row.places),
            bool(open_disputes(state, round_.number, row.number)),
        )
        for row in rows_shown(state, round_)
    ]


@dataclass(frozen=True, slots=True)
class Score:
    """A place of a finished table; table points and bonus in twelfths."""

    wind_place: int
    person: EntryId
    credited: EntryId | None
    game: int
    table: int
    bonus: int
    rank: int


@dataclass(frozen=True, slots=True)
class ResultView:
    """A table with its result, or that it is still missing."""

    number: int
    scores: tuple[Score, ...]
    hands: int
    disputed: bool
    excepted: str
    corrected: bool


@require_safe
@event_page()
def results(request: EventRequest, tournament: Tournament, number: int = 0) -> HttpResponse:
    """The results of a round: those of the last one that has any, if none is asked for."""
    fold = fold_of(tournament)
    state = fold.state
    started = [n for n in sorted(plans_shown(state)) if state.rounds[n].status != "planned"]
    if number and number not in started:
        raise Http404
    have_any = [n for n in started if any(t.result for t in state.rounds[n].tables.values())]
    number = number or (have_any or started or [0])[-1]
    page = page_of(tournament, fold, "results", rounds=started, number=number)
    if number:
        page |= _results(request, tournament, state, state.rounds[number])
        page["table"] = part_kept(fold, "tournaments/parts/results_table.html", page, number)
    return render(request, "tournaments/results.html", page)


@require_safe
@event_page()
def all_results(request: EventRequest, tournament: Tournament) -> HttpResponse:
    """The results of every round, the newest first."""
    fold = fold_of(tournament)
    state = fold.state
    started = [n for n in sorted(plans_shown(state)) if state.rounds[n].status != "planned"]
    page = page_of(tournament, fold, "results", rounds=started, number=0)
    shown = []
    for number in reversed(started):
        found = _results(request, tournament, state, state.rounds[number])
        one = {**page, **found, "number": number}
        one["table"] = part_kept(fold, "tournaments/parts/results_table.html", one, number)
        shown.append(one)
    return render(request, "tournaments/results_all.html", {**page, "shown": shown})


def _results(
    request: EventRequest, tournament: Tournament, state: State, round_: Round
) -> dict[str, Any]:
    views = [_result(state, round_, n) for n in sorted(round_.tables)]
    return {
        "round": round_,
        "results": views,
        "in": sum(bool(view.scores) for view in views),
        "penalties": penalties_told(
            state,
            publicity_for(tournament, state, request.user),
            entry_of(request.user, tournament),
            _penalties(state, round_),
        ),
        "stage": stage_name(state.terms, round_.plan.stage) if state.terms else "",
    }


def _penalties(state: State, round_: Round) -> list[Penalty]:
    """Penalties of a round that count."""
    return [
        one
        for one in state.penalties.values()
        if one.given.round == round_.number and not one.is_lifted
    ]


def _result(state: State, round_: Round, number: int) -> ResultView:
    table = round_.tables[number]
    result = table.result
    scores: list[Score] = []
    if result is not None:
        worth = points_of_match(scheme_of(state), result.points)
        for place, own in enumerate(worth):
            last = sitting_at(table, place, len(result.hands))
            scores.append(Score(place, last.person, last.credited_to, own.game, own.table,
                                own.bonus, own.rank))  # fmt: skip
        scores.sort(key=lambda score: (score.rank, score.wind_place))
    excepted = next((one.why for one in round_.exceptions if one.table == number), "")
    return ResultView(
        number,
        tuple(scores),
        len(result.hands) if result else 0,
        bool(open_disputes(state, round_.number, number)),
        excepted,
        _is_corrected(state, round_, number),
    )


def _is_corrected(state: State, round_: Round, number: int) -> bool:
    facts = [one.corrected for one in state.corrections.values() if one.corrected]
    return any((one.round, one.table) == (round_.number, number) for one in facts)


@require_safe
@event_page()
def table(request: EventRequest, tournament: Tournament, number: int, table: int) -> HttpResponse:
    """One table: who sits there, where to play or watch, its hands."""
    fold = fold_of(tournament)
    state = fold.state
    round_ = started_or_404(state, number)
    view = next(
        (one for one in table_views(state, round_, entry_of(request.user, tournament))
         if one.row.number == table), None,
    )  # fmt: skip
    if view is None:
        raise Http404
    page = page_of(tournament, fold, "tables", round=round_, view=view, number=number)
    page |= _table(request, tournament, state, round_, view)
    return render(request, "tournaments/table.html", page)


def _table(
    request: EventRequest, tournament: Tournament, state: State, round_: Round, view: TableView
) -> dict[str, Any]:
    held = view.row.table
    own = entry_of(request.user, tournament)
    links = links_to([held.match] if held else [])
    hands = held.result.hands if held and held.result else ()
    return {
        "seats": _seats(held) if held else [],
        "hands": [
            (hand, sitting_at(held, hand.winner, hand.number).person
             if held and hand.winner is not None else None,
             links.hand(held.match if held else None, hand.number))
            for hand in hands
        ],
        "has_reasons": round_.published == round_.plan.edition,
        "publicity": "all" if view.is_mine else publicity_for(tournament, state, request.user),
        "disputes": disputes_of(state, round_, view.row.number, own),
        "may_dispute": may_dispute(state, round_, view.row.number, own),
        "call": call_address(state, round_, view.row.number, own),
        "own_marks": marks_at(state, round_.number, view.row.number),
        "corrections": corrections_at(tournament, state, round_.number, view.row.number),
    }  # fmt: skip


def _seats(held: Table) -> list[Seat]:
    return [seat_of(held, place) for place in range(len(held.ledger))]


def disputes_of(
    state: State, round_: Round, table: int, own: EntryId | None
) -> list[tuple[Dispute, bool]]:
    """A table's disputes, each with whether it is the reader's own; texts are for them alone."""
    return [
        (one, one.opened.by == own)
        for one in state.disputes.values()
        if (one.opened.round, one.opened.table) == (round_.number, table)
    ]


def may_dispute(state: State, round_: Round, table: int, own: EntryId | None) -> bool:
    """Somebody who sat at a table without a match may dispute its result until the round is
    confirmed; where there is a match the referee is called there."""
    held = _own_table(state, round_, table, own)
    return held is not None and held.result is not None and held.match is None


def call_address(state: State, round_: Round, table: int, own: EntryId | None) -> str:
    """Where a player calls the referee of the match at the own table, until the round is
    confirmed; empty where there is none."""
    held = _own_table(state, round_, table, own)
    return reverse("call", args=[held.match]) if held is not None and held.match else ""


def _own_table(state: State, round_: Round, table: int, own: EntryId | None) -> Table | None:
    if own is None or round_.status != "started" or state.phase != "running":
        return None
    held = round_.tables.get(table)
    return held if held is not None and held in tables_of(round_, own) else None


@require_POST
@event_page("tournaments.take_part")
def dispute(request: EventRequest, tournament: Tournament, number: int, table: int) -> HttpResponse:
    """A player disputes the result of a table they sat at."""
    state = state_of(tournament)
    round_ = started_or_404(state, number)
    own = entry_of(request.user, tournament)
    if call_address(state, round_, table, own):
        refused(request, Refused("call_referee", ""))
        return redirect(reverse("event-table", args=[tournament.pk, number, table]))
    if own is None or not may_dispute(state, round_, table, own):
        if round_.status == "started":
            raise PermissionDenied
        messages.error(request, _("The round is confirmed: ask the organiser."))
        return redirect(reverse("event-table", args=[tournament.pk, number, table]))
    text = request.POST.get("text", "").strip()
    command = c.OpenDispute(f"d{uuid4().hex[:12]}", number, table, own, text)
    carry_out(request, tournament, command, done=_("The referee has been told."))
    return redirect(reverse("event-table", args=[tournament.pk, number, table]))
