"""Archives that are made by a worker: asked for, made once, kept, thrown away.

The only place that writes orders and their parts. A worker that dies leaves its order to the next;
one that was believed dead and comes back finds that its turn is over.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.db.models.functions import Coalesce, Greatest
from django.utils import timezone

from engine.errors import EngineError
from tournaments.archive.beating import Beating
from tournaments.archive.exporting import OVER, Archive, archive_make
from tournaments.archive.freshness import rests_on
from tournaments.archive.models import ArchiveOrder, ArchivePart
from tournaments.domain.refusals import refuse
from tournaments.jobs.queueing import task_queue
from tournaments.models import Tournament

logger = logging.getLogger(__name__)

TASK: Final = "tournaments.archive_make"
PART_BYTES: Final = 1 << 20
MOST_ATTEMPTS: Final = 3

DEAD_AFTER: Final = timedelta(seconds=60)
"""Nobody is at an order that says nothing for so long, or that no worker has taken."""
KEPT: Final = timedelta(days=14)
"""So long after it was made or handed out last an archive is thrown away."""
FETCHING: Final = timedelta(hours=1)
"""So long may somebody still be fetching one that is out of date."""

_Status = ArchiveOrder.Status


@transaction.atomic
def archive_ask(tournament: Tournament, *, texts: bool, at: datetime) -> ArchiveOrder:
    """Have the archive of an event made, unless it is kept as it would be made or is under way.

    Refuses `not_over`.
    """
    tournament.refresh_from_db()
    if tournament.phase not in OVER:
        refuse("not_over", "the archive of an event is made when it is over")
    ArchiveOrder.objects.get_or_create(
        tournament=tournament, texts=texts, defaults={"asked_at": at, "status": _Status.FAILED}
    )
    order = ArchiveOrder.objects.select_for_update().get(tournament=tournament, texts=texts)
    if order.is_under_way or is_fresh(order):
        return order
    order.status, order.asked_at, order.beat_at = _Status.QUEUED, at, None
    order.attempts = order.steps_done = order.steps = 0
    order.problem = ""
    order.save()
    transaction.on_commit(lambda: task_queue(TASK, str(order.pk)))
    return order


def is_fresh(order: ArchiveOrder) -> bool:
    """Whether the archive that is kept is the one that would be made now."""
    if order.status != _Status.READY:
        return False
    return order.rests_on == rests_on(
        order.tournament, texts=order.texts, officials=order.officials
    )


def archive_work(id_: UUID) -> bool:
    """Make an archive that was asked for; False where somebody else does, or nobody has to."""
    attempt = _taken(id_)
    if attempt is None:
        return False
    order = ArchiveOrder.objects.select_related("tournament__club").get(pk=id_)
    mine = ArchiveOrder.objects.filter(pk=id_, attempts=attempt, status=_Status.MAKING)
    try:
        with Beating(mine) as beating:
            made = archive_make(order.tournament, texts=order.texts, watch=beating.watch)
        _keep(order, made, attempt)
    except EngineError as refusal:
        mine.update(status=_Status.FAILED, problem=refusal.code)
    except Exception:
        mine.update(status=_Status.FAILED, problem="failed")
        raise
    return True


def _taken(id_: UUID) -> int | None:
    """Take an order that waits, or whose worker is dead: the number of the attempt."""
    now = timezone.now()
    dead = Q(status=_Status.MAKING, beat_at__lt=now - DEAD_AFTER)
    free = ArchiveOrder.objects.filter(Q(status=_Status.QUEUED) | dead, pk=id_)
    with transaction.atomic():
        order = free.select_for_update().first()
        if order is None:
            return None
        order.status, order.beat_at = _Status.MAKING, now
        order.attempts, order.steps_done, order.steps = order.attempts + 1, 0, 0
        order.save()
        return order.attempts


@transaction.atomic
def _keep(order: ArchiveOrder, made: Archive, attempt: int) -> None:
    """Store it in parts, if it is still this attempt's turn."""
    mine = ArchiveOrder.objects.select_for_update()
    known = mine.filter(pk=order.pk, attempts=attempt, status=_Status.MAKING).first()
    if known is None:
        return
    known.edition += 1
    for number, body in enumerate(made.parts(PART_BYTES)):
        known.parts.create(edition=known.edition, number=number, body=body)
    known.status, known.made_at = _Status.READY, timezone.now()
    known.name, known.size, known.fingerprint = made.name, made.size, made.fingerprint
    known.rests_on, known.officials = made.rests_on, list(made.officials)
    known.save()


def archive_handed_out(order: ArchiveOrder, at: datetime) -> None:
    """Somebody has begun to fetch it."""
    ArchiveOrder.objects.filter(pk=order.pk).update(fetched_at=at)


def part_numbers(order: ArchiveOrder) -> list[int]:
    """The ids of the parts of the archive that is kept, in their order."""
    parts = order.parts.filter(edition=order.edition).order_by("number")
    return list(parts.values_list("pk", flat=True))


def part_body(id_: int) -> bytes:
    """The bytes of a part."""
    return bytes(ArchivePart.objects.values_list("body", flat=True).get(pk=id_))


def archives_tidy(at: datetime) -> None:
    """Give lost orders to another worker; throw away what nobody needs any more."""
    for order in _lost(at):
        if order.attempts >= MOST_ATTEMPTS:
            ArchiveOrder.objects.filter(pk=order.pk).update(status=_Status.FAILED, problem="failed")
        else:
            task_queue(TASK, str(order.pk))
    _earlier_editions(at).delete()
    idle = Greatest("fetched_at", "made_at", "asked_at")
    rested = ArchiveOrder.objects.annotate(idle_since=idle)
    rested.filter(status=_Status.FAILED, asked_at__lt=at - KEPT).delete()
    ready = rested.filter(status=_Status.READY)
    ready.filter(idle_since__lt=at - KEPT).delete()
    waited = ready.filter(idle_since__lt=at - FETCHING).select_related("tournament__club")
    for order in waited:
        if not is_fresh(order):
            order.delete()


def _lost(at: datetime) -> Iterator[ArchiveOrder]:
    """Orders that nobody has taken for a while, or whose worker is dead."""
    since = Coalesce("beat_at", "asked_at")
    under_way = ArchiveOrder.objects.filter(status__in=(_Status.QUEUED, _Status.MAKING))
    yield from under_way.annotate(since=since).filter(since__lt=at - DEAD_AFTER)


def _earlier_editions(at: datetime) -> QuerySet[ArchivePart]:
    newest = Q(order__made_at__lt=at - FETCHING)
    return ArchivePart.objects.filter(newest, edition__lt=F("order__edition"))
