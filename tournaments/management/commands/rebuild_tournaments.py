"""`manage.py rebuild_tournaments [TOURNAMENT …]`."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.core.management.base import BaseCommand, CommandParser
from django.db import transaction

from tournaments.models import Tournament
from tournaments.store.projections import rebuild


class Command(BaseCommand):
    help = "Derives the summaries, entries and tables of events from their logs again."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("tournaments", nargs="*", type=UUID, help="ids; all if none is given")

    def handle(self, *args: Any, **options: Any) -> None:
        ids = options["tournaments"] or list(Tournament.objects.values_list("pk", flat=True))
        for tournament in ids:
            with transaction.atomic():
                Tournament.objects.select_for_update(no_key=True).get(pk=tournament)
                rebuild(tournament)
        self.stdout.write(f"{len(ids)} events rebuilt")
