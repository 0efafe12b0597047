"""Keeping ratings true to the logs.

First the rated matches of one event are brought in step with its log; then each list is computed
again from the first match that changed. Doing it late, twice, or for everything at once comes to
the same, because a list is nothing but its matches in their order.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Mapping
from datetime import datetime
from uuid import UUID

from django.db import connection, transaction
from django.utils import timezone

from accounts.models import User
from tournaments.models import Tournament
from tournaments.ratings.computing import (
    Account,
    Change,
    Finish,
    Method,
    Skill,
    in_a_row,
    method_now,
)
from tournaments.ratings.counting import Counted, confirmations, counted
from tournaments.ratings.models import RatedMatch, Rating, RatingChange, RatingList
from tournaments.store.folds import Fold, lines_after

logger = logging.getLogger(__name__)

OWN_CLUB = "club"
"""Events that only a club's own people may see count in the club's list alone."""

_LOCK = "SELECT pg_advisory_xact_lock(hashtextextended('ratings', 7))"


@transaction.atomic
def event_rate(tournament: UUID) -> bool:
    """Bring ratings in step with one event's log; whether anything changed."""
    ratings_lock()
    row = Tournament.objects.filter(pk=tournament).first()
    if row is None:
        return False
    since = matches_write(row)
    for kept in lists_of([row.club_id]):
        list_compute(kept, since)
    return since is not None


@transaction.atomic
def everything_rate() -> int:
    """Forget everything and compute it from the logs; the number of rated matches."""
    ratings_lock()
    Rating.objects.all().delete()
    RatingChange.objects.all().delete()
    RatedMatch.objects.all().delete()
    tournaments = list(Tournament.objects.order_by("pk"))
    for row in tournaments:
        matches_write(row)
    for kept in lists_all(tournaments):
        list_compute(kept, None, whole=True)
    return RatedMatch.objects.count()


@transaction.atomic
def method_adopt() -> int:
    """Compute again what another version of the site or library computed; how many lists."""
    ratings_lock()
    others = [one for one in RatingList.objects.all() if not is_of(one, method_now())]
    for kept in others:
        logger.warning("ratings of %s were by %s, and are computed again", kept, kept.library)
        list_compute(kept, None)
    return len(others)


def ratings_lock() -> None:
    """Nobody else computes ratings until this transaction is over."""
    with connection.cursor() as cursor:
        cursor.execute(_LOCK)


def matches_write(row: Tournament) -> datetime | None:
    """Bring an event's rated matches in step; the time of the first that changed, or None."""
    wanted = {(one.round, one.table): one for one in _counted_in(row.pk)}
    kept = {(one.round, one.number): one for one in RatedMatch.objects.filter(tournament=row)}
    gone = [kept[key] for key in kept.keys() - wanted.keys()]
    new = [
        _row(row.pk, one, kept.get(key))
        for key, one in wanted.items()
        if key not in kept or not _is_same(kept[key], one)
    ]
    times = [kept[key].confirmed_at for key in kept.keys() & {(m.round, m.number) for m in new}]
    times += [one.confirmed_at for one in (*gone, *new)]
    RatedMatch.objects.filter(pk__in=[one.pk for one in gone]).delete()
    for one in new:
        one.save()
    return min(times, default=None)


def _counted_in(tournament: UUID) -> list[Counted]:
    """What the log says, with those of its accounts that there still are."""
    lines = lines_after(tournament, 0)
    state = Fold.empty(tournament).with_lines(lines).state
    found = counted(state, confirmations(lines))
    people = {finish.account for one in found for finish in one.finishes}
    known = set(User.objects.filter(pk__in=people).values_list("pk", flat=True))
    return [one for one in found if all(finish.account in known for finish in one.finishes)]


def _written(finishes: Iterable[Finish]) -> list[list[int]]:
    return [[one.account, one.rank] for one in finishes]


def _is_same(kept: RatedMatch, one: Counted) -> bool:
    said = (kept.match, kept.confirmed_at, kept.finishes)
    return said == (one.match, one.confirmed_at, _written(one.finishes))


def _row(tournament: UUID, one: Counted, kept: RatedMatch | None) -> RatedMatch:
    # A kept row takes the new facts, so that what refers to it stays.
    row = RatedMatch(tournament_id=tournament, round=one.round, number=one.table)
    if kept is not None:
        row.pk = kept.pk
    row.match, row.confirmed_at = one.match, one.confirmed_at
    row.finishes = _written(one.finishes)
    row._state.adding = kept is None
    return row


def lists_of(clubs: Iterable[UUID]) -> list[RatingList]:
    """The lists of these clubs and that of everybody, made where they are missing."""
    empty = Method("", {}, "")
    defaults = {"model": empty.model, "library": empty.library}
    wanted = sorted(clubs, key=str)
    found = [RatingList.objects.get_or_create(club_id=pk, defaults=defaults)[0] for pk in wanted]
    return [*found, RatingList.objects.get_or_create(club=None, defaults=defaults)[0]]


def lists_all(tournaments: Iterable[Tournament]) -> list[RatingList]:
    """The lists that these events make, and all others that there are."""
    there = RatingList.objects.filter(club__isnull=False).values_list("club", flat=True)
    return lists_of({*(row.club_id for row in tournaments), *there})


def list_compute(kept: RatingList, since: datetime | None, *, whole: bool = False) -> None:
    """Compute a list again from the matches confirmed at `since` on; all of it by a new method.

    Without `since` nothing has changed, unless the method has.
    """
    method = method_now()
    if not is_of(kept, method):
        since, whole = None, True
    if since is None and not whole:
        # As of now nothing is missing in it: the audit need not wait for a task.
        kept.computed_at = timezone.now()
        kept.save(update_fields=["computed_at"])
        return
    matches = _matches_of(kept, since)
    stale = RatingChange.objects.filter(list=kept)
    (stale if since is None else stale.filter(match__confirmed_at__gte=since)).delete()
    skills = _skills(kept)
    finishes = [[Finish(*pair) for pair in one.finishes] for one in matches]
    rows = [
        _change_row(kept, match, change)
        for match, changes in zip(matches, in_a_row(finishes, skills), strict=True)
        for change in changes
    ]
    RatingChange.objects.bulk_create(rows, batch_size=1000)
    _ratings_write(kept)
    kept.model, kept.parameters = method.model, dict(method.parameters)
    kept.library, kept.computed_at = method.library, timezone.now()
    kept.save()


def is_of(kept: RatingList, method: Method) -> bool:
    """Whether a list was computed by this method."""
    return Method(kept.model, kept.parameters, kept.library) == method


def _matches_of(kept: RatingList, since: datetime | None) -> list[RatedMatch]:
    """The matches of a list in their order, those from `since` on."""
    found = RatedMatch.objects.all()
    if kept.club_id is None:
        found = found.exclude(tournament__visibility=OWN_CLUB)
    else:
        found = found.filter(tournament__club=kept.club_id)
    if since is not None:
        found = found.filter(confirmed_at__gte=since)
    return list(found.order_by("confirmed_at", "tournament", "round", "number"))


def _last_changes(kept: RatingList) -> list[RatingChange]:
    """Of every account the change that was made last."""
    found = RatingChange.objects.filter(list=kept).select_related("match")
    order = ("match__confirmed_at", "match__tournament", "match__round", "match__number")
    return list(found.order_by("account", *(f"-{name}" for name in order)).distinct("account"))


def _skills(kept: RatingList) -> Mapping[Account, Skill]:
    return {one.account_id: Skill(one.mu, one.sigma) for one in _last_changes(kept)}


def _change_row(kept: RatingList, match: RatedMatch, change: Change) -> RatingChange:
    return RatingChange(
        list=kept,
        match=match,
        account_id=change.finish.account,
        rank=change.finish.rank,
        mu_before=change.before.mu,
        sigma_before=change.before.sigma,
        mu=change.after.mu,
        sigma=change.after.sigma,
    )


def _ratings_write(kept: RatingList) -> None:
    """Everybody's last change is where they stand."""
    counts: dict[int, int] = {}
    for account in RatingChange.objects.filter(list=kept).values_list("account", flat=True):
        counts[account] = counts.get(account, 0) + 1
    rows = [
        Rating(
            list=kept,
            account_id=one.account_id,
            mu=one.mu,
            sigma=one.sigma,
            matches=counts[one.account_id],
            last_at=one.match.confirmed_at,
        )
        for one in _last_changes(kept)
    ]
    Rating.objects.filter(list=kept).exclude(account__in=counts).delete()
    Rating.objects.bulk_create(
        rows,
        update_conflicts=True,
        unique_fields=("list", "account"),
        update_fields=("mu", "sigma", "matches", "last_at"),
        batch_size=1000,
    )
