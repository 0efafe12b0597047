"""One table of a round at the desk: its seats, its result, its clock, its disputes."""

from __future__ import annotations

from uuid import uuid4

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from tables.by_post import command_id
from tables.cases.offers import may_dispute
from tournaments.domain import commands as c
from tournaments.domain.parts import EntryId, Person, Result, TakeoverCause
from tournaments.domain.refusals import Refused
from tournaments.domain.state import TournamentState, seats_now
from tournaments.models import Tournament
from tournaments.pages.brackets import told_changes
from tournaments.pages.common import (
    EventRequest,
    attempted,
    back,
    carry_out,
    event_page,
    form_refused,
    not_taken,
    refused,
)
from tournaments.pages.corrections import corrections_at, marks_at
from tournaments.pages.forms import ClockForm, PointsForm, SeatForm
from tournaments.pages.kept import refilled
from tournaments.pages.round_rows import Place, Row, rows_of
from tournaments.pages.rounds import number_of, round_or_404
from tournaments.people_names import named
from tournaments.play.by_hand import match_open_by_hand, result_take_again
from tournaments.play.results import hand_now, result_of
from tournaments.play.setbacks import setbacks_of
from tournaments.selectors import fold_of, state_of

NEW_STAND_IN = "new"


def row_or_404(state: TournamentState, number: int, table: int) -> Row:
    """The table as a row."""
    round_ = round_or_404(state, number)
    rows = rows_of(state, round_, timezone.now())
    found = next((row for row in rows if row.number == table), None)
    if found is None:
        raise Http404
    return found


@require_http_methods(["GET", "HEAD"])
@event_page("tournaments.score")
def table_page(
    request: EventRequest, tournament: Tournament, number: int, table: int
) -> HttpResponse:
    """Everything about one table, with what can be done there."""
    fold = fold_of(tournament)
    row = row_or_404(fold.state, number, table)
    return render(request, "tournaments/round_table.html", _page(request, tournament, row, number))


def _page(
    request: EventRequest, tournament: Tournament, row: Row, number: int
) -> dict[str, object]:
    fold = fold_of(tournament)
    state = fold.state
    people, hand = free_people(state), _hand(row)
    return {
        "event": tournament,
        "state": state,
        "version": fold.version,
        "tab": "desk",
        "round": state.rounds[number],
        "row": row,
        "points_form": _points_form(request, state, row),
        "seats": [
            (place, _seat_form(request, _for_place(people, place.planned, state), hand, place))
            for place in row.places
        ],
        "clock_form": ClockForm(),
        "setbacks": [
            one
            for one in setbacks_of(tournament)
            if (one.round, one.table) == (number, row.number)
        ],
        "disputes": [
            dispute
            for dispute in state.disputes.values()
            if (dispute.opened.round, dispute.opened.table) == (number, row.number)
        ],
        "own_marks": marks_at(state, number, row.number),
        "corrections": corrections_at(tournament, state, number, row.number),
        "may_organise": request.user.has_perm("tournaments.organise", tournament),
        "may_referee": request.user.has_perm("tournaments.referee", tournament),
        "may_call": row.match is not None and may_dispute(request.user, row.match),
    }  # fmt: skip


def _points_form(request: EventRequest, state: TournamentState, row: Row) -> PointsForm:
    people = [place.person for place in row.places]
    return refilled(
        request, "desk-correct", lambda data: PointsForm(data, state=state, people=people)
    )


def seat_form_of(
    request: EventRequest, state: TournamentState, where: tuple[int, int, int]
) -> SeatForm:
    """The form with which somebody takes over the seat at this round, table and place."""
    number, table, place = where
    row = row_or_404(state, number, table)
    seat = row.places[place]
    people = _for_place(free_people(state), seat.planned, state)
    return _seat_form(request, people, _hand(row), seat)


def _hand(row: Row) -> int:
    return hand_now(row.table.match if row.table else None)


def _seat_form(
    request: EventRequest, people: list[tuple[EntryId, str]], hand: int, place: Place
) -> SeatForm:
    prefix, initial = f"seat{place.number}", {"place": place.number}
    return refilled(
        request,
        "desk-seat",
        lambda data: SeatForm(data, people=people, hand=hand, initial=initial, prefix=prefix),
        place=place.number,
    )


def free_people(state: TournamentState) -> list[tuple[EntryId, str]]:
    """Who is here and sits nowhere: stand-ins and built-in players first."""
    busy = seats_now(state)
    free = [e for e in state.entries.values() if e.status == "registered" and e.id not in busy]
    free.sort(key=lambda entry: (entry.person.kind == "player", entry.number))
    return [(entry.id, entry.person.name) for entry in free]


def _for_place(
    people: list[tuple[EntryId, str]], planned: EntryId, state: TournamentState
) -> list[tuple[EntryId, str]]:
    """The planned player comes first where they could come back; somebody new can be named."""
    own = [(planned, named(state, planned))] if planned in dict(people) else []
    rest = [one for one in people if one[0] != planned]
    return [*own, *rest, (NEW_STAND_IN, _("somebody new, named below"))]


@require_POST
@event_page("tournaments.score")
def result(request: EventRequest, tournament: Tournament, number: int, table: int) -> HttpResponse:
    """The final points of a table, entered by hand."""
    state = state_of(tournament)
    row = row_or_404(state, number, table)
    people = [place.person for place in row.places]
    form = PointsForm(request.POST, state=state, people=people)
    if not form.is_valid():
        form_refused(request, form)
        page = {**_page(request, tournament, row, number), "points_form": form}
        return render(request, "tournaments/round_table.html", page, status=422)
    if row.match is not None and row.match.ended_at is None:
        refused(request, Refused("match_running", ""))
        return back(request, "desk-table", tournament, number=number, table=table)
    match = row.table.match if row.table else None
    scorer = not request.user.has_perm("tournaments.organise", tournament)
    taken = Result(form.points, (), "scorer" if scorer else "organiser")
    command = c.TakeResult(number, table, match, taken)
    told = told_changes(state, number, table, taken)
    if carry_out(request, tournament, command, done=_("The result is in.")) is None:
        return back(request, "desk-table", tournament, number=number, table=table)
    for sentence in told:
        messages.warning(request, sentence)
    return redirect(reverse("desk", args=[tournament.pk]))


@require_POST
@event_page("tournaments.organise")
def withdraw_result(
    request: EventRequest, tournament: Tournament, number: int, table: int
) -> HttpResponse:
    """Take a result out again."""
    command = c.WithdrawResult(number, table, request.POST.get("reason", "").strip())
    carry_out(request, tournament, command, done=_("The result was taken out."))
    return back(request, "desk-table", tournament, number=number, table=table)


@require_POST
@event_page("tournaments.score")
def result_from_log(
    request: EventRequest, tournament: Tournament, number: int, table: int
) -> HttpResponse:
    """Let a result that was taken out count again as the match's log has it, with its hands."""
    told: list[str] = []

    def take() -> None:
        match = row_or_404(state_of(tournament), number, table).match
        if match is not None and match.ended_at is not None:
            told.extend(told_changes(state_of(tournament), number, table, result_of(match)))
        result_take_again(
            tournament=tournament, number=number, table=table, account=request.user,
            command_id=command_id(request),
        )  # fmt: skip

    if attempted(request, take, done=_("The result was taken from the log.")):
        for sentence in told:
            messages.warning(request, sentence)
    return back(request, "desk-table", tournament, number=number, table=table)


@require_POST
@event_page("tournaments.organise")
def open_match(
    request: EventRequest, tournament: Tournament, number: int, table: int
) -> HttpResponse:
    """Open a match at a table whose round had been confirmed without one."""

    def open_() -> None:
        match_open_by_hand(tournament=tournament, number=number, table=table, account=request.user)

    attempted(request, open_, done=_("The table is open."))
    return back(request, "desk-table", tournament, number=number, table=table)


@require_POST
@event_page("tournaments.organise")
def seat(request: EventRequest, tournament: Tournament, number: int, table: int) -> HttpResponse:
    """Seat somebody else: a substitute, a stand-in, a late arrival, one who is back."""
    state = state_of(tournament)
    row = row_or_404(state, number, table)
    place = next((p for p in row.places if str(p.number) == request.POST.get("place")), None)
    if place is None:
        refused(request, Refused("no_such_place", ""))
        return back(request, "desk-table", tournament, number=number, table=table)
    form = SeatForm(
        {**request.POST.dict(), f"seat{place.number}-place": str(place.number)},
        people=_for_place(free_people(state), place.planned, state),
        prefix=f"seat{place.number}",
    )
    if not form.is_valid():
        not_taken(request, form)
        return back(request, "desk-table", tournament, number=number, table=table)
    _seat(request, tournament, form, (number, table, place.number), place.planned)
    return back(request, "desk-table", tournament, number=number, table=table)


def _seat(
    request: EventRequest,
    tournament: Tournament,
    form: SeatForm,
    where: tuple[int, int, int],
    planned: EntryId,
) -> None:
    person, role = form.cleaned_data["person"], form.cleaned_data["role"]
    name = request.POST.get("name", "").strip()
    entering: tuple[c.Command, ...] = ()
    if name or person == NEW_STAND_IN:
        person = f"s{uuid4().hex[:12]}"
        entering = (c.AddEntry(person, Person(name, "stand_in"), same_name_ok=True),)
    known = state_of(tournament).entries.get(person)
    if known is not None and known.person.kind == "bot":
        role, credited = "bot", planned if role == "substitute" else None
    else:
        credited = {"player": person, "substitute": planned}.get(role)
    cause: TakeoverCause = "returned" if role == "player" else "substitute"
    command = c.TakeSeat(
        *where, person, role, credited, form.cleaned_data["from_hand"], cause
    )  # fmt: skip
    commands = (*entering, command)
    carry_out(request, tournament, commands, done=_("The seat has changed hands."))


@require_POST
@event_page("tournaments.organise")
def seat_undo(
    request: EventRequest, tournament: Tournament, number: int, table: int
) -> HttpResponse:
    """Take the last change of a seat back."""
    command = c.UndoTakeSeat(number, table, number_of(request.POST.get("place", "")))
    carry_out(request, tournament, command, done=_("Done."))
    return back(request, "desk-table", tournament, number=number, table=table)


@require_POST
@event_page("tournaments.organise")
def unlink(request: EventRequest, tournament: Tournament, number: int, table: int) -> HttpResponse:
    """Give a match up that cannot be played on; the table gets another."""
    command = c.UnlinkTable(number, table)
    carry_out(request, tournament, command, done=_("The match was given up."))
    return back(request, "desk-table", tournament, number=number, table=table)
