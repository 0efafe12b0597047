"""Pages of a finished match. All tiles are public by then; a running match is refused."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from engine.play.events import SecretOpened
from engine.verify import verify
from tables import catalogue, selectors
from tables.cases.offers import may_dispute, may_see_cases
from tables.checkpoints.selectors import record_signed
from tables.models import Table
from tables.replay.turnstile import CHECKS, READS, at_most
from tables.seeing import seen_or_404
from tables.words import tile_names, words


def _finished(request: HttpRequest, table_id: UUID) -> Table | None:
    table = seen_or_404(request, table_id)
    return table if table.ended_at else None


def _as(request: HttpRequest) -> str:
    """Whose seat is looked from: "all", or a place."""
    asked = request.GET.get("as", "all")
    return asked if asked in ("0", "1", "2", "3") else "all"


@require_safe
def replay(request: HttpRequest, table_id: UUID, step: int | None = None) -> HttpResponse:
    """One step of a finished match; the page fetches the events once and steps by itself."""
    table = _finished(request, table_id)
    if table is None:
        return redirect("table", table_id=table_id)
    if table.play == Table.Play.SCORED:
        return redirect("score", table_id=table_id)
    address = reverse("replay", kwargs={"table_id": table_id})
    config: dict[str, Any] = {
        "events": reverse("replay-events", kwargs={"table_id": table_id}),
        "address": address,
        "review": reverse("review", kwargs={"table_id": table_id, "hand": 1}),
        "step": step,
        "as": _as(request),
        "match": str(table.pk),
        "elements": catalogue.element_names(),
        "headings": catalogue.rule_headings(),
        "rules": reverse("rules"),
        "replay": address,
        "lobby": reverse("home"),
    }
    if may_dispute(request.user, table):
        config["call"] = reverse("call", kwargs={"table_id": table_id})
    context = {
        "table": table,
        "has_rulings": table.rulings.exists(),
        "title": catalogue.title_of(table),
        "config": config,
        "words": words(),
        "tile_names": tile_names(),
        "changed": catalogue.options_changed(table.ruleset, table.options),
    }
    return render(request, "tables/replay.html", context)


@require_safe
@at_most(READS)
def events(request: HttpRequest, table_id: UUID) -> HttpResponse:
    """Every event as the page folds them; of disputes what the public may know, to others than
    those concerned."""
    table = _finished(request, table_id)
    if table is None:
        return JsonResponse({"error": {"code": "match_running"}}, status=403)
    is_inside = may_see_cases(request.user, table)
    told = selectors.events_since(table, selectors.REPLAY if is_inside else selectors.READER)
    hashes = {
        line.seq: line.hash
        for line in selectors.lines(table)
        if isinstance(line.event, SecretOpened)
    }
    return JsonResponse({"events": told, "hashes": hashes})


@require_safe
@at_most(READS)
def record(request: HttpRequest, table_id: UUID) -> HttpResponse:
    """The portable record to keep; `?checkpoint=N` asks for the proof from that checkpoint."""
    table = _finished(request, table_id)
    if table is None:
        return redirect("table", table_id=table_id)
    asked = request.GET.get("checkpoint", "")
    number = int(asked) if asked.isascii() and asked.isdigit() and len(asked) < 10 else None
    response = HttpResponse(record_signed(table, number), content_type="application/x-ndjson")
    response["Content-Disposition"] = f'attachment; filename="{table.pk}.zjr.jsonl"'
    return response


@require_POST
@at_most(CHECKS)
def check(request: HttpRequest, table_id: UUID) -> HttpResponse:
    """Proves the record as `laozhuang-engine verify` does, and shows what came of it."""
    table = _finished(request, table_id)
    if table is None:
        return redirect("table", table_id=table_id)
    report = verify(record_signed(table).encode())
    return render(request, "tables/parts/report.html", {"report": report, "table": table})
