"""The account of a match's time, made again from its log: whether it adds up and is founded."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from uuid import UUID

from engine.play.codec import event_from_text
from engine.play.time_ledger import Timed, time_ledger
from engine.record import Row
from tables.review.moments import ms_of
from tournaments.audit.faults import Fault, What


def clock_faults(pk: UUID, rows: Sequence[Row]) -> Iterator[Fault]:
    """What of a proved log's time is nobody's, or was given back without having been taken."""
    told = [row.columns for row in rows]
    ledger = time_ledger(
        [Timed(c.seq, ms_of(c.at), event_from_text(c.type, c.v, c.data)) for c in told]
    )
    if ledger.total != ledger.duration:
        detail = f"{ledger.duration} ms have passed, {ledger.total} ms of them belong to somebody"
        yield Fault(pk, What.CLOCK, detail)
    for seq in ledger.unfounded:
        detail = f"event {seq} NetworkExcused gives more than the turn before took from the reserve"
        yield Fault(pk, What.CLOCK, detail, seq)
