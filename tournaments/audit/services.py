"""The nightly comparison: goes through events and tables, keeps what it finds, clears the rest."""

from __future__ import annotations

import logging
from collections import defaultdict
from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any, Final
from uuid import UUID

from django.db import transaction
from django.db.models import Q

from tables.models import Table as Match
from tournaments.audit.comparing import event_differences, match_differences
from tournaments.audit.faults import Fault, What
from tournaments.audit.models import Finding
from tournaments.audit.rated import rating_faults
from tournaments.models import RoundTable, Tournament

logger = logging.getLogger(__name__)

SINCE_YESTERDAY: Final = timedelta(hours=26)
"""A bit more than a day, so that a run that is late leaves nothing out."""

MOST_MARKS: Final = 100
OF_EVENTS: Final = (
    What.CHAIN, What.UNREADABLE, What.SUMMARY, What.ENTRIES, What.TABLES, What.RESULTS,
    What.STANDINGS, What.OPENING,
)  # fmt: skip
OF_MATCHES: Final = (
    What.UNREADABLE, What.TABLE, What.SEATS, What.HANDS, What.SCORES, What.CASES,
)  # fmt: skip
"""What a comparison looks at; the proof of a log looks at more."""


def audit(at: datetime) -> list[Finding]:
    """Compare ratings, running and finished events, tables since yesterday, and what differed."""
    found = ratings_audit(at)
    found += [finding for pk in _events() for finding in event_audit(pk, at)]
    return found + [finding for pk in _matches(at) for finding in match_audit(pk, at)]


def _open_streams() -> set[UUID]:
    return set(Finding.objects.filter(cleared_at=None).values_list("stream", flat=True))


def _events() -> Iterable[UUID]:
    phases = (Tournament.Phase.RUNNING, Tournament.Phase.FINISHED)
    wanted = Tournament.objects.filter(Q(phase__in=phases) | Q(pk__in=_open_streams()))
    return list(wanted.order_by("created_at").values_list("pk", flat=True))


def _matches(at: datetime) -> Iterable[UUID]:
    since = at - SINCE_YESTERDAY
    fresh = Q(opened_at__gte=since) | Q(ended_at__gte=since) | Q(ended_at=None)
    wanted = Match.objects.filter(fresh | Q(pk__in=_open_streams()))
    return list(wanted.order_by("opened_at").values_list("pk", flat=True))


def ratings_audit(at: datetime) -> list[Finding]:
    """Compare all ratings and keep what differs, for the event, the club or everybody."""
    differences: dict[UUID, list[Fault]] = defaultdict(list)
    for fault in rating_faults():
        differences[fault.stream].append(fault)
    before = Finding.objects.filter(what=What.RATINGS, cleared_at=None)
    found = []
    for stream in differences.keys() | set(before.values_list("stream", flat=True)):
        event = Tournament.objects.filter(pk=stream).values_list("pk", flat=True).first()
        now = differences.get(stream, [])
        found += findings_keep(stream, event, now, at, (What.RATINGS,))
    return found


def event_audit(pk: UUID, at: datetime) -> list[Finding]:
    """Compare one event and keep what differs."""
    return findings_keep(pk, pk, event_differences(pk), at, OF_EVENTS)


def match_audit(pk: UUID, at: datetime) -> list[Finding]:
    """Compare one table and keep what differs, for its event where it has one."""
    event = RoundTable.objects.filter(match=pk).values_list("tournament", flat=True).first()
    return findings_keep(pk, event, match_differences(pk), at, OF_MATCHES)


@transaction.atomic
def findings_keep(
    stream: UUID,
    tournament: UUID | None,
    faults: Iterable[Fault],
    at: datetime,
    looked_at: Iterable[str],
) -> list[Finding]:
    """Keep what is wrong, and clear what was looked at and agrees again."""
    differences: dict[str, list[Fault]] = defaultdict(list)
    for fault in faults:
        differences[str(fault.what)].append(fault)
    known = {one.what: one for one in Finding.objects.filter(stream=stream, cleared_at=None)}
    for what in (known.keys() & set(looked_at)) - differences.keys():
        known[what].cleared_at = at
        known[what].save(update_fields=["cleared_at"])
    found = []
    for what, own in differences.items():
        finding = known.get(what) or Finding(
            stream=stream, what=what, tournament_id=tournament, found_at=at
        )
        finding.detail, finding.seen_at = "\n".join(fault.detail for fault in own), at
        finding.marks = _marks(own)
        logger.error("%s: %s differs from the log: %s", stream, what, finding.detail)
        finding.save()
        found.append(finding)
    return found


def _marks(faults: Iterable[Fault]) -> list[dict[str, Any]]:
    marks = list[dict[str, Any]]()
    for fault in faults:
        mark = fault.mark()
        if mark not in marks:
            marks.append(mark)
    return marks[:MOST_MARKS]
