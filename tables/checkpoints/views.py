"""Pages of checkpoints: the keys, the list, and each to compare and to keep."""

from __future__ import annotations

from typing import Final

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from engine.checkpoints import SUFFIX, Checkpoint, is_signed
from tables.checkpoints.models import CheckpointRow
from tables.checkpoints.selectors import checkpoint_at, checkpoint_of, keys_used

PER_PAGE: Final = 50
_HIGHEST: Final = 2**31


def _or_404(number: int) -> Checkpoint:
    found = checkpoint_at(number) if number < _HIGHEST else None
    if found is None:
        raise Http404
    return found


@require_safe
def checkpoints(request: HttpRequest) -> HttpResponse:
    """Every public key, and every checkpoint, the newest first."""
    page = Paginator(CheckpointRow.objects.all(), PER_PAGE).get_page(request.GET.get("page"))
    listed = [(row.at, checkpoint_of(row)) for row in page]
    context = {"keys": keys_used(), "page": page, "listed": listed}
    return render(request, "tables/checkpoints/list.html", context)


@require_safe
def checkpoint(request: HttpRequest, number: int, digest: str = "") -> HttpResponse:
    """One checkpoint; with the digest of a printed sheet, whether it is the one printed there."""
    found = _or_404(number)
    context = {
        "checkpoint": found,
        "at": CheckpointRow.objects.values_list("at", flat=True).get(number=number),
        "is_signed": is_signed(found),
        "printed": digest,
        "is_printed": digest == found.digest(),
        "before": number - 1 if number > 1 else None,
    }
    return render(request, "tables/checkpoints/one.html", context)


@require_safe
def download(request: HttpRequest, number: int) -> HttpResponse:
    """The checkpoint's file."""
    found = _or_404(number)
    response = HttpResponse(f"{found.text()}\n", content_type="application/json")
    response["Content-Disposition"] = f'attachment; filename="checkpoint-{number}{SUFFIX}"'
    return response
