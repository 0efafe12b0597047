"""`manage.py rebuild_ratings`."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from tournaments.ratings.comparing import compare_and_mend
from tournaments.ratings.models import RatedMatch


class Command(BaseCommand):
    help = "Computes all ratings from the logs of events again, and says what had been otherwise."

    def handle(self, *args: Any, **options: Any) -> None:
        differences = compare_and_mend()
        for difference in differences:
            self.stdout.write(difference)
        count = RatedMatch.objects.count()
        self.stdout.write(f"{count} matches rated, {len(differences)} differences")
