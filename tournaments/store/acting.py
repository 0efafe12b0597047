"""The one write path of tournaments: from a command to its events in the log.

The row of the tournament is locked first, so that writers take turns; the database function
compares the version once more. Knows nothing of permissions.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import NamedTuple, TypeAlias
from uuid import UUID

from django.db import connection, transaction

from tournaments.domain.commands import Command
from tournaments.domain.decide import decide
from tournaments.domain.events import Event
from tournaments.domain.evolve import fold as evolve_all
from tournaments.domain.refusals import refuse
from tournaments.domain.state import TournamentState
from tournaments.store.folds import FOLDS, Fold
from tournaments.store.log import Line, lines_for
from tournaments.store.projections import project

Intent: TypeAlias = Callable[[TournamentState], Command | tuple[Command, ...]]
"""What somebody means, given where the tournament stands: one command, or several that are
carried out together or not at all."""

_LOCK = "SELECT version FROM tournaments_tournament WHERE id = %s FOR NO KEY UPDATE"
_SEEN = """
SELECT min(version), max(version) FROM tables_event
WHERE stream = %s AND (command = %s OR command > %s || '#' AND command < %s || '$')
"""
_APPEND = """
SELECT answer, version FROM tournaments_append(
    %s::uuid, %s, %s::integer, %s::timestamptz, %s, %s::text[], %s::smallint[], %s::text[], %s,
    %s::text[])
"""


class Order(NamedTuple):
    """Somebody's command for a tournament. `command_id` is the actor's own; sent twice, acts once.

    `expected` is the version that the command was meant for, or None.
    """

    tournament: UUID
    actor: str
    command_id: str
    intent: Intent
    expected: int | None = None

    @property
    def command(self) -> str:
        """The id as it is stored: two actors may choose the same one."""
        return f"{self.actor}:{self.command_id}"


class Receipt(NamedTuple):
    """What an order came to: the lines are its own. `repeated`: it had been carried out before."""

    fold: Fold
    first: int
    version: int
    lines: tuple[Line, ...]
    repeated: bool = False

    @property
    def state(self) -> TournamentState:
        """Where the tournament stands now."""
        return self.fold.state


def act(order: Order, at: datetime) -> Receipt:
    """Carry an order out in one transaction.

    Raises Refused: `no_tournament`, `stale` where the tournament has left the expected version,
    and whatever the decider refuses. Nothing is stored then.
    """
    with transaction.atomic():
        version = _locked(order.tournament)
        fold = FOLDS.newest(order.tournament, version)
        if seen := _seen(order):
            return Receipt(fold, *seen, (), repeated=True)
        if order.expected is not None and order.expected != fold.version:
            refuse("stale", f"the event is at version {fold.version}, not {order.expected}")
        events = _decided(fold.state, order.intent(fold.state))
        if not events:
            return Receipt(fold, fold.version + 1, fold.version, ())
        lines = lines_for(
            events,
            version=fold.version,
            head=fold.head,
            actor=order.actor,
            command=order.command,
            at=at,
        )
        _append(order, fold, lines)
        after = fold.with_lines(lines)
        project(after, events, before=fold.state)
    return Receipt(after, fold.version + 1, after.version, tuple(lines))


def _decided(state: TournamentState, meant: Command | tuple[Command, ...]) -> tuple[Event, ...]:
    """The events of all commands, each decided on what the ones before lead to."""
    made: list[Event] = []
    for command in meant if isinstance(meant, tuple) else (meant,):
        events = decide(state, command)
        state = evolve_all(events, state)
        made.extend(events)
    return tuple(made)


def _locked(tournament: UUID) -> int:
    with connection.cursor() as cursor:
        cursor.execute(_LOCK, [tournament])
        row = cursor.fetchone()
    if row is None:
        refuse("no_tournament", "there is no such tournament")
    version: int = row[0]
    return version


def _seen(order: Order) -> tuple[int, int] | None:
    with connection.cursor() as cursor:
        cursor.execute(_SEEN, [order.tournament, *(order.command,) * 3])
        first, last = cursor.fetchone()
    return None if first is None else (first, last)


def _append(order: Order, fold: Fold, lines: list[Line]) -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            _APPEND,
            [
                order.tournament, order.command, fold.version, lines[0].at, order.actor,
                [line.type for line in lines], [line.schema for line in lines],
                [line.data for line in lines], fold.head, [line.hash for line in lines],
            ],
        )  # fmt: skip
        answer, version = cursor.fetchone()
    if answer != "ok":
        raise RuntimeError(f"tournament {order.tournament}: {answer} at {version}")
