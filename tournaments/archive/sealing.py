"""What proves an archive's logs to be those that were signed: trailers, and their checkpoints.

A log that came from another site keeps the proof that it came with.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple, TypeAlias
from uuid import UUID

from django.utils import timezone

from engine.archive.seals import checkpoint_bytes, checkpoint_name
from tables.checkpoints.selectors import covering, trailer_for
from tables.checkpoints.services import checkpoint_make
from tables.imports.trailers import trailer_brought
from tables.models import Event as LogLine
from tables.models import Table as Match
from tournaments.models import Tournament

_Item: TypeAlias = tuple[str, bytes]


class Log(NamedTuple):
    """A stream, and how many events of it there are."""

    stream: UUID
    events: int


def logs_of(tournament: Tournament) -> list[Log]:
    """The event's own log, and those of its matches that are over."""
    opened = LogLine.objects.filter(stream=tournament.pk, type="TableOpened")
    matches = [UUID(match) for match in opened.values_list("data__match", flat=True)]
    over = Match.objects.filter(pk__in=matches, ended_at__isnull=False)
    return [
        Log(tournament.pk, tournament.version),
        *(Log(*one) for one in over.values_list("pk", "version")),
    ]


def seal(logs: Iterable[Log]) -> None:
    """Have a checkpoint made unless all of these are signed to their ends."""
    if any(trailer_brought(*one) is None and covering(*one) is None for one in logs):
        checkpoint_make(timezone.now())


def sealed(
    files: Mapping[str, bytes],
    logs: Mapping[str, Log],
    each: Callable[[Iterable[_Item]], Iterable[_Item]] = iter,
) -> dict[str, bytes]:
    """These files of logs, each with its trailer where there is one, and the checkpoints.

    `each` counts them as they come."""
    found = {}
    for name, data in each(files.items()):
        trailer = trailer_brought(*logs[name]) or trailer_for(*logs[name])
        found[name] = data
        if trailer is not None:
            found[name] = data + f"{trailer.text()}\n".encode()
            found[checkpoint_name(trailer.checkpoint)] = checkpoint_bytes(trailer.checkpoint)
    return found
