"""`manage.py compare_projections`."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from tournaments.audit.services import audit


class Command(BaseCommand):
    help = "Compares what is kept of events and new tables with their logs, as every night."

    def handle(self, *args: Any, **options: Any) -> None:
        found = audit(timezone.now())
        for one in found:
            self.stdout.write(f"{one.stream} {one.what}: {one.detail}")
        self.stdout.write(f"{len(found)} differences")
