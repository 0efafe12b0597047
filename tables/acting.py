"""The one write path: from a command to its events in the log.

`act` is written as steps (tables.events.drivers), so that the pages and the live hub run
the same code, one blocking and one not. The plan is made from a folded state kept in this
process; the append locks the table's row and compares versions, so a plan made from an old
state is never written. Does not know sockets or permissions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple, TypeAlias
from uuid import UUID

import msgspec

from engine.errors import IllegalAction
from engine.play.commands import (
    Command,
    CommitEntropy,
    DealHand,
    OpenEntropy,
    OpenSecret,
    StartMatch,
)
from engine.play.events import HandDealt
from engine.play.state import MatchState
from engine.wall import entropy_digest
from tables.clocks import Tick, next_clock
from tables.errors import StaleCommand
from tables.events import snapshots, statements
from tables.events.drivers import Query, Steps
from tables.events.log import Line, Writer, engine_of
from tables.folds import Fold, FoldCache, Secrets, catch_up, load, read
from tables.pace import house_pace
from tables.projections.results import rows_of
from tables.projections.summary import phase_of, summary_of

Intent: TypeAlias = Callable[[MatchState], Command]
"""The command that somebody means, given where the match stands."""

SYSTEM = "system"
MAX_TRIES = 50
"""A plan is made again after a lost race; each lost race means that somebody else got on."""


class Order(NamedTuple):
    """Somebody's command for a table. `command_id` is the actor's own; sent twice, it acts once.

    `expected` is the version the command was meant for, or None. With `deals` a hand that is
    over is followed by the next one at once. A pause that it begins ends by itself after
    `pause_ms`, if that is given.
    """

    table: UUID
    actor: str
    command_id: str
    intent: Intent
    expected: int | None = None
    deals: bool = True
    pause_ms: int | None = None

    @property
    def command(self) -> str:
        """The id as it is stored: two actors may choose the same one."""
        return f"{self.actor}:{self.command_id}"


@dataclass(frozen=True, slots=True)
class Receipt:
    """What an order came to: the events from `first` to `version` are its own.

    `lines` are all events that this process had not seen yet, other people's included;
    `repeated` says that the order had been carried out before.
    """

    table: UUID
    first: int
    version: int
    repeated: bool
    fold: Fold
    lines: tuple[Line, ...]


def due(state: MatchState, secrets: Secrets, *, deals: bool) -> tuple[Command, str] | None:
    """What the system, or a built-in player's contribution, owes the match now; and the actor."""
    # Also of a hand that was voided in a pause: until then nobody could end the match.
    if state.phase == "hand" and state.hand is not None and state.hand.phase == "over":
        return OpenSecret(secrets.of_hand(state.hand_number)), SYSTEM
    if state.paused:
        return None
    if state.phase in ("commit", "open"):
        return _entropy_due(state, secrets)
    if state.phase == "ready":
        return StartMatch(secrets.of_hand(0)), SYSTEM
    if state.phase == "between" and (deals or state.hand_number == 0):
        return DealHand(secrets.of_hand(state.hand_number + 1)), SYSTEM
    return None


def _entropy_due(state: MatchState, secrets: Secrets) -> tuple[Command, str] | None:
    given = state.digests if state.phase == "commit" else state.entropies
    for place_text, entropy in secrets.entropy.items():
        place = int(place_text)
        if given[place] is None and place not in state.missed:
            actor = f"bot:{place}"
            if state.phase == "commit":
                return CommitEntropy(place, entropy_digest(entropy)), actor
            return OpenEntropy(place, entropy), actor
    return None


class Plan(NamedTuple):
    """Everything one append writes, and the fold after it."""

    fold: Fold
    lines: list[Line]
    query: Query


def plan(fold: Fold, order: Order, at: datetime) -> Plan:
    """The events of an order and of all that it makes due. Raises IllegalAction."""
    writer = Writer(
        version=fold.version, head=fold.head, state=fold.state, command=order.command, at=at
    )
    decide = engine_of(fold.state).decide
    writer.add(decide(fold.state, order.intent(fold.state)), order.actor)
    while step := due(writer.state, fold.secrets, deals=order.deals):
        command, actor = step
        writer.add(decide(writer.state, command), actor)
    tick = next_clock(
        fold.clock,
        before=fold.state,
        after=writer.state,
        events=[line.event for line in writer.lines],
        version=writer.version,
        at=at,
        pace=house_pace(),
        pause_ms=order.pause_ms,
    )
    after = fold._replace(
        version=writer.version, head=writer.head, state=writer.state, clock=tick.clock
    )
    return Plan(after, writer.lines, _append_query(fold, order, writer, tick))


def _append_query(fold: Fold, order: Order, writer: Writer, tick: Tick) -> Query:
    first = writer.lines[0]
    rest = _rest(fold, writer)
    params = (
        fold.table,
        order.command,
        fold.version,
        first.at,
        type(first.event).__name__,
        first.schema,
        first.hand,
        first.data,
        first.actor,
        fold.head,
        first.hash,
        phase_of(writer.state),
        tick.deadline_at and tick.deadline_at.isoformat(),
        None if tick.clock == fold.clock else _json(tick.clock.to_json()),
        _json(rest) if rest else None,
    )
    return Query(statements.APPEND, params)


def _rest(fold: Fold, writer: Writer) -> dict[str, Any]:
    """What most appends have none of, as the append reads it."""
    rest: dict[str, Any] = {}
    if len(writer.lines) > 1:
        rest["more"] = [_further(line) for line in writer.lines[1:]]
    summary = summary_of(writer.state)
    if not fold.version or summary != summary_of(fold.state):
        rest["summary"] = summary._asdict()
    results, scores = rows_of(writer.lines)
    if results:
        rest |= {"results": results, "scores": scores}
    return rest


def _further(line: Line) -> dict[str, Any]:
    """One of a command's events after the first, as the append reads it."""
    return {
        "type": type(line.event).__name__,
        "schema": line.schema,
        "hand": line.hand,
        "data": msgspec.Raw(line.data.encode()),
        "actor": line.actor,
        "hash": line.hash,
    }


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()


def act(cache: FoldCache, order: Order, at: datetime) -> Steps[Receipt]:
    """Carry an order out once.

    Raises IllegalAction with nothing stored, StaleCommand with the news where the order
    names a version that the table has left, NoSuchTable.
    """
    # The log keeps milliseconds, and the hash covers exactly what is kept.
    at = at.replace(microsecond=at.microsecond // 1000 * 1000)
    fold = cache.get(order.table) or (yield from load(order.table))
    seen: list[Line] = []
    for _try in range(MAX_TRIES):
        made, refusal = _planned(fold, order, at)
        if made and (yield made.query)[0][0] == "ok":
            return (yield from _written(cache, order, fold, made, seen))
        # The order may be a repeat of one carried out, or the fold may be behind.
        fold, lines = yield from (catch_up(fold) if refusal else _after_losing(cache, fold))
        seen += lines
        first, last = (yield _find(order))[0]
        if first is not None:
            return _repeated(cache, order, fold, seen, first, last)
        if refusal and not lines:
            cache.put(fold)
            raise (yield from _with_news(refusal, order, fold))
    raise StaleCommand(fold.version, ())


def _planned(
    fold: Fold, order: Order, at: datetime
) -> tuple[Plan, None] | tuple[None, IllegalAction | StaleCommand]:
    """The plan, or why there is none."""
    if order.expected not in (None, fold.version):
        return None, StaleCommand(fold.version, ())
    try:
        return plan(fold, order, at), None
    except IllegalAction as refusal:
        return None, refusal


def _after_losing(cache: FoldCache, fold: Fold) -> Steps[tuple[Fold, list[Line]]]:
    """What the others wrote; a fold ahead of the log (a rolled-back append) is made anew."""
    fresh, lines = yield from catch_up(fold)
    if not lines:
        cache.forget(fold.table)
        fresh = yield from load(fold.table)
    return fresh, lines


def _find(order: Order) -> Query:
    command = order.command
    return Query(statements.COMMAND, (order.table, command, command, command))


def _with_news(
    refusal: IllegalAction | StaleCommand, order: Order, fold: Fold
) -> Steps[IllegalAction | StaleCommand]:
    """The refusal; where the order names a version that is past, with everything since."""
    if order.expected is None or order.expected >= fold.version:
        return refusal
    news = yield from read(order.table, order.expected)
    return StaleCommand(fold.version, tuple(news))


def _repeated(
    cache: FoldCache, order: Order, fold: Fold, seen: Iterable[Line], first: int, last: int
) -> Receipt:
    cache.put(fold)
    return Receipt(order.table, first, last, True, fold, tuple(seen))


def _written(
    cache: FoldCache, order: Order, before: Fold, made: Plan, seen: Iterable[Line]
) -> Steps[Receipt]:
    cache.put(made.fold)
    for line in made.lines:
        if isinstance(line.event, HandDealt):
            yield Query(
                statements.SNAPSHOT,
                (
                    order.table, line.seq - 1, snapshots.FOLD_VERSION,
                    snapshots.encode(line.before),
                ),
            )  # fmt: skip
    return Receipt(
        order.table, before.version + 1, made.fold.version, False, made.fold, (*seen, *made.lines)
    )
