"""Who sits at a table now: the rows of its seats, from the log.

The write path keeps them when a seat is handed over; `rebuild` makes them again.
"""

from __future__ import annotations

from dataclasses import replace
from uuid import UUID

from django.db.models import Q

from accounts.models import User
from engine.play.match import Player
from engine.play.state import MatchState
from tables.models import Event, ImportedStream, Seat, Table


def seats_keep(table: UUID, state: MatchState) -> None:
    """Make a table's seats what the log says. Call it in a transaction.

    The accounts that a log of another site names are nobody's here.
    """
    there = {seat.place: seat for seat in Seat.objects.filter(table_id=table)}
    players = state.players
    if ImportedStream.objects.filter(stream=table).exists():
        players = tuple(replace(player, id="") for player in players)
    seats = [there.get(place) or Seat(table_id=table, place=place) for place in range(len(players))]
    stale = [
        (seat, player)
        for seat, player in zip(seats, players, strict=True)
        if seat.pk is None or not _is_kept(seat, player)
    ]
    # First everybody gets up: two may have changed places.
    Seat.objects.filter(pk__in=[seat.pk for seat, _ in stale]).update(account=None)
    for seat, player in stale:
        _take(seat, player)
        # One that is missing is made again.
        seat.save(update_fields=["account", "name", "kind", "level"] if seat.pk else None)


def has_played(table: Table, account: User) -> bool:
    """Whether the account has played at this table, though it may not do so now."""
    if ImportedStream.objects.filter(stream=table.pk).exists():
        return False
    told = Event.objects.filter(stream=table.pk, type__in=("MatchOpened", "SeatHandedOver"))
    sat = Q(data__player__id=str(account.pk)) | Q(data__players__contains=[{"id": str(account.pk)}])
    return told.filter(sat).exists()


def _account_of(player: Player) -> int | None:
    return int(player.id) if player.kind == "human" and player.id else None


def _is_kept(seat: Seat, player: Player) -> bool:
    kept = (seat.account_id, seat.name, seat.kind, seat.level)
    return kept == (_account_of(player), player.name, player.kind, player.level or "")


def _take(seat: Seat, player: Player) -> None:
    seat.account_id = _account_of(player)
    seat.name, seat.kind, seat.level = player.name, player.kind, player.level or ""
