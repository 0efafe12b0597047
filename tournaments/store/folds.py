"""Folded tournaments, kept in this process and brought up to the newest version when asked for.

A fold is a cache: it may be dropped at any time, and what is in the log decides.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from dataclasses import replace
from typing import NamedTuple
from uuid import UUID

from django.db import connection

from tournaments.domain.events import (
    ClaimUndone,
    EntryAdded,
    EntryChanged,
    EntryClaimed,
    Event,
)
from tournaments.domain.evolve import evolve
from tournaments.domain.state import TournamentState
from tournaments.store.log import COLUMNS, Line, first_prev, line_of

MOST_KEPT = 64

_TAIL = f"""
SELECT version <= coalesce((SELECT i.version FROM tables_importedstream i WHERE i.stream = %s), 0),
       {COLUMNS}
FROM tables_event e WHERE stream = %s AND version > %s ORDER BY version
"""


class Fold(NamedTuple):
    """A tournament folded up to `version`, whose last hash is `head`."""

    tournament: UUID
    version: int
    head: str
    state: TournamentState

    @classmethod
    def empty(cls, tournament: UUID) -> Fold:
        """Before the first event."""
        return cls(tournament, 0, first_prev(tournament), TournamentState.empty())

    def with_lines(self, lines: list[Line]) -> Fold:
        """The fold after these further lines."""
        state = self.state
        for line in lines:
            state = evolve(state, without_account(line.event) if line.is_foreign else line.event)
        last = lines[-1] if lines else None
        return self._replace(
            version=last.version if last else self.version,
            head=last.hash if last else self.head,
            state=state,
        )


def lines_after(tournament: UUID, version: int) -> list[Line]:
    """The stored lines behind a version: one query."""
    with connection.cursor() as cursor:
        cursor.execute(_TAIL, [tournament, tournament, version])
        return [line_of(row, is_foreign=is_foreign) for is_foreign, *row in cursor.fetchall()]


def without_account(event: Event) -> Event:
    """What an event of another site means here: whoever it names is a guest, to be claimed."""
    if isinstance(event, EntryAdded | EntryChanged):
        return replace(event, person=replace(event.person, account=None))
    if isinstance(event, EntryClaimed):
        return ClaimUndone(event.entry)
    return event


class FoldCache:
    """The newest folds of this process, least recently used first out."""

    def __init__(self) -> None:
        self._kept: OrderedDict[UUID, Fold] = OrderedDict()
        self._lock = threading.Lock()

    def newest(self, tournament: UUID, version: int | None = None) -> Fold:
        """The fold brought up to date; without a query where it is known to be at `version`."""
        with self._lock:
            kept = self._kept.get(tournament) or Fold.empty(tournament)
        if version is not None and kept.version == version:
            return kept
        fold = kept.with_lines(lines_after(tournament, kept.version))
        # What a transaction has written may still be rolled back.
        if not connection.in_atomic_block:
            self.put(fold)
        return fold

    def put(self, fold: Fold) -> None:
        """Keep a fold whose events are committed, unless a newer one is kept."""
        with self._lock:
            kept = self._kept.get(fold.tournament)
            if kept is None or kept.version <= fold.version:
                self._kept[fold.tournament] = fold
            self._kept.move_to_end(fold.tournament)
            while len(self._kept) > MOST_KEPT:
                self._kept.popitem(last=False)

    def forget(self) -> None:
        """Drop all folds."""
        with self._lock:
            self._kept.clear()


FOLDS = FoldCache()
"""The folds of this process."""
