"""Bringing the tables of an event in step with its log, and its log with its tables.

`keep_up` may be called at any time and any number of times: it looks at where both stand and
does what is missing. Whoever is second waits for the first and then finds nothing to do. Every
step is a command with an id of its own making, so that one done twice acts once.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from uuid import UUID

from django.db import connection, transaction
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from engine.errors import EngineError
from tables import services as tables
from tables.errors import TableError
from tables.models import Table as Match
from tournaments.domain import commands as c
from tournaments.domain.refusals import Refused
from tournaments.domain.state import Round, Table, TournamentState, clock_left
from tournaments.models import Tournament
from tournaments.play import seats, stopping
from tournaments.play.opening import (
    accounts_of,
    guests_level,
    match_terms,
    sitters_now,
    table_name,
)
from tournaments.play.results import ended_matches, result_of
from tournaments.play.rulings import follow_rulings
from tournaments.play.setbacks import Setbacks, Where
from tournaments.selectors import state_of
from tournaments.services import seed_of, tournament_do

logger = logging.getLogger(__name__)

_LOCK = "SELECT pg_advisory_lock(hashtextextended(%s, 7))"
_TRY = "SELECT pg_try_advisory_lock(hashtextextended(%s, 7))"
_UNLOCK = "SELECT pg_advisory_unlock(hashtextextended(%s, 7))"


@contextmanager
def alone(tournament: UUID, *, waits: bool = True) -> Iterator[bool]:
    """One at a time for an event, over all processes; held by the connection, not a transaction.

    Whether it is this one's turn: without `waits` it may not be.
    """
    with connection.cursor() as cursor:
        cursor.execute(_LOCK if waits else _TRY, [str(tournament)])
        is_alone = waits or bool(cursor.fetchone()[0])
    try:
        yield is_alone
    finally:
        if is_alone:
            _leave(tournament)


def _leave(tournament: UUID) -> None:
    with connection.cursor() as cursor:
        cursor.execute(_UNLOCK, [str(tournament)])


def keep_up(tournament: UUID, *, at: datetime | None = None, waits: bool = True) -> list[str]:
    """Do what the event's log and its tables ask for; says what was done, in steps.

    Without `waits` nothing, if somebody else is at it.
    """
    with alone(tournament, waits=waits) as is_alone:
        if not is_alone:
            return []
        found = Tournament.objects.select_related("club").get(pk=tournament)
        at, done, setbacks = at or timezone.now(), list[str](), Setbacks()
        steps = (
            open_tables, seats.hand_over, stopping.stop_and_go, take_results, follow_rulings,
        )  # fmt: skip
        for step in steps:
            found.refresh_from_db()
            done += step(found, state_of(found), at, setbacks)
        setbacks.keep(found, at)
        return done


def playing(state: TournamentState) -> Iterator[tuple[Round, Table]]:
    """Tables of rounds that have started and are not confirmed."""
    for round_ in state.rounds.values():
        if round_.status == "started":
            yield from ((round_, table) for table in round_.tables.values())


def open_tables(
    tournament: Tournament, state: TournamentState, at: datetime, setbacks: Setbacks
) -> list[str]:
    """Open the matches of tables that have none; a table that fails stops no other."""
    if state.terms is None or state.terms.play == "points":
        return []
    now = int(at.timestamp() * 1000)
    waiting = [(r, t) for r, t in playing(state) if _wants_match(t, now)]
    seed = seed_of(tournament) if waiting else ""
    done = []
    for round_, table in waiting:
        try:
            match = match_open(tournament, state, round_, table, seed, at)
            done.append(f"opened {round_.number}/{table.number} as {match.pk}")
        except (Refused, EngineError, TableError) as refusal:
            logger.info("%s %s/%s: %s", tournament.pk, round_.number, table.number, refusal)
            setbacks.refused(Where(round_.number, table.number, "open"), refusal)
    return done


def _wants_match(table: Table, now: int) -> bool:
    """A match that is opened after its time would be over at once, 0 to 0.

    A table whose round was confirmed without its match gets one when an organiser says so.
    """
    left = clock_left(table, now)
    is_free = table.match is None and table.result is None and not table.is_excepted
    return is_free and (left is None or left > 0)


def match_open(
    tournament: Tournament,
    state: TournamentState,
    round_: Round,
    table: Table,
    seed: str,
    at: datetime,
    account: User | None = None,
) -> Match:
    """One transaction: a match that the tournament does not know of is never left behind.

    Without `account` the site opens it. Raises Refused, PermissionDenied.
    """
    people = [fact.person for facts in table.ledger for fact in facts]
    with transaction.atomic():
        match = tables.table_open(
            terms=match_terms(state, round_, table, seed),
            sitters=sitters_now(state, table, accounts_of(state, people), guests_level(tournament)),
            organiser=tournament.created_by,
            name=table_name(table.number),
            round_name=f"{tournament.name} · {round_.number}"[:60],
            context=match_context(tournament, round_.number, table.number),
            at=at,
        )
        tournament_do(
            tournament=tournament,
            command=c.OpenTable(round_.number, table.number, str(match.pk)),
            command_id=f"open-{match.pk}",
            account=account,
            at=at,
        )
    return match


def match_context(tournament: Tournament, round_: int, table: int) -> dict[str, object]:
    """What the match of a table knows of its event."""
    named = {
        "tournament": str(tournament.pk),
        "round": round_,
        "table": table,
        "page": reverse("event", args=[tournament.pk]),
        "clock": reverse("round-clock", args=[tournament.pk, round_, table]),
    }
    return named if tournament.visibility == "public" else {**named, "unlisted": True}


def take_results(
    tournament: Tournament, state: TournamentState, at: datetime, setbacks: Setbacks
) -> list[str]:
    """Take in the results of matches that are over."""
    waiting = [(r, t) for r, t in playing(state) if t.match is not None and t.result is None]
    over = ended_matches([UUID(t.match) for _, t in waiting if t.match])
    done = []
    for round_, table in waiting:
        match = over.get(UUID(table.match or ""))
        if match is None:
            continue
        command = c.TakeResult(round_.number, table.number, table.match, result_of(match))
        try:
            receipt = tournament_do(
                tournament=tournament,
                command=command,
                command_id=f"result-{match.pk}-{match.version}",
                at=at,
            )
            # One that an organiser has taken out again does not come back by itself.
            if receipt.lines:
                done.append(f"result of {round_.number}/{table.number}")
        except Refused as refusal:
            logger.warning("%s %s: %s", tournament.pk, match.pk, refusal)
            setbacks.refused(Where(round_.number, table.number, "result"), refusal)
    return done
