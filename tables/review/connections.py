"""When players' connections were lost and came back, as this site's own processes saw it.

Rows are written beside the log, when a socket joins or leaves, and like events never changed or
removed. A process that stops, and a socket that the site itself closes because the seat is
somebody else's now, are no player's loss and leave no row.
"""

from __future__ import annotations

from datetime import datetime
from typing import Final, NamedTuple, TypeAlias
from uuid import UUID

from engine.play.state import Place
from tables.clocks import ms
from tables.events.drivers import Query, Steps
from tables.models import SeatConnection

NOTE: Final = """
INSERT INTO tables_seatconnection (table_id, place, connected, at, process)
VALUES (%s, %s, %s, %s, %s)
"""


class Loss(NamedTuple):
    """A connection that was lost, and when the player was back; ms since 1970, None: not yet."""

    lost: int
    back: int | None


Losses: TypeAlias = dict[Place, tuple[Loss, ...]]
"""By place, in the order of time."""


def noting(table: UUID, place: Place, connected: bool, at: datetime, process: str) -> Steps[None]:
    """Write down that a place is connected, or is no more."""
    yield Query(NOTE, (table, place, connected, at, process))


def losses_at(table: UUID) -> tuple[int, Losses]:
    """How many rows there are of a table, and the losses that they amount to."""
    rows = SeatConnection.objects.filter(table_id=table).order_by("at", "pk")
    told = list(rows.values_list("place", "connected", "at"))
    return len(told), losses_in([(place, there, ms(at)) for place, there, at in told])


def losses_in(told: list[tuple[Place, bool, int]]) -> Losses:
    """What (place, connected, ms) amount to. Who is gone cannot be lost again before coming back,
    and who is there cannot come back.

    >>> losses_in([(0, True, 5), (0, False, 10), (0, False, 11), (0, True, 15), (0, False, 30)])
    {0: (Loss(lost=10, back=15), Loss(lost=30, back=None))}
    """
    found: dict[Place, list[Loss]] = {}
    for place, there, at in told:
        losses = found.setdefault(place, [])
        is_gone = bool(losses) and losses[-1].back is None
        if there and is_gone:
            losses[-1] = losses[-1]._replace(back=at)
        elif not there and not is_gone:
            losses.append(Loss(at, None))
    return {place: tuple(losses) for place, losses in found.items()}
