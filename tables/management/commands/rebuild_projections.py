"""`manage.py rebuild_projections [TABLE …]`."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.core.management.base import BaseCommand, CommandParser

from tables.models import Table
from tables.projections.rebuild import table_rebuild


class Command(BaseCommand):
    help = "Derives table summaries, hand results and the score ledger from the log again."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("tables", nargs="*", type=UUID, help="ids; all tables if none is given")

    def handle(self, *args: Any, **options: Any) -> None:
        ids = options["tables"] or list(Table.objects.values_list("pk", flat=True))
        for table_id in ids:
            table_rebuild(table_id)
        self.stdout.write(f"{len(ids)} tables rebuilt")
