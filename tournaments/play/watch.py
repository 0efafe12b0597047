"""What is wrong at the tables of a round, for the organiser to see in red, with why. Reads only."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

from django.db import connection
from django.db.models import Exists, OuterRef
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tables.models import HandResult
from tables.models import Table as Match
from tournaments.domain.state import Round, Table, TournamentState, clock_left, open_disputes
from tournaments.store.projections import moment

OPENS_WITHIN: Final = timedelta(seconds=20)
BEGINS_WITHIN: Final = timedelta(minutes=2)
QUIET_ONLINE: Final = timedelta(minutes=3)
QUIET_SCORED: Final = timedelta(minutes=40)

TEXTS: Final[Mapping[str, str | Promise]] = {
    "dispute_open": _("A dispute is open."),
    "hand_contested": _("A hand on the score sheet is contested."),
    "not_opened": _("The table has not been opened."),
    "excepted": _("The round was confirmed once without this table; nothing opens by itself."),
    "not_begun": _("Play has not begun; somebody has not come to the table."),
    "stalled": _("Nothing has happened for a while."),
    "time_over": _("Time is up, and the match is not over."),
    "no_result": _("The match is over, but its result is missing."),
}


@dataclass(frozen=True, slots=True)
class Trouble:
    """A code and since when, if that is known."""

    code: str
    since: datetime | None = None

    @property
    def text(self) -> str:
        """The sentence for the desk."""
        return str(TEXTS[self.code])


_LAST = """
SELECT t.id, e.recorded_at FROM tables_table t
JOIN tables_event e ON e.stream = t.id AND e.version = t.version
WHERE t.id = ANY(%s)
"""


def matches_of(round_: Round) -> dict[int, Match]:
    """The matches of a round's tables, by table number: one query."""
    ids = {UUID(table.match): number for number, table in round_.tables.items() if table.match}
    contested = HandResult.objects.filter(table=OuterRef("pk"), contested=True)
    matches = Match.objects.filter(pk__in=ids).annotate(is_contested=Exists(contested))
    return {ids[match.pk]: match for match in (matches if ids else ())}


def last_moves(matches: Mapping[int, Match]) -> dict[UUID, datetime]:
    """When something last happened in each match: one query."""
    if not matches:
        return {}
    with connection.cursor() as cursor:
        cursor.execute(_LAST, [[match.pk for match in matches.values()]])
        return dict(cursor.fetchall())


def troubles(
    state: TournamentState,
    round_: Round,
    matches: Mapping[int, Match],
    moves: Mapping[UUID, datetime],
    now: datetime,
) -> dict[int, Trouble]:
    """By table number, the worst of what is wrong there."""
    if round_.status != "started":
        return {}
    found: dict[int, Trouble] = {}
    for number, table in round_.tables.items():
        match = matches.get(number)
        moved = moves.get(match.pk) if match else None
        trouble = _trouble(state, round_, table, match, moved, now)
        if trouble is not None:
            found[number] = trouble
    return found


def _trouble(
    state: TournamentState,
    round_: Round,
    table: Table,
    match: Match | None,
    moved: datetime | None,
    now: datetime,
) -> Trouble | None:
    if open_disputes(state, round_.number, table.number):
        return Trouble("dispute_open")
    if table.result is not None:
        return None
    if match is not None:
        return _of_match(table, match, moved, now)
    if table.is_excepted:
        return Trouble("excepted")
    begun = moment(round_.started_at)
    play = state.terms.play if state.terms else "online"
    if play != "points" and begun is not None and now - begun > OPENS_WITHIN:
        return Trouble("not_opened", begun)
    return _late(table, now)


def _of_match(table: Table, match: Match, moved: datetime | None, now: datetime) -> Trouble | None:
    if match.ended_at is not None:
        is_missed = now - match.ended_at > OPENS_WITHIN
        return Trouble("no_result", match.ended_at) if is_missed else None
    if match.started_at is None and now - match.opened_at > BEGINS_WITHIN:
        return Trouble("not_begun", match.opened_at)
    if getattr(match, "is_contested", False):
        return Trouble("hand_contested", moved)
    if late := _late(table, now):
        return late
    quiet = QUIET_ONLINE if match.play == "live" else QUIET_SCORED
    if not match.paused and moved is not None and now - moved > quiet:
        return Trouble("stalled", moved)
    return None


def _late(table: Table, now: datetime) -> Trouble | None:
    left = clock_left(table, int(now.timestamp() * 1000))
    ended = moment(table.clock.ends_at)
    return Trouble("time_over", ended) if left is not None and left < 0 else None
