"""Who takes part, at the organiser's desk: entering, checking in, leaving, coming back."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from uuid import uuid4

from django.contrib import messages
from django.core import signing
from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from accounts.names import name_key
from tournaments.domain import commands as c
from tournaments.domain.parts import EntryId
from tournaments.domain.refusals import Refused
from tournaments.domain.state import Entry, TournamentState, seats_now
from tournaments.domain.wish_clashes import clashes, named_clashes
from tournaments.exports.preview import QUESTIONS, Preview, Problem, commands_of, preview_players
from tournaments.exports.qr import qr_svg
from tournaments.exports.words import problem_text
from tournaments.models import Tournament
from tournaments.pages.checking_in import SALT
from tournaments.pages.common import (
    EventRequest,
    back,
    carry_out,
    event_page,
    form_refused,
    not_taken,
    refused,
)
from tournaments.pages.entry_forms import EntryForm, PlaceForm, WithdrawForm, stage_to_begin
from tournaments.pages.kept import refilled
from tournaments.pages.round_table import seat_form_of
from tournaments.pages.searching import asked_for, found_in
from tournaments.selectors import fold_of, state_of
from tournaments.wishes_told import clashes_told

ORDERS = ("name", "number")


def new_ids(prefix: str = "p") -> Iterator[EntryId]:
    """Ids for new entries, without end."""
    while True:
        yield f"{prefix}{uuid4().hex[:12]}"


@require_safe
@event_page("tournaments.score")
def entries(request: EventRequest, tournament: Tournament) -> HttpResponse:
    """Everybody who entered, with what can be done about each."""
    fold, asked = fold_of(tournament), asked_for(request)
    page = {
        "event": tournament,
        "state": fold.state,
        "version": fold.version,
        "tab": "players",
        "groups": _groups(fold.state, request.GET.get("order", "name"), asked),
        "asked": asked,
        "kept": [("order", "number")] if request.GET.get("order") == "number" else [],
        "seats": seats_now(fold.state),
        "may_organise": request.user.has_perm("tournaments.organise", tournament),
        "add_form": refilled(request, "desk-add", EntryForm),
        **_check_in(request, tournament),
    }
    return render(request, "tournaments/entries.html", page)


def _groups(state: TournamentState, order: str, asked: str) -> list[tuple[str, list[Entry]]]:
    """Players, those who wait, helpers, and who has left, as far as their names are asked for."""
    found = sorted(
        found_in(state.entries.values(), asked, lambda entry: entry.person.name),
        key=lambda e: (name_key(e.person.name), e.number) if order == "name" else ((), e.number),
    )
    groups = [
        (_("Players"), [e for e in found if e.is_playing]),
        (_("Waiting list"), sorted((e for e in found if e.status == "waiting"), key=_turn)),
        (_("Stand-ins and built-in players"),
         [e for e in found if e.status == "registered" and e.person.kind != "player"]),
        (_("Withdrawn"), [e for e in found if e.status == "withdrawn"]),
    ]  # fmt: skip
    return [(name, group) for name, group in groups if group]


def _turn(entry: Entry) -> int:
    return entry.number


def _check_in(request: EventRequest, tournament: Tournament) -> dict[str, str]:
    """The link and code that players check in with, for those who have it on the wall."""
    token = signing.dumps(str(tournament.pk), salt=SALT)
    link = request.build_absolute_uri(reverse("check-in", args=[tournament.pk, token]))
    return {"check_in_link": link, "check_in_qr": qr_svg(link, _("Check in"))}


@require_POST
@event_page("tournaments.organise")
def add(request: EventRequest, tournament: Tournament) -> HttpResponse:
    """Enter one person by name."""
    form = EntryForm(request.POST)
    if not form.is_valid():
        not_taken(request, form)
        return back(request, "desk-players", tournament)
    command = c.AddEntry(next(new_ids()), form.person(), same_name_ok=form.cleaned_data["same"])
    if carry_out(request, tournament, command, done=_("Entered.")):
        _warn_of_clashes(request, tournament, {command.entry})
    return back(request, "desk-players", tournament)


def _warn_of_clashes(request: EventRequest, tournament: Tournament, changed: set[EntryId]) -> None:
    """Wishes of these that contradict those of others are told at once, not when a round is due."""
    state = state_of(tournament)
    here = [entry.id for entry in state.entries.values() if entry.is_playing]
    found = [one for one in clashes(state, here) if changed & {*one.people}]
    if found:
        told = clashes_told(named_clashes(state, found))
        messages.warning(request, told, extra_tags="code-wishes_contradict")


@event_page("tournaments.organise")
def import_players(request: EventRequest, tournament: Tournament) -> HttpResponse:
    """Paste or upload a list; look at what was understood; then enter everybody at once."""
    state = state_of(tournament)
    page = {"event": tournament, "state": state, "tab": "players", "text": ""}
    if request.method != "POST":
        return render(request, "tournaments/import.html", page)
    try:
        text, preview = _preview(request, state)
        if request.POST.get("enter") and preview.is_ready:
            commands = commands_of(preview, new_ids())
            if request.POST.get("clubs_apart"):
                commands = tuple(map(_with_club_as_mark, commands))
            if carry_out(request, tournament, commands, done=_entered(len(commands))):
                _warn_of_clashes(request, tournament, {one.entry for one in commands})
                return back(request, "desk-players", tournament)
    except Refused as refusal:
        refused(request, refusal)
        page["text"] = request.POST.get("text", "")
        return render(request, "tournaments/import.html", page)
    problems = [_problem(preview, one) for one in preview.problems]
    shown = {"text": text, "preview": preview, "rows": list(_rows(preview)), "problems": problems,
             "clubs_apart": request.POST.get("clubs_apart")}  # fmt: skip
    return render(request, "tournaments/import.html", {**page, **shown})


def _with_club_as_mark(command: c.AddEntry) -> c.AddEntry:
    """Whoever has the same club is kept apart, as by a mark of that name."""
    person = command.person
    if person.club is None or person.club in person.apart:
        return command
    return replace(command, person=replace(person, apart=(*person.apart, person.club)))


def _entered(count: int) -> str:
    return _("Entered: %(n)d.") % {"n": count}


def _preview(request: EventRequest, state: TournamentState) -> tuple[str, Preview]:
    """What was given, as text to send again, and what it says."""
    upload = request.FILES.get("file")
    given: bytes | str = upload.read() if upload else request.POST.get("text", "")
    encoding = request.POST.get("encoding") or None
    preview = preview_players(
        given,
        state.entries.values(),
        encoding=encoding if upload else None,
        accept=frozenset(request.POST.getlist("accept")),
        leave_out=frozenset(request.POST.getlist("leave_out")),
    )
    text = given if isinstance(given, str) else given.decode(preview.encoding).lstrip("\ufeff")
    return text, preview


def _rows(preview: Preview) -> Iterator[dict[str, object]]:
    for row in preview.rows:
        yield {"row": row, "problems": [_problem(preview, one) for one in row.problems]}


def _problem(preview: Preview, one: Problem) -> dict[str, object]:
    is_question = one.code in QUESTIONS
    return {
        "problem": one,
        "text": problem_text(one),
        "answered": preview.is_answered(one),
        "is_question": is_question,
    }


@require_POST
@event_page("tournaments.score")
def check_in(request: EventRequest, tournament: Tournament, entry: EntryId) -> HttpResponse:
    """Somebody is here; or, tapped again, is not."""
    undo = request.POST.get("undo") == "yes"
    command = c.UndoCheckIn(entry) if undo else c.CheckIn(entry)
    carry_out(request, tournament, command)
    return back(request, "desk-players", tournament)


@event_page("tournaments.organise")
def entry_page(request: EventRequest, tournament: Tournament, entry: EntryId) -> HttpResponse:
    """One person: put the entry right, let them leave or come back."""
    fold = fold_of(tournament)
    known = fold.state.entries.get(entry)
    if known is None:
        refused(request, Refused("unknown_entry", ""))
        return back(request, "desk-players", tournament)
    form = EntryForm(request.POST or None, initial=EntryForm.initial_of(known.person))
    if request.method == "POST" and form.is_valid():
        changed = form.person(known.person)
        command = c.ChangeEntry(entry, changed, same_name_ok=form.cleaned_data["same"])
        if carry_out(request, tournament, command, done=_("Saved.")):
            _warn_of_clashes(request, tournament, {entry})
            return back(request, "desk-players", tournament)
    elif request.method == "POST":
        form_refused(request, form)
    seat = seats_now(fold.state).get(entry)
    page = {
        "event": tournament,
        "state": fold.state,
        "version": fold.version,
        "tab": "players",
        "entry": known,
        "form": form,
        "seat": seat,
        "seat_form": seat_form_of(request, fold.state, seat) if seat else None,
        "withdraw_form": refilled(
            request, "desk-withdraw", lambda data: WithdrawForm(data, state=fold.state, entry=entry)
        ),
        "place_form": _place_form(request, fold.state, entry),
    }
    return render(request, "tournaments/entry.html", page)


@require_POST
@event_page("tournaments.organise")
def withdraw(request: EventRequest, tournament: Tournament, entry: EntryId) -> HttpResponse:
    """Somebody leaves; in the middle of a table with whoever goes on there."""
    state = state_of(tournament)
    form = WithdrawForm(request.POST, state=state, entry=entry)
    if not form.is_valid():
        not_taken(request, form)
        return back(request, "desk-entry", tournament, entry=entry)
    commands = form.commands(next(new_ids("s")), request.POST.get("name", "").strip())
    done = _("They have left the event.")
    if carry_out(request, tournament, commands, done=done) is None:
        return back(request, "desk-entry", tournament, entry=entry)
    return back(request, "desk-players", tournament)


def _place_form(request: EventRequest, state: TournamentState, entry: EntryId) -> PlaceForm | None:
    stage = stage_to_begin(state, entry)
    if stage is None:
        return None
    return refilled(
        request, "desk-place", lambda data: PlaceForm(data, state=state, entry=entry, stage=stage)
    )


@require_POST
@event_page("tournaments.organise")
def place(request: EventRequest, tournament: Tournament, entry: EntryId) -> HttpResponse:
    """Somebody else has the place in a stage that has not begun of who did not come."""
    state = state_of(tournament)
    stage = stage_to_begin(state, entry)
    if stage is None:
        refused(request, Refused("stale", ""))
        return back(request, "desk-players", tournament)
    form = PlaceForm(request.POST, state=state, entry=entry, stage=stage)
    if not form.is_valid():
        not_taken(request, form)
        return back(request, "desk-entry", tournament, entry=entry)
    name = request.POST.get("name", "").strip()
    commands = form.commands(next(new_ids()), name, _("did not come"))
    if carry_out(request, tournament, commands, done=_("The place has been taken.")) is None:
        return back(request, "desk-entry", tournament, entry=entry)
    return back(request, "desk", tournament)


@require_POST
@event_page("tournaments.organise")
def restore(request: EventRequest, tournament: Tournament, entry: EntryId) -> HttpResponse:
    """Somebody is back."""
    carry_out(request, tournament, c.RestoreEntry(entry), done=_("They take part again."))
    return back(request, "desk-players", tournament)


@require_POST
@event_page("tournaments.organise")
def promote(request: EventRequest, tournament: Tournament, entry: EntryId) -> HttpResponse:
    """Let somebody in from the waiting list."""
    carry_out(request, tournament, c.PromoteEntry(entry), done=_("They take part now."))
    return back(request, "desk-players", tournament)
