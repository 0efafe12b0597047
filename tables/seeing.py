"""Finding a table for a page: whoever may not know of it is told that there is none."""

from __future__ import annotations

from uuid import UUID

from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404

from tables.models import Table


def seen_or_404(request: HttpRequest, table_id: UUID) -> Table:
    """The table with all that permissions ask. Raises Http404."""
    rows = Table.objects.prefetch_related("seats", "referees", "scorers")
    found = get_object_or_404(rows, pk=table_id)
    if not request.user.has_perm("tables.see", found):
        raise Http404
    return found
