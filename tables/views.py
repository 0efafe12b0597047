"""Pages of the lobby and of the live table. Reads through selectors, writes through services."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_safe
from django_htmx.http import HttpResponseClientRedirect
from django_htmx.middleware import HtmxDetails

from accounts.models import User
from engine.errors import IllegalAction
from engine.play.match import Length
from tables import catalogue, selectors, services
from tables.by_post import by_post
from tables.cases.offers import may_dispute, may_see_cases
from tables.cases.pages import call_context
from tables.errors import NotYourSeat
from tables.forms import PACES, TableForm
from tables.live.errors import message_for
from tables.live.refusals import refusal
from tables.lobby import services as lobby
from tables.lobby.models import Gathering
from tables.lobby.selectors import gatherings_open
from tables.models import Table
from tables.seeing import seen_or_404
from tables.services import Terms
from tables.words import tile_names, words

ROWS_SHOWN = 20
ROWS_ON_A_PAGE = 50
QUICK_HANDS = 4
RULESETS = ("bao", "free")
RULINGS: Final[Mapping[str, Callable[[Table, User], object]]] = {
    "pause": lambda table, account: services.table_pause(table=table, account=account),
    "resume": lambda table, account: services.table_resume(table=table, account=account),
    "time": lambda table, account: services.table_call_time(table=table, account=account),
    "void": lambda table, account: services.hand_void(table=table, account=account, reason=""),
}

LISTS: Final[Mapping[str, Callable[[], QuerySet[Any]]]] = {
    "running": lambda: selectors.listed(selectors.tables_running()),
    "waiting": gatherings_open,
    "finished": lambda: selectors.listed(selectors.matches_finished()),
}


class HtmxRequest(HttpRequest):
    """What HtmxMiddleware makes of every request."""

    htmx: HtmxDetails


class MemberRequest(HtmxRequest):
    """A request of somebody who is logged in, as `login_required` lets through."""

    user: User


def _lists(request: HttpRequest) -> dict[str, Any]:
    """The own tables, all of them, and the newest of each other sort."""
    user = request.user
    own = selectors.tables_of(user) if user.is_authenticated else ()
    others = selectors.tables_running()
    if user.is_authenticated:
        others = selectors.tables_of_others(user)
    return {
        "mine": own,
        "running": _newest(selectors.listed(others)),
        "gatherings": _newest(gatherings_open()),
        "finished": _newest(selectors.listed(selectors.matches_finished())),
    }


def _newest(rows: QuerySet[Any]) -> dict[str, Any]:
    """The first rows, and whether there are more."""
    found = list(rows[: ROWS_SHOWN + 1])
    return {"rows": found[:ROWS_SHOWN], "more": len(found) > ROWS_SHOWN}


@require_safe
def table_list(request: HttpRequest, which: str) -> HttpResponse:
    """All tables of one sort, page by page."""
    rows = LISTS.get(which)
    if rows is None:
        raise Http404
    page = Paginator(rows(), ROWS_ON_A_PAGE).get_page(request.GET.get("page"))
    return render(request, "tables/list.html", {"page": page, "which": which})


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """All tables: the own ones, those that wait, those that play, and finished matches."""
    return render(request, "tables/home.html", _lists(request))


@require_safe
def lobby_list(request: HttpRequest) -> HttpResponse:
    """The lists alone, which the page asks for every few seconds."""
    return render(request, "tables/parts/lists.html", _lists(request))


@login_required
def table_new(request: MemberRequest) -> HttpResponse:
    """Propose a table."""
    ruleset = request.POST.get("ruleset") or request.GET.get("ruleset") or "bao"
    if ruleset not in RULESETS:
        ruleset = "bao"
    form = TableForm(request.POST or None, ruleset=ruleset)
    if request.method == "POST" and form.is_valid():
        levels, place = form.levels()
        try:
            return _go_to(
                lobby.gathering_create(
                    terms=form.terms(),
                    levels=levels,
                    host=request.user,
                    host_place=place,
                    name=form.cleaned_data["name"],
                )
            )
        except lobby.TooManyWaiting as problem:
            form.add_error(None, str(problem))
    part = "tables/parts/table_form.html" if request.htmx else "tables/new.html"
    return render(request, part, {"form": form, "ruleset": ruleset})


def _go_to(gathering: Gathering) -> HttpResponse:
    if gathering.table_id:
        return redirect("table", table_id=gathering.table_id)
    return redirect("gathering", gathering_id=gathering.pk)


@by_post("home")
def play_now(request: MemberRequest, ruleset: str) -> HttpResponse:
    """A match against three built-in players, at once."""
    if ruleset not in RULESETS:
        raise Http404
    gathering = lobby.gathering_create(
        terms=Terms(
            ruleset=ruleset,
            length=Length("hands", QUICK_HANDS),
            # Nobody else is kept waiting.
            clocks=PACES["slow"],
            spectator_delay=0,
        ),
        levels=("", "sensible", "sensible", "sensible"),
        host=request.user,
        host_place=0,
    )
    return _go_to(gathering)


@require_safe
def gathering(request: HtmxRequest, gathering_id: UUID) -> HttpResponse:
    """A table that waits for its players; who sits there is taken to the match when it begins."""
    found = get_object_or_404(
        Gathering.objects.prefetch_related("chairs__account"), pk=gathering_id
    )
    if found.table_id:
        url = reverse("table", kwargs={"table_id": found.table_id})
        return HttpResponseClientRedirect(url) if request.htmx else redirect(url)
    chairs = list(found.chairs.all())
    context = {
        "gathering": found,
        "chairs": chairs,
        "seated": any(chair.account_id == request.user.pk for chair in chairs)
        and request.user.is_authenticated,
        "ruleset_name": catalogue.ruleset_name(found.terms["ruleset"]),
        "changed": catalogue.options_changed(found.terms["ruleset"], found.terms["options"]),
    }
    part = "tables/parts/chairs.html" if request.htmx else "tables/gathering.html"
    return render(request, part, context)


@by_post("gathering", "gathering_id")
def chair_take(request: MemberRequest, gathering_id: UUID) -> HttpResponse:
    """Sit down."""
    place = request.POST.get("place", "")
    try:
        found = lobby.chair_take(
            gathering=get_object_or_404(Gathering, pk=gathering_id).pk,
            account=request.user,
            place=int(place) if place in ("0", "1", "2", "3") else None,
        )
    except lobby.ChairTaken as problem:
        messages.error(request, str(problem))
        return redirect("home")
    return _go_to(found)


@by_post("gathering", "gathering_id")
def chair_leave(request: MemberRequest, gathering_id: UUID) -> HttpResponse:
    """Stand up again."""
    lobby.chair_leave(
        gathering=get_object_or_404(Gathering, pk=gathering_id).pk, account=request.user
    )
    return redirect("home")


@by_post("gathering", "gathering_id")
def gathering_cancel(request: MemberRequest, gathering_id: UUID) -> HttpResponse:
    """Take the own proposal back."""
    lobby.gathering_cancel(gathering=gathering_id, account=request.user)
    return redirect("home")


@require_safe
def table(request: HttpRequest, table_id: UUID) -> HttpResponse:
    """The live table, in whatever role the visitor has there."""
    found = seen_or_404(request, table_id)
    if found.play == Table.Play.SCORED:
        return redirect("score", table_id=table_id)
    viewer = selectors.viewer_for(request.user, found)
    config = {
        "socket": f"/ws/table/{found.pk}/",
        "as": viewer.role,
        "place": viewer.place,
        "stakes": catalogue.stakes(),
        "elements": catalogue.element_names(),
        "headings": catalogue.rule_headings(),
        "rules": reverse("rules"),
        "replay": reverse("replay", kwargs={"table_id": found.pk}),
        "lobby": reverse("home"),
    }
    if may_see_cases(request.user, found):
        config["cases"] = f"/tables/{found.pk}/cases/"
    context = {
        "title": catalogue.title_of(found),
        "table": found,
        "stops_clock": request.user.has_perm("tables.stop_clock", found),
        "calls_time": request.user.has_perm("tables.call_time", found),
        "referee": request.user.has_perm("tables.referee", found),
        "call": call_context(found, request) if may_dispute(request.user, found) else None,
        "changed": catalogue.options_changed(found.ruleset, found.options),
        "config": config,
        "words": words(),
        "tile_names": tile_names(),
    }
    return render(request, "tables/table.html", context)


@by_post("table", "table_id")
def table_rule(request: MemberRequest, table_id: UUID, ruling: str) -> HttpResponse:
    """What a referee or the organiser may do to a match."""
    found = get_object_or_404(Table.objects.prefetch_related("seats", "referees"), pk=table_id)
    rule = RULINGS.get(ruling)
    if rule is None:
        raise Http404
    try:
        rule(found, request.user)
    except NotYourSeat as problem:
        raise PermissionDenied(str(problem)) from problem
    except IllegalAction as problem:
        messages.error(request, _reason(problem))
    return redirect("table", table_id=table_id)


def _reason(problem: IllegalAction) -> str:
    """Why not, in the reader's language, with the heading of the rule."""
    said = message_for(refusal(problem), catalogue.language())
    heading = catalogue.rule_headings().get(problem.rule)
    return f"{said} · {problem.rule} {heading}" if heading else said


@require_safe
def rules(request: HttpRequest) -> HttpResponse:
    """The elements and options that breakdowns and refusals cite, each at its own anchor."""
    return render(request, "tables/rules.html", catalogue.rules_page())
