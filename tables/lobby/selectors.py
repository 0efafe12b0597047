"""Reads of gatherings."""

from __future__ import annotations

from datetime import timedelta

from django.db.models import QuerySet
from django.utils import timezone

from tables.lobby.models import Gathering

STALE_AFTER = timedelta(hours=12)


def gatherings_open() -> QuerySet[Gathering]:
    """Those that still wait for players, the newest first; the host's old ones fade away."""
    recent = timezone.now() - STALE_AFTER
    waiting = Gathering.objects.filter(table=None)
    fresh = waiting.filter(created_at__gte=recent) | waiting.filter(host=None)
    return fresh.select_related("host").prefetch_related("chairs__account")
