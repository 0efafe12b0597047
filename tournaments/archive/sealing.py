"""What proves an archive to be that of whoever signs it: trailers of logs, a signed manifest.

An archive that came from another site keeps the proof that it came with, as long as nothing of it
has changed here; then this site proves all of it, with its own key.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple, Protocol
from uuid import UUID

from django.conf import settings
from django.db.models import Max
from django.utils import timezone

from engine.archive.manifest import Manifest
from engine.signing import public_key
from engine.trailer import Trailer
from tables.checkpoints.selectors import covering, trailer_for
from tables.checkpoints.services import checkpoint_make
from tables.imports.models import ImportedStream
from tables.imports.trailers import looks_trailer_brought, trailer_brought
from tables.models import Event as LogLine
from tables.models import PrivilegedView
from tables.models import Table as Match
from tournaments.models import Tournament


class Log(NamedTuple):
    """A stream, and how many events of it there are; with `log` `looks` how many looks at that
    table."""

    stream: UUID
    events: int
    log: str = ""


class Sealer(Protocol):
    """Whose proof an archive carries."""

    def trailer(self, log: Log) -> Trailer | None:
        """In which checkpoint a log was signed."""

    def signed(self, manifest: Manifest) -> Manifest:
        """The manifest with a signature."""


class OurSeal:
    """The proof of this site, by the key it has now."""

    def __init__(self) -> None:
        self._key = public_key(settings.CHECKPOINT_KEY)

    def seal(self, logs: Iterable[Log]) -> None:
        """Have a checkpoint made unless all of these are signed to their ends."""
        if any(self._is_open(log) for log in logs):
            checkpoint_make(timezone.now())

    def _is_open(self, log: Log) -> bool:
        return covering(log.stream, log.events, self._key, log.log) is None

    def trailer(self, log: Log) -> Trailer | None:
        return trailer_for(log.stream, log.events, key=self._key, log=log.log)

    def signed(self, manifest: Manifest) -> Manifest:
        return manifest.signed_by(settings.CHECKPOINT_KEY)


class TheirSeal:
    """The proof with which an event came from another site; it may hold no more."""

    def __init__(self, key: str, signature: str) -> None:
        self._key, self._signature = key, signature

    def trailer(self, log: Log) -> Trailer | None:
        brought = looks_trailer_brought if log.log else trailer_brought
        return brought(log.stream, log.events)

    def signed(self, manifest: Manifest) -> Manifest:
        return manifest._replace(key=self._key, signature=self._signature)


def seal_brought(tournament: Tournament) -> TheirSeal | None:
    """The proof with which an event came, if its own log is still as it came."""
    came = ImportedStream.objects.filter(stream=tournament.pk, version=tournament.version).first()
    return TheirSeal(came.signer, came.signature) if came and came.signature else None


def logs_of(tournament: Tournament) -> list[Log]:
    """The event's own log, those of its matches that are over, and of looks at their tables."""
    opened = LogLine.objects.filter(stream=tournament.pk, type="TableOpened")
    matches = [UUID(match) for match in opened.values_list("data__match", flat=True)]
    over = Match.objects.filter(pk__in=matches, ended_at__isnull=False)
    looked = PrivilegedView.objects.filter(table__in=over).order_by("table_id")
    numbers = looked.values_list("table_id").annotate(Max("number"))
    return [
        Log(tournament.pk, tournament.version),
        *(Log(*one) for one in over.values_list("pk", "version")),
        *(Log(table, number, "looks") for table, number in numbers),
    ]
