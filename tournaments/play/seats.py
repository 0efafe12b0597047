"""Whoever takes a seat in the event's ledger takes it at the live table too."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from datetime import datetime

from engine.errors import EngineError
from tables import services as tables
from tables.errors import TableError
from tables.models import Event, Seat
from tables.models import Table as Match
from tables.services import Sitter
from tournaments.domain.state import Table, TournamentState, open_tables, timeline
from tournaments.models import Tournament
from tournaments.play.opening import accounts_of, guests_level, sitters_now
from tournaments.play.setbacks import Setbacks, Where

logger = logging.getLogger(__name__)

OFFICIALS = ("organiser:", "referee:")
"""Who may give a seat to somebody else at a table."""


def hand_over(
    tournament: Tournament, state: TournamentState, at: datetime, setbacks: Setbacks
) -> list[str]:
    """Let those sit down at live tables who should sit there by the ledger."""
    live = {t.match: t for _, t in open_tables(state) if t.match is not None}
    if not any(len(facts) > 1 for table in live.values() for facts in table.ledger):
        return []
    rows = Match.objects.filter(pk__in=live, ended_at__isnull=True).prefetch_related("seats")
    done = []
    for match in rows:
        table = live[str(match.pk)]
        for seat, wanted in _differing(tournament, state, match, table):
            actor, version = _who_decided(tournament, state, table, seat.place)
            try:
                tables.seat_hand_over(
                    table=match,
                    place=seat.place,
                    sitter=wanted,
                    actor=actor,
                    reason=_cause(table, seat.place),
                    command_id=f"seat-{seat.place}-{version or tournament.version}",
                    at=at,
                )
                done.append(f"place {seat.place} of table {table.number} to {wanted.name}")
            except (EngineError, TableError) as refusal:
                logger.warning("%s %s: %s", tournament.pk, match.pk, refusal)
                where = Where(_round_of(state, table), table.number, "seat", seat.place)
                setbacks.refused(where, refusal)
    return done


def _who_decided(
    tournament: Tournament, state: TournamentState, table: Table, place: int
) -> tuple[str, int]:
    """Who gave the seat to somebody else, and the number of that event in the event's log."""
    where = {"round": _round_of(state, table), "table": table.number, "place": place}
    found = Event.objects.filter(
        stream=tournament.pk,
        type__in=("SeatTaken", "SeatTakingUndone"),
        data__contains=where,
    )
    last = found.order_by("-version").values_list("actor", "version").first()
    actor, version = last or ("", 0)
    return actor if actor.startswith(OFFICIALS) else f"organiser:{tournament.pk}", version


def _round_of(state: TournamentState, table: Table) -> int:
    return next(round_.number for round_, one in open_tables(state) if one is table)


def _cause(table: Table, place: int) -> str:
    """Why, in the word of the ledger's last fact."""
    return timeline(table.ledger[place])[-1].role


def _differing(
    tournament: Tournament, state: TournamentState, match: Match, table: Table
) -> Iterator[tuple[Seat, Sitter]]:
    """Seats where somebody else sits than should, with who should."""
    people = [fact.person for facts in table.ledger for fact in facts]
    wanted = sitters_now(state, table, accounts_of(state, people), guests_level(tournament))
    for seat in match.seats.all():
        who = wanted[seat.place]
        account = who.account.pk if who.account else None
        if (seat.name, seat.account_id, seat.level) != (who.name, account, who.level or ""):
            yield seat, who
