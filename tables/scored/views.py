"""Pages of a score sheet. Reads through `sheet`, writes through `services`."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final
from uuid import UUID, uuid4

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from accounts.models import User
from engine.errors import EngineError, IllegalAction, InvalidInput
from engine.play.state import MatchState
from engine.scored.sheet import ScoredHand
from tables import catalogue
from tables.by_post import by_post, command_id
from tables.cases import sheets as disputes
from tables.cases.wording import refusal_text as dispute_text
from tables.errors import NotYourSeat, StaleCommand
from tables.models import Table
from tables.scored import entries, services
from tables.scored.entry_page import entry_context, preview_of
from tables.scored.sheet import names_of, sheet_view, state_of
from tables.scored.texts import TEXTS, refusal_text
from tables.seeing import seen_or_404
from tables.words import tile_names, words

Deed = Callable[[Table, "MemberRequest", int], object]
MOST_TEXT: Final = 200
_WHOLE: Final = re.compile(r"[+-]?[0-9]{1,8}")
FINE: Final = ("already_confirmed", "already_contested", "same_hand_entered")
"""What was asked for is so already: nobody needs to be told off for pressing twice."""


class MemberRequest(HttpRequest):
    """A request of somebody who is logged in."""

    user: User


def scored_table(request: HttpRequest, table_id: UUID) -> Table:
    """The table with all that permissions ask. Raises Http404, also for tables played here."""
    found = seen_or_404(request, table_id)
    if found.play != Table.Play.SCORED:
        raise Http404
    return found


@require_safe
def score(request: HttpRequest, table_id: UUID) -> HttpResponse:
    """The score sheet; with `?part=sheet` only what changes on it."""
    found = scored_table(request, table_id)
    state, version = state_of(found)
    context = {
        "table": found,
        "title": catalogue.title_of(found),
        "sheet": sheet_view(found, state, request.user),
        "changed": catalogue.options_changed(found.ruleset, found.options),
        "command": uuid4().hex,
        "config": _socket(found, request, version),
        "words": words(),
        "tile_names": tile_names(),
    }
    part = request.GET.get("part") == "sheet"
    return render(request, "tables/scored/parts/sheet.html" if part else "tables/scored/sheet.html",
                  context)  # fmt: skip


def _socket(table: Table, request: HttpRequest, version: int) -> dict[str, Any]:
    """How the page hears of news."""
    plays = request.user.has_perm("tables.play", table)
    return {
        "socket": f"/ws/table/{table.pk}/",
        "as": "seat" if plays else "spectator",
        "version": version,
    }


# Entering


@login_required
def enter(request: MemberRequest, table_id: UUID, hand: int) -> HttpResponse:
    """Enter a hand, or put one right that is there."""
    found = scored_table(request, table_id)
    _require_keeper(request, found)
    state, version = state_of(found)
    there = _there(state, hand)
    if there is None and hand != len(state.sheet) + 1:
        return redirect("score", table_id=table_id)
    refused: EngineError | None = None
    if request.method == "POST":
        try:
            return _save(request, found, state, hand)
        except EngineError as error:
            refused = error
        state, version = state_of(found)
    context = entry_context(state, hand, request.POST or None, refused) | {
        "table": found,
        "title": catalogue.title_of(found),
        "correcting": there is not None,
        "command": request.POST.get("command") or uuid4().hex,
        "config": _socket(found, request, version)
        | {"hand": hand, "correcting": there is not None,
           "preview": reverse("score-preview", args=[table_id, hand])},
        "words": words(),
        "tile_names": tile_names(),
    }  # fmt: skip
    return render(request, "tables/scored/enter.html", context, status=422 if refused else 200)


def _there(state: MatchState, hand: int) -> ScoredHand | None:
    return state.sheet[hand - 1] if 1 <= hand <= len(state.sheet) else None


def _require_keeper(request: MemberRequest, table: Table) -> None:
    if not request.user.has_perm("tables.score", table):
        raise PermissionDenied


def _save(request: MemberRequest, table: Table, state: MatchState, hand: int) -> HttpResponse:
    """Raises EngineError where it cannot be saved as it is."""
    entry = entries.read(state, hand, request.POST).entry
    command = command_id(request)
    if request.POST.get("correcting"):
        services.hand_correct(
            table=table,
            account=request.user,
            hand=hand,
            entry=entry,
            reason=_text(request, "reason"),
            command_id=command,
        )
        messages.success(request, _("Hand %(n)s was put right.") % {"n": hand})
        return redirect("score", table_id=table.pk)
    try:
        entered = services.hand_enter(
            table=table, account=request.user, hand=hand, entry=entry, command_id=command
        )
    except IllegalAction as refusal:
        if refusal.code != "hand_already_entered":
            raise
        messages.error(request, str(TEXTS[refusal.code]), extra_tags=f"code-{refusal.code}")
        return redirect("score", table_id=table.pk)
    alike = _("Hand %(n)s had been entered just so already; that confirms it.")
    text = alike if entered.alike else _("Hand %(n)s is on the sheet.")
    messages.success(request, text % {"n": hand})
    return redirect("score", table_id=table.pk)


@require_POST
@login_required
def preview(request: MemberRequest, table_id: UUID, hand: int) -> HttpResponse:
    """What the form as it stands would come to, and which elements are out."""
    found = scored_table(request, table_id)
    _require_keeper(request, found)
    state, _version = state_of(found)
    return JsonResponse(preview_of(state, hand, request.POST))


@login_required
def points(request: MemberRequest, table_id: UUID) -> HttpResponse:
    """Enter the points of the whole match in place of its hands."""
    found = scored_table(request, table_id)
    _require_keeper(request, found)
    state, _version = state_of(found)
    refused: EngineError | None = None
    if request.method == "POST":
        try:
            entered = services.final_points_enter(
                table=found,
                account=request.user,
                points=_points(request),
                command_id=command_id(request),
            )
            alike = _("These points had been entered already; that confirms them.")
            messages.success(request, alike if entered.alike else _("The points are on the sheet."))
            return redirect("score", table_id=table_id)
        except EngineError as error:
            refused = error
    context = {
        "table": found,
        "title": catalogue.title_of(found),
        "rows": _points_rows(request, names_of(state), refused),
        "refusal": refused and {"code": refused.code, "text": refusal_text(refused)},
        "command": request.POST.get("command") or uuid4().hex,
    }
    return render(request, "tables/scored/points.html", context, status=422 if refused else 200)


def _points_rows(
    request: MemberRequest, names: Sequence[str], refused: EngineError | None
) -> list[dict[str, Any]]:
    """A field for each place, as it was filled in."""
    return [
        {
            "place": place,
            "name": name,
            "value": request.POST.get(f"points_{place}", ""),
            "wrong": refused is not None and refused.field == f"points_{place}",
        }
        for place, name in enumerate(names)
    ]


def _points(request: MemberRequest) -> tuple[int, ...]:
    """By place. Raises InvalidInput with the first field that holds no number."""
    return tuple(_whole(request, f"points_{place}") for place in range(4))


def _whole(request: MemberRequest, field: str) -> int:
    text = request.POST.get(field, "").strip().replace("−", "-")
    if not _WHOLE.fullmatch(text):
        raise InvalidInput(f"{text[:20]!r} is no whole number", field, "not_whole")
    return int(text)


def _text(request: MemberRequest, field: str) -> str:
    """A remark as it was typed: what is too long is refused, not cut. Raises InvalidInput."""
    text = request.POST.get(field, "").strip()
    if len(text) > MOST_TEXT:
        told = f"at most {MOST_TEXT} characters, this has {len(text)}"
        raise InvalidInput(told, field, "too_long")
    return text


# What is said about a hand


def _place(request: MemberRequest) -> int | None:
    place = request.POST.get("place", "")
    return int(place) if place in entries.PLACES else None


def _confirm(table: Table, request: MemberRequest, hand: int) -> object:
    return disputes.hand_confirm(
        table=table, account=request.user, hand=hand, place=_place(request)
    )


def _contest(table: Table, request: MemberRequest, hand: int) -> object:
    text = _text(request, "text")
    return disputes.hand_contest(
        table=table, account=request.user, hand=hand, text=text, place=_place(request)
    )


def _uphold(table: Table, request: MemberRequest, hand: int) -> object:
    reason = _text(request, "text")
    return disputes.hand_uphold(table=table, account=request.user, hand=hand, reason=reason)


def _undo(table: Table, request: MemberRequest, hand: int) -> object:
    return services.hand_undo(
        table=table,
        account=request.user,
        hand=hand,
        reason=_text(request, "text"),
        command_id=command_id(request),
    )


def _end(table: Table, request: MemberRequest, hand: int) -> object:
    return services.match_end(table=table, account=request.user)


DEEDS: Final[Mapping[str, Deed]] = {
    "confirm": _confirm,
    "contest": _contest,
    "uphold": _uphold,
    "undo": _undo,
    "end": _end,
}


@by_post("score", "table_id")
def say(request: MemberRequest, table_id: UUID, hand: int, deed: str) -> HttpResponse:
    """Confirm, contest, uphold or take back a hand, or end the match."""
    found = scored_table(request, table_id)
    do = DEEDS.get(deed)
    if do is None:
        raise Http404
    try:
        do(found, request, hand)
    except NotYourSeat as problem:
        raise PermissionDenied(str(problem)) from problem
    except StaleCommand:
        messages.error(request, _("Somebody else was quicker: look again."))
    except EngineError as error:
        if error.code not in FINE:
            text = refusal_text(error) if error.code == "too_long" else dispute_text(error)
            messages.error(request, text, extra_tags=f"code-{error.code}")
    return redirect("score", table_id=table_id)
