"""Sheets that come in again at the desk: results of a round, and a seating made elsewhere.

Looked at first, then taken in as a whole or not at all.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import render
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from tables.models import Table as Match
from tournaments.domain import commands as c
from tournaments.domain.refusals import Refused, refuse
from tournaments.domain.state import TournamentState, open_tables
from tournaments.exports.preview import QUESTIONS, Problem
from tournaments.exports.preview_pairings import preview_pairings
from tournaments.exports.preview_results import preview_results
from tournaments.exports.sheet_in import SheetPreview, SheetRow
from tournaments.exports.words import NOTES, PROBLEMS, SHEET_PROBLEMS, problem_text
from tournaments.models import Tournament
from tournaments.pages.brackets import told_changes
from tournaments.pages.common import EventRequest, back, carry_out, event_page, refused
from tournaments.refusals import sentence
from tournaments.selectors import fold_of

Look = Callable[[TournamentState], SheetPreview]


@dataclass(frozen=True, slots=True)
class Kind:
    """A sheet that can be taken in: what the page calls it, and the columns it shows of it."""

    title: str | Promise
    hint: str | Promise
    button: str | Promise
    done: str | Promise
    shown: tuple[tuple[str, str | Promise], ...]


_ROUND = ("round", pgettext_lazy("column", "Round"))
_TABLE = ("table", pgettext_lazy("column", "Table"))
RESULTS = Kind(
    gettext_lazy("Results from a file"),
    gettext_lazy(
        "The columns of the exported results; round, table, place, name and game points are enough."
    ),
    gettext_lazy("Take the results in"),
    gettext_lazy("The results are in."),
    (_ROUND, _TABLE, ("place", gettext_lazy("Seat")),
     ("person_name", pgettext_lazy("column", "Name")),
     ("game_points", pgettext_lazy("column", "Game points"))),
)  # fmt: skip
PAIRINGS = Kind(
    gettext_lazy("Seating from a file"),
    gettext_lazy(
        "The columns of the exported pairings; table and the four names are enough for the next "
        "round."
    ),
    gettext_lazy("Take the seating over"),
    gettext_lazy("The seating is planned; publish it when it is right."),
    (_ROUND, _TABLE, ("east", gettext_lazy("East")), ("south", gettext_lazy("South")),
     ("west", gettext_lazy("West")), ("north", gettext_lazy("North")),
     ("name", pgettext_lazy("column", "Name"))),
)  # fmt: skip


@event_page("tournaments.score")
def results(request: EventRequest, tournament: Tournament) -> HttpResponse:
    """Final points for tables of rounds that are played."""
    scorer = not request.user.has_perm("tournaments.organise", tournament)

    def look(state: TournamentState) -> SheetPreview:
        return preview_results(
            _given(request),
            state,
            _running(state),
            source="scorer" if scorer else "organiser",
            accept=_accepted(request),
        )

    return _page(request, tournament, RESULTS, look)


@event_page("tournaments.organise")
def pairings(request: EventRequest, tournament: Tournament) -> HttpResponse:
    """Who sits where in rounds that have not started."""

    def look(state: TournamentState) -> SheetPreview:
        return preview_pairings(_given(request), state, accept=_accepted(request))

    return _page(request, tournament, PAIRINGS, look)


def _running(state: TournamentState) -> set[str]:
    """Matches of tables without a result that are not over."""
    ids = {UUID(table.match): table.match for _, table in open_tables(state) if table.match}
    running = Match.objects.filter(pk__in=ids, ended_at__isnull=True) if ids else ()
    return {ids[match.pk] for match in running}


def _given(request: EventRequest) -> bytes | str:
    upload = request.FILES.get("file")
    if upload is None:
        return request.POST.get("text", "")
    upload.seek(0)
    return bytes(upload.read())


def _accepted(request: EventRequest) -> frozenset[str]:
    return frozenset(request.POST.getlist("accept"))


def _page(request: EventRequest, tournament: Tournament, kind: Kind, look: Look) -> HttpResponse:
    """Show what was understood; take it in when that is asked for and nothing is wrong."""
    state = fold_of(tournament).state
    page = {"event": tournament, "state": state, "tab": "desk", "kind": kind, "text": ""}
    if request.method != "POST":
        return render(request, "tournaments/import_sheet.html", page)
    try:
        preview = look(state)
        text = _text(request, preview)
        if request.POST.get("enter") and _is_taken(request, tournament, kind, look, preview):
            return back(request, "desk", tournament)
    except Refused as refusal:
        refused(request, refusal)
        page["text"] = request.POST.get("text", "")
        return render(request, "tournaments/import_sheet.html", page)
    return render(
        request, "tournaments/import_sheet.html", {**page, **_shown(preview, kind), "text": text}
    )


def _text(request: EventRequest, preview: SheetPreview) -> str:
    """What was given, as text to send again."""
    given = _given(request)
    return given if isinstance(given, str) else given.decode(preview.encoding).lstrip("\ufeff")


def _is_taken(
    request: EventRequest, tournament: Tournament, kind: Kind, look: Look, preview: SheetPreview
) -> bool:
    """Judged once more under the lock; sent twice, it is taken once and told so again."""

    def intent(state: TournamentState) -> tuple[c.Command, ...]:
        newest = look(state)
        if not newest.is_ready:
            refuse("list_not_ready", "the sheet has problems that are not solved", "file")
        return newest.commands

    state, told = fold_of(tournament).state, list[str]()
    for one in preview.commands if preview.is_ready else ():
        if isinstance(one, c.TakeResult):
            told += told_changes(state, one.round, one.table, one.result)
    if carry_out(request, tournament, intent, done=kind.done) is None:
        return False
    for text in told:
        messages.warning(request, text)
    return True


def _shown(preview: SheetPreview, kind: Kind) -> dict[str, Any]:
    """Columns in which nothing stands are left out: a phone has room for few."""
    texts = [_texts(row, kind) for row in preview.rows]
    used = [at for at in range(len(kind.shown)) if any(cells[at] for cells in texts)]
    return {
        "preview": preview,
        "columns": [kind.shown[at][1] for at in used],
        "rows": [
            _row(preview, row, [cells[at] for at in used])
            for row, cells in zip(preview.rows, texts, strict=True)
        ],
        "problems": list(_problems(preview, preview.problems)),
    }


def _texts(row: SheetRow, kind: Kind) -> list[str]:
    return [
        row.cells.text(name) or row.cells.text(_ID_OF.get(name, "")) for name, _title in kind.shown
    ]


def _row(preview: SheetPreview, row: SheetRow, cells: list[str]) -> dict[str, Any]:
    problems = list(_problems(preview, row.problems))
    return {"line": row.cells.number, "cells": cells, "problems": problems,
            "note": NOTES.get(row.note, "")}  # fmt: skip


_ID_OF = {"person_name": "person", "name": "entry"} | {
    wind: f"{wind}_entry" for wind in ("east", "south", "west", "north")
}


def _problems(preview: SheetPreview, problems: tuple[Problem, ...]) -> Iterator[dict[str, object]]:
    for one in problems:
        known = one.code in PROBLEMS or one.code in SHEET_PROBLEMS
        yield {
            "problem": one,
            "text": problem_text(one) if known else sentence(Refused(one.code, _("refused"))),
            "is_question": one.code in QUESTIONS,
            "answered": preview.is_answered(one),
        }
