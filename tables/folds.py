"""A match as this process has folded it: from its last snapshot, from the log, kept for the next.

Reads only, written as steps (tables.events.drivers). What is appended is `acting`'s.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple
from uuid import UUID

import msgspec

from engine.play.state import EMPTY, MatchState
from engine.wall import make_chain
from tables.clocks import Clock
from tables.errors import NoSuchTable
from tables.events import snapshots, statements
from tables.events.drivers import Query, Steps
from tables.events.log import Line, Stored, engine_of, fold_rows, lines_of


class Secrets(NamedTuple):
    """What the server knows and has not opened: the walls' seed, the built-in players' entropy."""

    seed: bytes
    entropy: dict[str, str]

    def of_hand(self, number: int) -> str:
        """The secret of a hand; 0 is the one that draws the first dealer."""
        return make_chain(self.seed)[number]


class Fold(NamedTuple):
    """A match folded up to `version`, with what the write path needs beside the state."""

    table: UUID
    version: int
    head: str
    state: MatchState
    clock: Clock
    secrets: Secrets


@dataclass(slots=True)
class FoldCache:
    """The folds used last, newest version only. Shared by the threads of a process."""

    limit: int = 2_000
    _folds: OrderedDict[UUID, Fold] = field(default_factory=OrderedDict)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def get(self, table: UUID) -> Fold | None:
        """The newest fold of a table that is kept, if any."""
        with self._lock:
            fold = self._folds.get(table)
            if fold is not None:
                self._folds.move_to_end(table)
            return fold

    def put(self, fold: Fold) -> None:
        """Keep a fold unless a newer one is; the one not asked for longest goes."""
        with self._lock:
            known = self._folds.get(fold.table)
            if known is None or known.version < fold.version:
                self._folds[fold.table] = fold
            self._folds.move_to_end(fold.table)
            while len(self._folds) > self.limit:
                self._folds.popitem(last=False)

    def scratch(self, table: UUID) -> FoldCache:
        """A cache of its own for a transaction that may yet be rolled back."""
        copy = FoldCache()
        if (fold := self.get(table)) is not None:
            copy.put(fold)
        return copy

    def forget(self, table: UUID | None = None) -> None:
        """Drop one table's fold, or all of them."""
        with self._lock:
            if table is None:
                self._folds.clear()
            else:
                self._folds.pop(table, None)


def clock_of(text: str) -> Clock:
    """The clock in a table's row, given as JSON text."""
    return Clock.from_json(msgspec.json.decode(text))


def load(table: UUID) -> Steps[Fold]:
    """Fold a table from its last snapshot and the events after it."""
    rows = yield Query(statements.LOAD, (snapshots.FOLD_VERSION, table))
    if not rows:
        raise NoSuchTable(f"there is no table {table}")
    _version, head, clock, seed, entropy, snapshot_version, snapshot = rows[0]
    secrets = Secrets(bytes(seed), msgspec.json.decode(entropy))
    state = EMPTY if snapshot is None else snapshots.decode(bytes(snapshot))
    base = Fold(table, snapshot_version or 0, head, state, clock_of(clock), secrets)
    rows = yield Query(statements.TAIL, (table, base.version))
    if not rows:
        return base
    last = Stored(*rows[-1][:-1])
    return base._replace(
        version=last.version,
        head=last.hash,
        state=fold_rows(rows, state),
        clock=clock_of(rows[-1][-1]),
    )


def catch_up(fold: Fold) -> Steps[tuple[Fold, list[Line]]]:
    """The fold with the events since, and those events."""
    rows = yield Query(statements.TAIL, (fold.table, fold.version))
    if not rows:
        return fold, []
    lines, state = lines_of((row[:-1] for row in rows), fold.state)
    last = lines[-1]
    clock = clock_of(rows[-1][-1])
    return fold._replace(version=last.seq, head=last.hash, state=state, clock=clock), lines


def read(table: UUID, since: int) -> Steps[list[Line]]:
    """The events after a version, each with the state it met."""
    rows = yield Query(statements.TAIL, (table, 0))
    lines, _state = lines_of((row[:-1] for row in rows), EMPTY)
    return lines[since:]


def state_after(lines: Sequence[Line]) -> MatchState:
    """The state after the last of these events."""
    last = lines[-1]
    return engine_of(last.before).evolve(last.before, last.event)
