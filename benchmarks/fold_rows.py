"""Folding a match from its stored events, against an aggregate of the eventsourcing library.

Its aggregate gets as many events, with the same data, and does next to nothing with them; ours
plays the whole match again. Both read their JSON from memory.
"""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import Any

from eventsourcing.application import Application
from eventsourcing.domain import Aggregate, event

from benchmarks.paired import Rates, alternate
from benchmarks.row import Row
from engine.play.state import MatchState
from engine.selfplay import play_one
from tables.events.log import Stored, fold_rows

HANDS = 8


class Log(Aggregate):
    """Keeps the last event of each type."""

    @event("Started")
    def __init__(self) -> None:
        self.last: dict[str, Any] = {}

    @event("Happened")
    def happen(self, name: str, data: dict[str, Any]) -> None:
        self.last[name] = data


def stored_events() -> list[Stored]:
    """A match between random players, as rows of the event table."""
    at = datetime(2026, 1, 1, tzinfo=UTC)
    return [
        Stored(c.seq, c.type, c.v, c.hand, c.data, c.actor, c.cmd or "", at, row.prev, row.hash)
        for row in play_one("bao", hands=HANDS, seed="bench fold").log.rows
        for c in (row.columns,)
    ]


def fold_against_eventsourcing(rounds: int) -> Rates:
    rows = stored_events()
    application: Application[Any] = Application()
    log = Log()
    for row in rows:
        log.happen(row.type, json.loads(row.data))
    application.save(log)

    def ours() -> int:
        state = fold_rows(rows, MatchState.empty())
        assert state.phase == "ended"
        return len(rows)

    def peer() -> int:
        rebuilt = application.repository.get(log.id)
        assert rebuilt.version == len(rows) + 1
        return len(rows)

    return alternate(ours, peer, rounds)


ROWS = (
    Row(
        "fold",
        "fold from the stored events ÷ `eventsourcing` rebuild",
        5,
        "events/s",
        fold_against_eventsourcing,
    ),
)
