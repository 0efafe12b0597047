"""Finding what is to be told: in the logs of events, and by the clock. Safe late and twice."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

from django.db import transaction
from django.db.models import F, Q, QuerySet

from accounts.models import User
from tables.models import Appeal, Case, Ruling
from tournaments.letters.disputes import dispute_occasions
from tournaments.letters.models import Message, Read
from tournaments.letters.occasions import FRESH, Occasion, occasions_of
from tournaments.models import Participation, RoundTable, Tournament
from tournaments.store.folds import FOLDS, lines_after

KEPT: Final = timedelta(days=2)
"""So long a letter may wait for a mail server; one about pairings, `FRESH`."""
REMINDERS: Final = (
    ("reminder_day", timedelta(hours=20), timedelta(hours=24)),
    ("reminder_hour", timedelta(0), timedelta(hours=1)),
)
"""Kinds, and how long before the start of an event they are written."""
ALIVE: Final = (
    Tournament.Phase.REGISTRATION, Tournament.Phase.RUNNING, Tournament.Phase.FINISHED,
)  # fmt: skip


def is_told_of(tournament: Tournament) -> bool:
    """Nobody gets mail about the events of the demo."""
    return not tournament.context.get("demo")


@transaction.atomic
def collect(id_: UUID, at: datetime) -> int:
    """Go through what is new in an event's log and at its matches; how many letters are new."""
    tournament = Tournament.objects.get(pk=id_)
    Read.objects.get_or_create(tournament=tournament)
    read = Read.objects.select_for_update().get(tournament=tournament)
    lines = lines_after(id_, read.version)
    if lines:
        read.version = lines[-1].version
        read.save(update_fields=["version"])
    if not is_told_of(tournament):
        return 0
    state = FOLDS.newest(id_).state
    told = [*occasions_of(lines, state, at), *dispute_occasions(state, at)]
    return _write(tournament, told, at) if told else 0


def _write(
    tournament: Tournament,
    occasions: Iterable[Occasion],
    at: datetime,
    until: datetime | None = None,
) -> int:
    """Put letters to accounts that there are into the queue, those that are there already not."""
    found = list(occasions)
    known = set(
        User.objects.filter(pk__in={one.account for one in found}, is_active=True).values_list(
            "pk", flat=True
        )
    )
    rows = [
        Message(
            tournament=tournament,
            kind=one.kind,
            key=one.key,
            account_id=one.account,
            data=dict(one.data),
            next_try_at=at,
            expires_at=until or at + (FRESH if one.kind in ("pairings", "seats") else KEPT),
        )
        for one in found
        if one.account in known
    ]
    before = Message.objects.filter(tournament=tournament).count() if rows else 0
    Message.objects.bulk_create(rows, ignore_conflicts=True)
    return Message.objects.filter(tournament=tournament).count() - before if rows else 0


def unread(at: datetime) -> list[UUID]:
    """Events whose log has gone on since it was gone through, or whose matches may tell more."""
    behind = Q(read_for_letters=None) | Q(version__gt=F("read_for_letters__version"))
    behind |= Q(pk__in=_disputed(at))
    found = Tournament.objects.filter(behind, phase__in=ALIVE)
    return list(found.values_list("pk", flat=True))


def _disputed(at: datetime) -> QuerySet[RoundTable, UUID]:
    """Events at whose matches a call was taken, a ruling made or an appeal decided lately."""
    since = at - FRESH
    lately = (
        Q(match__in=Case.objects.filter(taken_at__gt=since).values("table"))
        | Q(match__in=Ruling.objects.filter(made_at__gt=since).values("table"))
        | Q(match__in=Appeal.objects.filter(decided_at__gt=since).values("table"))
    )
    return RoundTable.objects.filter(lately).values_list("tournament", flat=True)


def remind(at: datetime) -> int:
    """Remind those who are registered for events that begin soon; how many letters are new."""
    soon = Tournament.objects.filter(
        phase__in=(Tournament.Phase.REGISTRATION, Tournament.Phase.RUNNING), round=0,
        starts_at__gt=at, starts_at__lte=at + timedelta(hours=24),
    )  # fmt: skip
    return sum(_remind_of(one, at) for one in soon if is_told_of(one))


def _remind_of(tournament: Tournament, at: datetime) -> int:
    starts = tournament.starts_at
    if starts is None:
        return 0
    kinds = [kind for kind, least, most in REMINDERS if least < starts - at <= most]
    entered = Participation.objects.filter(
        tournament=tournament, status="registered", account__isnull=False
    ).values_list("account", flat=True)
    written = 0
    for kind in kinds:
        # An event that is put off is reminded of again.
        key = starts.isoformat()
        written += _write(
            tournament,
            [Occasion(kind, key, account, {}) for account in entered if account],
            at,
            until=starts,
        )
    return written
