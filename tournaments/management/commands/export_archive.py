"""`manage.py export_archive EVENT [FILE]`."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError, CommandParser

from engine.archive.checking import verify_archive
from engine.archive.summary import summary
from engine.cli.archives import Bar
from tournaments.archive.exporting import Archive, archive_make
from tournaments.domain.refusals import Refused
from tournaments.models import Tournament


class Command(BaseCommand):
    help = "Writes the archive of an event that is over; the same event gives the same bytes."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("event", type=UUID, help="the event's id")
        parser.add_argument("file", type=Path, nargs="?", help="where to; its own name if left out")
        parser.add_argument(
            "--without-texts", action="store_true", help="leave out what people wrote in cases"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        found = Tournament.objects.select_related("club").filter(pk=options["event"]).first()
        if found is None:
            raise CommandError(f"there is no event {options['event']}")
        made = _made(found, texts=not options["without_texts"])
        path = options["file"] or Path(made.name)
        with path.open("wb") as file:
            file.writelines(made.parts(1 << 20))
        with path.open("rb") as file, Bar() as bar:
            report = verify_archive(file, watch=bar)
        if not report.ok:
            self.stdout.write(summary(report, "en"), ending="")
            raise CommandError(f"{path} was written, and does not hold")
        self.stdout.write(f"{path}: {made.size} bytes, fingerprint {made.fingerprint}")


def _made(tournament: Tournament, *, texts: bool) -> Archive:
    """Made here and now, with a bar on a terminal."""
    try:
        with Bar() as bar:
            return archive_make(
                tournament, texts=texts, watch=lambda done, total: bar(done, total, tournament.name)
            )
    except Refused as problem:
        raise CommandError(f"{problem.code}: {problem.message}") from problem
