"""`manage.py import_archive FILE`: as the owner of the database, like `migrate`."""

from __future__ import annotations

from pathlib import Path
from typing import Any, BinaryIO

from django.core.management.base import BaseCommand, CommandError, CommandParser

from accounts.models import User
from engine.archive.checking import ArchiveFails
from engine.archive.container import ArchiveRefused
from engine.archive.summary import summary
from engine.cli.archives import LANGUAGES, Bar
from tournaments.archive.importing import archive_prove, archive_take_in


class Command(BaseCommand):
    help = "Proves the archive of an event and takes it in; nothing that is here is changed."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument("--check", action="store_true", help="prove it and store nothing")
        parser.add_argument("--key", metavar="HEX", help="public key that has to have signed it")
        parser.add_argument("--club", help="address of the club that the event goes to")
        parser.add_argument("--owner", help="account that owns the club, if it is made")
        parser.add_argument(
            "--accept-standings",
            action="store_true",
            help="take in standings, too, that this version works out otherwise",
        )
        parser.add_argument(
            "--accept-regulations",
            action="store_true",
            help="take in regulations, too, that this version words otherwise",
        )
        parser.add_argument("--language", choices=LANGUAGES, default="en", help="of the page")

    def handle(self, *args: Any, **options: Any) -> None:
        bar = Bar()
        try:
            with _opened(options["file"]) as file:
                self._handle(file, bar, options)
        except ArchiveFails as error:
            bar.clear()
            self.stdout.write(summary(error.report, options["language"]), ending="")
            raise CommandError(f"{error.code}: nothing was stored") from error
        except ArchiveRefused as error:
            bar.clear()
            where = f"{error.file}: " if error.file else ""
            raise CommandError(f"{where}{error.code}: {error.message}") from error

    def _handle(self, file: BinaryIO, bar: Bar, options: dict[str, Any]) -> None:
        asked = {name: options[name] for name in ("accept_standings", "accept_regulations", "key")}
        if options["check"]:
            proof = archive_prove(file, watch=bar, **asked)
            bar.clear()
            self.stdout.write(summary(proof.report, options["language"]), ending="")
            return
        taken = archive_take_in(
            file,
            club=options["club"],
            owner=_account(options["owner"]),
            watch=bar,
            **asked,
        )
        bar.clear()
        self.stdout.write(summary(taken.proof.report, options["language"]), ending="")
        stored = f"{taken.matches} matches" if taken.is_new else "nothing: it is here already"
        self.stdout.write(f"stored: {stored}; event {taken.tournament.pk}")


def _opened(path: Path) -> BinaryIO:
    try:
        return path.open("rb")
    except OSError as error:
        raise CommandError(f"cannot read {path}: {error.strerror}") from error


def _account(username: str | None) -> User | None:
    if username is None:
        return None
    found = User.objects.filter(username=username).first()
    if found is None:
        raise CommandError(f"there is no account {username}")
    return found
