"""Finding what is to be told: in the logs of events, at matches, by the clock. Safe late and twice.

Owns what is looked through and up to where. What of it is told to whom is chosen in `occasions`,
`disputes` and `dependents`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from datetime import datetime, timedelta
from functools import cache
from typing import Final
from uuid import UUID

from django.db import transaction
from django.db.models import F, Q

from accounts.models import User
from tables.models import Appeal, Case, Ruling
from tournaments.letters.dependents import Asked, dependent_occasions
from tournaments.letters.disputes import (
    MOST_LATE,
    dispute_occasions,
    event_bench,
    judges_waited_for,
)
from tournaments.letters.models import Message, Read
from tournaments.letters.occasions import FRESH, LASTING, Occasion, occasions_of
from tournaments.letters.outside import benches_outside
from tournaments.models import Participation, RoundTable, Tournament
from tournaments.own_tables import officials_of
from tournaments.play.rulings import seats_of
from tournaments.store.folds import FOLDS, lines_after

KEPT: Final = timedelta(days=2)
"""So long a letter may wait for a mail server; one about pairings, `FRESH`; one about a dispute,
until it is no news any more."""
COMMITTED: Final = timedelta(minutes=10)
"""A time that stands in a row may be so much older than the moment it can be read."""
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
    read.version, read.looked_at = lines[-1].version if lines else read.version, at
    read.save(update_fields=["version", "looked_at"])
    if not is_told_of(tournament):
        return 0
    state = FOLDS.newest(id_).state
    seats = seats_of(state)
    presiding = cache(lambda: _presiding(tournament))
    told = [
        *occasions_of(lines, state, at),
        *dispute_occasions(
            seats, lambda match: event_bench(state, match, seats[match], presiding), at
        ),
        *dependent_occasions(lines, state, at, _asked(tournament)),
    ]
    return _write(tournament, told, at) if told else 0


def _presiding(tournament: Tournament) -> list[int]:
    """Who may name judges at the event; those whose right waits for a second factor may not."""
    may = "tournaments.preside"
    return [one.pk for one in officials_of(tournament, may) if one.has_perm(may, tournament)]


def collect_outside(at: datetime, matches: Iterable[UUID] | None = None) -> int:
    """Go through the disputes at these matches, or all, that belong to no event."""
    benches = benches_outside(_moments(at) if matches is None else matches)
    told = list(dispute_occasions(benches, benches.__getitem__, at))
    return _write(None, told, at) if told else 0


def _asked(tournament: Tournament) -> Asked:
    """Who was told that something is to be decided."""
    found: dict[tuple[str, str, str], list[int]] = {}
    rows = Message.objects.filter(tournament=tournament, kind="rests")
    for account, data in rows.values_list("account", "data"):
        for one in data["about"]:
            key = (data["correction"], one["kind"], one["ref"])
            found.setdefault(key, []).append(account)
    return found


def _write(
    tournament: Tournament | None,
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
            match=_match_of(one),
            kind=one.kind,
            key=one.key,
            account_id=one.account,
            data=dict(one.data),
            next_try_at=at,
            expires_at=until or _expires(one, at),
        )
        for one in found
        if one.account in known
    ]
    if not rows:
        return 0
    there = Message.objects.filter(tournament=tournament)
    before = there.count()
    Message.objects.bulk_create(rows, ignore_conflicts=True)
    return there.count() - before


def _match_of(one: Occasion) -> UUID | None:
    match = one.data.get("match")
    return UUID(str(match)) if match else None


def _expires(one: Occasion, at: datetime) -> datetime:
    usual = at + (FRESH if one.kind in ("pairings", "seats") else KEPT)
    return usual if one.until is None else max(one.until, usual)


def unread(at: datetime) -> list[UUID]:
    """Events whose log has gone on since it was gone through, or whose matches may tell more."""
    behind = Q(read_for_letters=None) | Q(version__gt=F("read_for_letters__version"))
    behind |= Q(pk__in=_disputed(at))
    found = Tournament.objects.filter(behind, phase__in=ALIVE)
    return list(found.values_list("pk", flat=True))


def _disputed(at: datetime) -> set[UUID]:
    """Events at whose matches something was called or ruled since they were looked at, or at which
    a judge was named and not told."""
    moments = _moments(at)
    rows = RoundTable.objects.filter(match__in=moments).values_list(
        "match", "tournament", "tournament__read_for_letters__looked_at"
    )
    named = _judges_untold(moments)
    return {
        tournament for match, tournament, looked_at in rows
        if match is not None
        and (match in named or looked_at is None or moments[match] > looked_at - COMMITTED)
    }  # fmt: skip


def _moments(at: datetime) -> dict[UUID, datetime]:
    """By match, when something happened last that may still be told: a query each."""
    rulings = Ruling.objects.filter(made_at__gt=at - MOST_LATE).values_list("table", "made_at")
    taken = Case.objects.filter(taken_at__gt=at - FRESH).values_list("table", "taken_at")
    lodged = Appeal.objects.filter(decided_at=None).values_list("table", "lodged_at")
    decided = Appeal.objects.filter(decided_at__gt=at - LASTING).values_list("table", "decided_at")
    found: dict[UUID, datetime] = {}
    for match, moment in (*rulings, *taken, *lodged, *decided):
        if moment is not None:
            found[match] = max(moment, found.get(match, moment))
    return found


def _judges_untold(matches: Collection[UUID]) -> set[UUID]:
    """Of these matches, those with a judge who has not voted and got no letter."""
    waiting = Appeal.objects.filter(table__in=matches, status="named", decided_at=None)
    judges = {(one.table_id, one.appeal): set(judges_waited_for(one)) for one in waiting}
    rows = Message.objects.filter(kind="judge", match__in={match for match, _ in judges})
    told = set(rows.values_list("match", "key", "account"))
    return {
        match for (match, appeal), accounts in judges.items()
        if any((match, appeal, account) not in told for account in accounts)
    }  # fmt: skip


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
