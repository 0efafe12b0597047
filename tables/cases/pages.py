"""Pages of disputes: calling, the queue, a case, a ruling with its appeal.

Reads through selectors, writes through services. Words that a form chooses from are handed on as
they come: the engine refuses those that it does not know.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, cast
from uuid import UUID, uuid4

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from accounts.models import User
from engine.errors import EngineError
from engine.rulings.events import Bond, Reason, Vote
from tables import catalogue, folds
from tables.by_post import by_post, command_id
from tables.cases import case_page, services, wording
from tables.cases.addresses import case_address
from tables.cases.chains import public_chains
from tables.cases.history import names_of, tally
from tables.cases.offers import call_refusal, may_see_cases
from tables.cases.queue import queue_for
from tables.errors import NotYourSeat, TableError
from tables.events.drivers import run
from tables.models import Case, Ruling, Table
from tables.permissions import place_of
from tables.seeing import seen_or_404

REFUSED: Final = (EngineError, TableError)
Deed = Callable[[Table, str, "MemberRequest", str | None], object]


class MemberRequest(HttpRequest):
    """A request of somebody who is logged in."""

    user: User


# Calling


@login_required
def call(request: MemberRequest, table_id: UUID) -> HttpResponse:
    """Call the referee: a page with the reasons, one tap each; JSON for the page of the table."""
    found = seen_or_404(request, table_id)
    if not request.user.has_perm("tables.dispute", found):
        raise PermissionDenied
    if request.method != "POST":
        context = call_context(found, request)
        closed = call_refusal(request.user, found)
        if closed:
            context |= {"refused": closed.said, "code": closed.code, "closed": True}
        return render(request, "tables/cases/call.html", context)
    try:
        called = services.referee_call(
            table=found,
            account=request.user,
            reason=cast(Reason, request.POST.get("reason", "")),
            hand=_number(request.POST.get("hand")),
            text=request.POST.get("text", ""),
            place=_number(request.POST.get("place")),
            command_id=command_id(request),
        )
    except REFUSED as problem:
        return _not_called(request, found, problem)
    address = case_address(found.pk, called.case)
    said = _("The referee has been called.")
    if _wants_json(request):
        return JsonResponse({"case": called.case, "url": address, "message": said})
    messages.success(request, said)
    return redirect(address)


def call_context(table: Table, request: HttpRequest) -> dict[str, Any]:
    """The form of a call."""
    return {
        "table": table,
        "title": catalogue.title_of(table),
        "hand": _number(request.GET.get("hand")),
        "reasons": list(wording.REASONS.items()),
        "command": uuid4().hex,
        "speaks_for": []
        if place_of(request.user, table) is not None
        else list(enumerate(names_of(table))),
    }


def _not_called(
    request: MemberRequest, table: Table, problem: EngineError | TableError
) -> HttpResponse:
    said = wording.refusal_text(problem)
    status = 403 if isinstance(problem, NotYourSeat) else 422
    if _wants_json(request):
        error = {"code": problem.code, "message": said}
        return JsonResponse({"error": error}, status=status)
    if status == 403:
        raise PermissionDenied(said)
    context = call_context(table, request) | {
        "refused": said, "code": problem.code, "given": request.POST.get("text", ""),
        "hand": _number(request.POST.get("hand")), "place": _number(request.POST.get("place")),
    }  # fmt: skip
    return render(request, "tables/cases/call.html", context, status=status)


def _wants_json(request: HttpRequest) -> bool:
    return request.headers.get("Accept", "").startswith("application/json")


def _number(text: str | None) -> int | None:
    return int(text) if text and text.isascii() and text.isdigit() and len(text) < 6 else None


# The queue


@require_safe
@login_required
def queue(request: MemberRequest) -> HttpResponse:
    """What waits for this account; with `?part=queue` only what changes on it."""
    context = {"version": tally(), "command": uuid4().hex}
    context |= queue_for(request.user)
    part = request.GET.get("part") == "queue"
    template = "tables/cases/parts/queue.html" if part else "tables/cases/queue.html"
    return render(request, template, context)


# A case


def case_or_404(request: HttpRequest, table_id: UUID, case: str) -> tuple[Table, Case]:
    """A case of a table that may be seen. Raises Http404, PermissionDenied."""
    found = seen_or_404(request, table_id)
    if not may_see_cases(request.user, found):
        raise PermissionDenied
    return found, get_object_or_404(Case, table=found, case=case)


@require_safe
@login_required
def case(request: MemberRequest, table_id: UUID, case: str) -> HttpResponse:
    """A case with what was said, what was ruled and what can be done now."""
    found, row = case_or_404(request, table_id, case)
    context = case_page.case_context(found, row, request.user)
    part = request.GET.get("part") == "case"
    template = "tables/cases/parts/case.html" if part else "tables/cases/case.html"
    return render(request, template, context)


def _take(table: Table, case: str, request: MemberRequest, command: str | None) -> object:
    return services.case_take(table=table, account=request.user, case=case, command_id=command)


def _release(table: Table, case: str, request: MemberRequest, command: str | None) -> object:
    return services.case_release(table=table, account=request.user, case=case, command_id=command)


def _withdraw(table: Table, case: str, request: MemberRequest, command: str | None) -> object:
    return services.case_withdraw(table=table, account=request.user, case=case, command_id=command)


def _state(table: Table, case: str, request: MemberRequest, command: str | None) -> object:
    return services.statement_make(
        table=table,
        account=request.user,
        case=case,
        text=request.POST.get("text", ""),
        place=_number(request.POST.get("place")),
        command_id=command,
    )


def _declare(table: Table, case: str, request: MemberRequest, command: str | None) -> object:
    return services.interest_declare(
        table=table,
        account=request.user,
        case=case,
        interest=cast(Bond, request.POST.get("interest", "")),
        text=request.POST.get("text", ""),
        command_id=command,
    )


def _interest(table: Table, case: str, request: MemberRequest, command: str | None) -> object:
    return services.interest_decide(
        table=table,
        account=request.user,
        case=case,
        referee=request.POST.get("referee", ""),
        allowed=request.POST.get("allowed") == "yes",
        command_id=command,
    )


CASE_DEEDS: Final[Mapping[str, Deed]] = {
    "take": _take,
    "release": _release,
    "withdraw": _withdraw,
    "state": _state,
    "declare": _declare,
    "interest": _interest,
}


@by_post("case", "table_id", "case")
def case_do(request: MemberRequest, table_id: UUID, case: str, deed: str) -> HttpResponse:
    """Take, give back or withdraw a case, say something on it, declare or decide an interest."""
    found, row = case_or_404(request, table_id, case)
    refused = _refused(request, found, case, CASE_DEEDS.get(deed))
    if refused and request.POST.get("text"):
        page = case_page.case_context(found, row, request.user)
        return _again(request, page, deed, refused)
    _tell(request, refused)
    return redirect("case", table_id=table_id, case=case)


def _refused(
    request: MemberRequest, table: Table, about: str, deed: Deed | None
) -> EngineError | TableError | None:
    """Do it; why not, if it was refused. Raises Http404, PermissionDenied."""
    if deed is None:
        raise Http404
    try:
        deed(table, about, request, command_id(request))
    except NotYourSeat as problem:
        raise PermissionDenied(str(problem)) from problem
    except REFUSED as problem:
        return problem
    return None


def _tell(request: MemberRequest, refused: EngineError | TableError | None) -> None:
    """The page that the button was on says why not."""
    if refused is not None:
        tags = f"code-{refused.code}"
        messages.error(request, wording.refusal_text(refused), extra_tags=tags)


def _again(
    request: MemberRequest, page: dict[str, Any], deed: str, refused: EngineError | TableError
) -> HttpResponse:
    """The page with the form as it was sent: nobody has to write a text twice."""
    said = wording.refusal_text(refused)
    page |= case_page.again(page, deed, request.POST, refused.code, said)
    return render(request, "tables/cases/case.html", page, status=422)


# A ruling and its appeal


@require_safe
def rulings(request: HttpRequest, table_id: UUID) -> HttpResponse:
    """What was ruled at a table, as the event's policy lets everybody see it."""
    found = seen_or_404(request, table_id)
    court = run(folds.load(found.pk)).state.court
    context = {
        "table": found,
        "title": catalogue.title_of(found),
        "chains": public_chains(found, court, request.user),
        "cases": Case.objects.filter(table=found) if may_see_cases(request.user, found) else [],
    }
    return render(request, "tables/cases/rulings.html", context)


def ruling_or_404(request: HttpRequest, table_id: UUID, ruling: str) -> tuple[Table, Ruling]:
    """A ruling of a table that may be seen. Raises Http404, PermissionDenied."""
    found = seen_or_404(request, table_id)
    if not may_see_cases(request.user, found):
        raise PermissionDenied
    return found, get_object_or_404(Ruling, table=found, ruling=ruling)


@require_safe
@login_required
def ruling(request: MemberRequest, table_id: UUID, ruling: str) -> HttpResponse:
    """A ruling; one that was made on a case is shown there."""
    found, row = ruling_or_404(request, table_id, ruling)
    if row.case:
        return redirect("case", table_id=table_id, case=row.case)
    context = case_page.ruling_context(found, row, request.user)
    part = request.GET.get("part") == "case"
    template = "tables/cases/parts/case.html" if part else "tables/cases/case.html"
    return render(request, template, context)


def _appeal(table: Table, ruling: str, request: MemberRequest, command: str | None) -> object:
    return services.appeal_lodge(
        table=table,
        account=request.user,
        ruling=ruling,
        text=request.POST.get("text", ""),
        place=_number(request.POST.get("place")),
        command_id=command,
    )


def _panel(table: Table, ruling: str, request: MemberRequest, command: str | None) -> object:
    given = [one for one in request.POST.getlist("judge") if one.isascii() and len(one) < 19]
    ids = [int(one) for one in given if one.isdigit()]
    people = {one.pk: one for one in User.objects.filter(pk__in=ids, is_active=True)}
    return services.panel_name(
        table=table,
        account=request.user,
        appeal=request.POST.get("appeal", ""),
        judges=[people[id_] for id_ in ids if id_ in people],
        command_id=command,
    )


def _vote(table: Table, ruling: str, request: MemberRequest, command: str | None) -> object:
    return services.vote_cast(
        table=table,
        account=request.user,
        appeal=request.POST.get("appeal", ""),
        vote=cast(Vote, request.POST.get("vote", "")),
        text=request.POST.get("text", ""),
        command_id=command,
    )


RULING_DEEDS: Final[Mapping[str, Deed]] = {"appeal": _appeal, "panel": _panel, "vote": _vote}


@by_post("ruling", "table_id", "ruling")
def ruling_do(request: MemberRequest, table_id: UUID, ruling: str, deed: str) -> HttpResponse:
    """Appeal against a ruling, name who decides, vote."""
    found, row = ruling_or_404(request, table_id, ruling)
    refused = _refused(request, found, ruling, RULING_DEEDS.get(deed))
    if refused and request.POST.get("text"):
        on_case = Case.objects.filter(table=found, case=row.case).first() if row.case else None
        if on_case is not None:
            page = case_page.case_context(found, on_case, request.user)
        else:
            page = case_page.ruling_context(found, row, request.user)
        return _again(request, page, deed, refused)
    _tell(request, refused)
    return redirect("ruling", table_id=table_id, ruling=ruling)
