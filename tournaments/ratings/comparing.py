"""Ratings as they are kept against what the logs of events make of them."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator, Mapping
from datetime import datetime, timedelta
from typing import Any, Final, NamedTuple, TypeAlias
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from tables.models import Event as LogLine
from tournaments.models import Tournament
from tournaments.ratings.models import RatedMatch, Rating, RatingChange, RatingList
from tournaments.ratings.receivers import RATED
from tournaments.ratings.services import (
    everything_rate,
    list_compute,
    lists_all,
    matches_write,
    ratings_lock,
)

logger = logging.getLogger(__name__)

_FOLLOWS: Final = timedelta(minutes=5)
"""So long after an event that changes what is rated, its task may still be on its way."""

Key: TypeAlias = tuple[str | int, ...]
Rows: TypeAlias = dict[Key, tuple[Any, ...]]


class Kept(NamedTuple):
    """All that lists consist of, to be compared.

    Methods by list; matches by event, round and table; changes by list and those and account;
    ratings by list and account. A list is named by its club's id, or "overall".
    """

    methods: Rows

    matches: Rows
    changes: Rows
    ratings: Rows


class Difference(NamedTuple):
    """What is kept wrongly: of an event's match, of a club's list, or (None) of everybody's; of a
    match with its round and table."""

    about: UUID | None
    said: str
    table: tuple[int, int] | None = None


def kept_now(club: UUID | None = None) -> Kept:
    """Everything as it is kept, or a club's list and the matches it is made of."""
    lists, matches = RatingList.objects.all(), RatedMatch.objects.all()
    changes = RatingChange.objects.select_related("list", "match")
    ratings = Rating.objects.select_related("list")
    if club is not None:
        lists, matches = lists.filter(club=club), matches.filter(tournament__club=club)
        changes, ratings = changes.filter(list__club=club), ratings.filter(list__club=club)
    return Kept(
        {
            (str(one),): (one.model, json.dumps(one.parameters, sort_keys=True), one.library)
            for one in lists
        },
        {
            (str(one.tournament_id), one.round, one.number):
                (one.match, one.confirmed_at.isoformat(), one.finishes)
            for one in matches
        },
        {
            (str(one.list), str(one.match.tournament_id), one.match.round, one.match.number,
             one.account_id): (one.rank, one.mu_before, one.sigma_before, one.mu, one.sigma)
            for one in changes
        },
        {
            (str(one.list), one.account_id):
                (one.mu, one.sigma, one.matches, one.last_at.isoformat())
            for one in ratings
        },
    )  # fmt: skip


def compare_and_mend() -> list[str]:
    """Compute everything from the logs and say what had been kept otherwise."""
    with transaction.atomic():
        ratings_lock()
        before = kept_now()
        everything_rate()
        after = kept_now()
    return [one.said for one in _differences(before, after)]


def compare(club: UUID | None = None) -> list[Difference]:
    """What is kept otherwise than the logs say, of all or of a club's list. Changes nothing.

    A list is compared with what today's method makes, whatever method it claims: one made by
    another is computed again as soon as a worker starts. Lists whose task is on its way are left
    out; so are the matches of an event whose log cannot be read.
    """
    with transaction.atomic():
        ratings_lock()
        before = kept_now(club)
        wanted = Tournament.objects.filter(**({"club": club} if club else {}))
        left_out = _left_out(list(wanted))
        _compute(list(wanted.order_by("pk")), club)
        after = kept_now(club)
        transaction.set_rollback(True)
    return list(_differences(before, after, left_out))


def _compute(tournaments: list[Tournament], club: UUID | None) -> None:
    for row in tournaments:
        try:
            with transaction.atomic():
                matches_write(row)
        except Exception:
            logger.exception("what is rated of %s cannot be told", row.pk)
    for kept in lists_all(tournaments):
        if club is None or kept.club_id == club:
            Rating.objects.filter(list=kept).delete()
            list_compute(kept, None, whole=True)


def _left_out(tournaments: list[Tournament]) -> set[str]:
    """Names of lists, and ids of events, that cannot be compared now."""
    lists = {one.club_id: one for one in RatingList.objects.all()}
    found = set[str]()
    events = {row.pk: row for row in tournaments}
    for stream, at in _moved(list(events)):
        row = events[stream]
        for key in (row.club_id, None):
            computed = lists[key].computed_at if key in lists else None
            if computed is None or computed < at:
                found |= {str(stream), str(lists[key]) if key in lists else str(key or "overall")}
    return found


def _moved(streams: list[UUID]) -> list[tuple[UUID, datetime]]:
    """What happened just now after which other matches may count."""
    since = timezone.now() - _FOLLOWS
    lines = LogLine.objects.filter(stream__in=streams, type__in=RATED, recorded_at__gte=since)
    return list(lines.values_list("stream", "recorded_at"))


def _differences(
    before: Kept, after: Kept, left_out: frozenset[str] | set[str] = frozenset()
) -> Iterator[Difference]:
    # A list that was never made has no method to be wrong.
    after = after._replace(methods={key: after.methods[key] for key in before.methods})
    kinds = ("method", "match", "change", "rating")
    for what, kept, right in zip(kinds, before, after, strict=True):
        for key, said in _differing(what, kept, right):
            if what == "method" or not left_out & {str(key[0]), str(key[1])}:
                yield Difference(_about(what, key), said, _table(what, key))


def _about(what: str, key: Key) -> UUID | None:
    """The event of a match or of a change, the club of a list."""
    name = key[1] if what == "change" else key[0]
    return None if name == "overall" else UUID(str(name))


def _table(what: str, key: Key) -> tuple[int, int] | None:
    at = {"match": 1, "change": 2}.get(what)
    return None if at is None else (int(key[at]), int(key[at + 1]))


def _differing(
    what: str, kept: Mapping[Key, tuple[Any, ...]], right: Mapping[Key, tuple[Any, ...]]
) -> Iterator[tuple[Key, str]]:
    for key in sorted(kept.keys() | right.keys(), key=str):
        if kept.get(key) != right.get(key):
            yield key, f"{what} {key}: kept {kept.get(key)}, is {right.get(key)}"
