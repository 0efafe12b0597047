"""Whoever takes a seat in the event's ledger takes it at the live table too."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from datetime import datetime

from engine.errors import EngineError
from tables import services as tables
from tables.acting import SYSTEM
from tables.models import Seat
from tables.models import Table as Match
from tables.services import Sitter
from tournaments.domain.state import Table, TournamentState, open_tables
from tournaments.models import Tournament
from tournaments.play.opening import accounts_of, guests_level, sitters_now

logger = logging.getLogger(__name__)


def hand_over(tournament: Tournament, state: TournamentState, at: datetime) -> list[str]:
    """Let those sit down at live tables who should sit there by the ledger."""
    live = {t.match: t for _, t in open_tables(state) if t.match is not None}
    if not any(len(facts) > 1 for table in live.values() for facts in table.ledger):
        return []
    rows = Match.objects.filter(pk__in=live, ended_at__isnull=True).prefetch_related("seats")
    done = []
    for match in rows:
        table = live[str(match.pk)]
        for seat, wanted in _differing(tournament, state, match, table):
            facts = len(table.ledger[seat.place])
            try:
                tables.seat_hand_over(
                    table=match,
                    place=seat.place,
                    sitter=wanted,
                    actor=SYSTEM,
                    reason="ledger",
                    command_id=f"seat-{seat.place}-{facts}",
                    at=at,
                )
                done.append(f"place {seat.place} of table {table.number} to {wanted.name}")
            except EngineError as refusal:
                logger.warning("%s %s: %s", tournament.pk, match.pk, refusal)
    return done


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
