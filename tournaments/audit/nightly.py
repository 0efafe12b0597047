"""The nightly proof: logs that moved, and a part of the others, so that each has a turn a week.

A log whose head is the one that was found in order is not gone through again that night, but its
signed heads are looked up all the same, and so are all checkpoints since the last one. Access logs
and registers are short: all of them are gone through every night.
"""

from __future__ import annotations

import logging
from collections import defaultdict
from datetime import datetime
from typing import Final
from uuid import UUID

from tables.checkpoints.selectors import checkpoint_at, checkpoint_last
from tables.models import Table as Match
from tournaments.audit.faults import ALL_LOGS, Fault, What
from tournaments.audit.looked import look_faults
from tournaments.audit.models import Finding, Proved
from tournaments.audit.proving import stream_faults
from tournaments.audit.raw import Head, stream_heads
from tournaments.audit.registered import register_faults
from tournaments.audit.services import findings_keep
from tournaments.audit.signing import (
    checkpoint_faults,
    proved_faults,
    remembered_faults,
    signed_faults,
)
from tournaments.models import RoundTable, Tournament

logger = logging.getLogger(__name__)

NIGHTS: Final = 7
"""After so many nights every log was gone through from its first event to its last."""

_OF_LOGS: Final = tuple(what for what in What if what != What.RATINGS)
"""What the proof of a log looks at; ratings follow from many."""


def prove(at: datetime) -> list[Finding]:
    """Prove what is due and keep what was found; what fails at one log stops no other."""
    found = checkpoints_prove(at)
    lost = defaultdict(list)
    for fault in (*signed_faults(), *proved_faults(), *look_faults(), *register_faults()):
        lost[fault.stream].append(fault)
    heads = {head.stream: head for head in stream_heads()}
    for stream in _due(heads) | set(lost) | _missing(heads):
        faults = _faults(stream) + lost.get(stream, [])
        found += findings_keep(stream, _event_of(stream), faults, at, _OF_LOGS)
        if stream in heads and not faults:
            _remember(heads[stream], at)
    return found


def checkpoints_prove(at: datetime) -> list[Finding]:
    """Prove the checkpoints since the last that was proved; that one has to be there still."""
    known = Proved.objects.filter(stream=ALL_LOGS).first()
    faults = remembered_faults(known.version, known.head) if known else []
    # Where the last one is no more what it was, all are looked at.
    start = checkpoint_at(known.version) if known and not faults else None
    faults += checkpoint_faults(start)
    last = checkpoint_last()
    if last and not faults:
        _remember(Head(ALL_LOGS, last.number, last.digest()), at)
    return findings_keep(ALL_LOGS, None, faults, at, (What.CHECKPOINT,))


def _due(heads: dict[UUID, Head]) -> set[UUID]:
    """Logs that moved since, those that were wrong, and of the rest those proved longest ago."""
    proved = {one.stream: one for one in Proved.objects.order_by("proved_at")}
    moved = {
        stream for stream, head in heads.items()
        if stream not in proved or (proved[stream].version, proved[stream].head) != head[1:]
    }  # fmt: skip
    kept = Finding.objects.filter(cleared_at=None).exclude(what=What.RATINGS)
    wrong = set(kept.values_list("stream", flat=True))
    rest = [stream for stream in proved if stream in heads and stream not in moved]
    return (moved | wrong | set(rest[: -(-len(rest) // NIGHTS)])) - {ALL_LOGS}


def _missing(heads: dict[UUID, Head]) -> set[UUID]:
    """Tables and events that have had events, and have none."""
    kept = {
        *Match.objects.filter(version__gt=0).values_list("pk", flat=True),
        *Tournament.objects.filter(version__gt=0).values_list("pk", flat=True),
    }
    return kept - heads.keys()


def _faults(stream: UUID) -> list[Fault]:
    try:
        return stream_faults(stream)
    except Exception as problem:
        logger.exception("%s could not be proved", stream)
        return [Fault(stream, What.UNREADABLE, f"{type(problem).__name__}: {problem}")]


def _event_of(stream: UUID) -> UUID | None:
    """The event whose organisers are told."""
    if Tournament.objects.filter(pk=stream).exists():
        return stream
    return RoundTable.objects.filter(match=stream).values_list("tournament", flat=True).first()


def _remember(head: Head, at: datetime) -> None:
    stream, version, digest = head
    Proved.objects.update_or_create(
        stream=stream, defaults={"version": version, "head": digest, "proved_at": at}
    )
