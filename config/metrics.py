"""Figures for Prometheus at /metrics/: whether the logs hold, and how fresh that knowledge is.

Only for who shows METRICS_TOKEN (`Authorization: Bearer …`); without one there is no such page.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from django.conf import settings
from django.db.models import Count, Max
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.crypto import constant_time_compare
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tables.checkpoints.models import CheckpointRow
from tables.models import Table
from tournaments.audit.models import Finding, Proved

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"


@never_cache
@require_safe
def metrics(request: HttpRequest) -> HttpResponse:
    """The text format of Prometheus."""
    token = settings.METRICS_TOKEN
    given = request.headers.get("authorization", "")
    if not token or not constant_time_compare(given, f"Bearer {token}"):
        raise Http404
    return HttpResponse("".join(f"{line}\n" for line in _lines()), content_type=CONTENT_TYPE)


def _lines() -> Iterator[str]:
    yield from _gauge("audit_findings", "What differs from the logs or is wrong in them, by kind.")
    counts = Finding.objects.filter(cleared_at=None).order_by().values_list("what")
    found = dict(counts.annotate(Count("pk")))
    for what in Finding.What.values:
        yield f'laozhuang_audit_findings{{what="{what}"}} {found.get(what, 0)}'
    proved = Proved.objects.aggregate(number=Count("pk"), last=Max("proved_at"))
    yield from _gauge("audit_proved_logs", "Logs that were found in order from end to end.")
    yield f"laozhuang_audit_proved_logs {proved['number']}"
    yield from _gauge("audit_last_run_seconds", "When a log was last found in order, Unix time.")
    yield f"laozhuang_audit_last_run_seconds {_seconds(proved['last'])}"
    signed = CheckpointRow.objects.first()
    yield from _gauge("checkpoint_number", "The number of the last checkpoint.")
    yield f"laozhuang_checkpoint_number {signed.number if signed else 0}"
    yield from _gauge("checkpoint_seconds", "When the last checkpoint was made, Unix time.")
    yield f"laozhuang_checkpoint_seconds {_seconds(signed.at if signed else None)}"
    yield from _gauge("tables_running", "Tables whose match has not ended.")
    yield f"laozhuang_tables_running {Table.objects.filter(ended_at=None).count()}"


def _gauge(name: str, said: str) -> Iterator[str]:
    yield f"# HELP laozhuang_{name} {said}"
    yield f"# TYPE laozhuang_{name} gauge"


def _seconds(at: datetime | None) -> int:
    return int(at.timestamp()) if at else 0
