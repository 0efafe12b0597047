"""Pages of the review: one hand with all its reasons, and who looked at hidden tiles."""

from __future__ import annotations

from typing import Final
from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from tables import catalogue
from tables.review.looks import looks_at
from tables.seeing import seen_or_404

MOST_LOOKS: Final = 500
WHERE: Final = {
    "live": _("live at the table"),
    "review": _("review of the hand"),
    "what_if": _("what-if of the review"),
}


@require_safe
def looks(request: HttpRequest, table_id: UUID) -> HttpResponse:
    """Who was shown hidden tiles of a running hand at this table."""
    found = seen_or_404(request, table_id)
    if not request.user.has_perm("tables.see_looks", found):
        raise PermissionDenied
    rows = [
        {"at": look.at, "who": look.account.public_name, "hand": look.hand,
         "where": WHERE.get(look.what, look.what)}
        for look in looks_at([found.pk])[:MOST_LOOKS]
    ]  # fmt: skip
    context = {
        "table": found,
        "title": found.name or catalogue.ruleset_name(found.ruleset),
        "looks": rows,
        "most": MOST_LOOKS,
    }
    return render(request, "tables/review/looks.html", context)
