"""`manage.py verify_log`: every log and all that is kept of it, proved from the first event on."""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Collection, Iterator
from itertools import chain
from typing import Any
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError

from engine.cli.archives import Bar
from tables.checkpoints.models import CheckpointRow
from tables.models import Table as Match
from tournaments.audit.faults import ALL_LOGS, Fault
from tournaments.audit.looked import look_faults
from tournaments.audit.models import Proved
from tournaments.audit.proving import stream_faults
from tournaments.audit.rated import rating_faults
from tournaments.audit.raw import stream_heads
from tournaments.audit.registered import register_faults, registers_of, registers_there
from tournaments.audit.signing import (
    checkpoint_faults,
    proved_faults,
    remembered_faults,
    signed_faults,
)
from tournaments.models import RoundTable, Tournament


class Command(BaseCommand):
    help = (
        "Proves logs: chains, hashes, walls, scores, rulings, all rows made of them, ratings,"
        " texts, access logs, offices and terms against their registers, and the checkpoints"
        " they were signed in."
        " Changes nothing. Exit code 1 if anything is wrong."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        chosen = parser.add_mutually_exclusive_group()
        chosen.add_argument("--match", type=UUID, metavar="ID", help="one match")
        chosen.add_argument(
            "--tournament",
            type=UUID,
            metavar="ID",
            help="an event, its matches, its club's ratings",
        )
        chosen.add_argument("--all", action="store_true", help="everything, as without a choice")

    def handle(self, *_args: Any, **options: Any) -> None:
        streams = _streams(options["match"], options["tournament"])
        everything = options["match"] is None and options["tournament"] is None
        wrong = 0
        club = _club(options["tournament"])
        rated = everything or club is not None
        bar = Bar()
        faults = chain(_faults(streams, everything, bar), rating_faults(club) if rated else ())
        for fault in faults:
            wrong += 1
            bar.clear()
            self.stdout.write(str(fault))
        bar.clear()
        signed = CheckpointRow.objects.count()
        summary = f"{len(streams)} logs, {signed} checkpoints, {wrong} faults"
        if wrong:
            raise CommandError(summary, returncode=1)
        self.stdout.write(f"ok: {summary}")


def _faults(streams: Collection[UUID], everything: bool, bar: Bar) -> Iterator[Fault]:
    known = Proved.objects.filter(stream=ALL_LOGS).first()
    if known is not None:
        yield from remembered_faults(known.version, known.head)
    yield from checkpoint_faults()
    wanted = None if everything else streams
    with_registers = None if wanted is None else [*wanted, *registers_of(wanted)]
    yield from signed_faults(with_registers)
    yield from proved_faults(with_registers)
    yield from look_faults(wanted)
    yield from register_faults(wanted)
    for number, stream in enumerate(streams):
        bar(number, len(streams), str(stream))
        yield from stream_faults(stream)
    bar(len(streams), len(streams), "")


def _streams(match: UUID | None, tournament: UUID | None) -> list[UUID]:
    """What to go through. Raises CommandError for something that is not there."""
    if match is not None:
        if not Match.objects.filter(pk=match).exists():
            raise CommandError(f"there is no match {match}", returncode=2)
        return [match]
    if tournament is not None:
        if not Tournament.objects.filter(pk=tournament).exists():
            raise CommandError(f"there is no event {tournament}", returncode=2)
        rows = RoundTable.objects.filter(tournament=tournament, match__isnull=False)
        there = Match.objects.filter(pk__in=rows.values("match")).order_by("opened_at")
        return [tournament, *there.values_list("pk", flat=True)]
    return _all()


def _club(tournament: UUID | None) -> UUID | None:
    """The club of an event that was chosen: all its list's matches make its ratings."""
    if tournament is None:
        return None
    return Tournament.objects.filter(pk=tournament).values_list("club", flat=True).first()


def _all() -> list[UUID]:
    """Events, then matches, then logs that belong to neither; registers of what there is are
    gone through apart."""
    events = list(Tournament.objects.order_by("created_at").values_list("pk", flat=True))
    matches = list(Match.objects.order_by("opened_at").values_list("pk", flat=True))
    known = {*events, *matches, *registers_there()}
    return [*events, *matches, *(one.stream for one in stream_heads() if one.stream not in known)]
