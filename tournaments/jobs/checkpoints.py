"""Rounds and checkpoints: one is made when a round is confirmed, and its papers name it.

A paper that is asked for before a worker has made the checkpoint has it made: whoever comes second
finds that nothing has moved, and gets the same.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Any, Final
from uuid import UUID

from django.db import connection

from engine.checkpoints import Checkpoint
from tables.checkpoints.selectors import checkpoint_last, covering
from tables.checkpoints.services import checkpoint_make
from tournaments.domain.events import EVENT_TYPES
from tournaments.domain.state import TournamentState
from tournaments.jobs.queueing import task_queue
from tournaments.live.areas import areas_of
from tournaments.store.acting import Receipt

SIGNED_AFTER: Final = ("RoundConfirmed", "ResultCorrected")
"""Events of a tournament after which its logs are signed."""

_UNSIGNED: Final = """
SELECT EXISTS (
    SELECT FROM tournaments_tournament t
    CROSS JOIN LATERAL (
        SELECT coalesce(max(leaf.version), 0) AS version FROM tables_checkpointleaf leaf
        WHERE leaf.stream = t.id AND leaf.log = ''
    ) AS signed
    JOIN tables_event e ON e.stream = t.id AND e.version > signed.version AND e.type = ANY(%s)
    WHERE t.version > signed.version
)
"""

_FACTS: Final = (*SIGNED_AFTER, "RoundReopened", "PenaltyGiven", "PenaltyLifted")
"""What the results of a round and the standings after it are made of, once it is confirmed."""

_STANDINGS: Final = tuple(name for name in EVENT_TYPES if "standings" in areas_of((name,)))
"""Events after which a list of standings, or what is said above it, may be another."""

_LAST: Final = """
SELECT max(version) FROM tables_event
    WHERE stream = %s AND type = ANY(%s) AND coalesce((data->>'round')::integer, 0) <= %s
"""


def tournament_moved_receive(receipt: Receipt, **_rest: Any) -> None:
    """A round was confirmed: have a worker sign it."""
    if any(line.type in SIGNED_AFTER for line in receipt.lines):
        task_queue("tables.checkpoint")


def checkpoint_due(at: datetime) -> Checkpoint | None:
    """Make up for a task that was lost."""
    with connection.cursor() as cursor:
        cursor.execute(_UNSIGNED, [list(SIGNED_AFTER)])
        is_due = cursor.fetchone()[0]
    return checkpoint_make(at) if is_due else None


def round_checkpoint(tournament: UUID, number: int) -> Checkpoint | None:
    """The first checkpoint in which a confirmed round was signed as it is now, and with it the
    standings after it."""
    version = _last(tournament, _FACTS, number)
    return covering(tournament, version) if version else None


def round_signed(
    tournament: UUID, state: TournamentState, number: int, at: datetime
) -> Checkpoint | None:
    """The checkpoint that the sheet of a round names, made if it is missing; None while the round
    is not confirmed."""
    round_ = state.rounds.get(number)
    if round_ is None or round_.status != "confirmed":
        return None
    found = round_checkpoint(tournament, number)
    if found is None and checkpoint_make(at):
        found = round_checkpoint(tournament, number)
    return found


def standings_signed(
    tournament: UUID, state: TournamentState, stage: str, at: datetime
) -> Checkpoint | None:
    """The newest checkpoint over all that the standings of a stage are made of.

    Made if it is missing and nothing is being played; None if there is none: results of a round
    that is being played come and go.
    """
    rounds = [one for one in state.rounds.values() if one.plan.stage == stage]
    begun = [one.number for one in rounds if one.status != "planned"]
    if not begun:
        return None
    until = max(begun)
    needed = _last(tournament, _STANDINGS, until) or 0
    last = checkpoint_last() if covering(tournament, needed) else None
    if last or any(one.status == "started" and n <= until for n, one in state.rounds.items()):
        return last
    return checkpoint_make(at) if needed else None


def _last(tournament: UUID, types: Iterable[str], until: int) -> int | None:
    """The version of the last of these events about rounds up to one, or about none."""
    with connection.cursor() as cursor:
        cursor.execute(_LAST, [tournament, list(types), until])
        found: int | None = cursor.fetchone()[0]
    return found
