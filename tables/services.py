"""Everything that changes a table. `table_act` and its kin are the only way into the log.

Every command goes through tables.acting; these functions say on whose behalf it is, and
check that they may. Permissions of pages and sockets are in tables.permissions.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any
from uuid import UUID, uuid4

from django.db import DEFAULT_DB_ALIAS, connections, transaction
from django.utils import timezone
from psycopg_pool import AsyncConnectionPool

from accounts.models import User
from engine.hashing import genesis
from engine.play.codec import event_to_json
from engine.play.command_codec import PlayerCommand, command_from_json
from engine.play.commands import (
    CallTime,
    Command,
    EndMatch,
    OpenMatch,
    PauseMatch,
    ResumeMatch,
    ReturnPlayer,
    TakeOver,
    VoidHand,
)
from engine.play.decide import decide
from engine.play.events import MatchOpened
from engine.play.match import Aids, ClockSettings, Length, Play, Player, TurnOrder
from engine.play.state import EMPTY, MatchState
from engine.record import header_of
from engine.wall import commitment, make_chain
from tables import acting
from tables.acting import FoldCache, Intent, Order, Receipt
from tables.errors import NotYourSeat
from tables.events.drivers import run, run_async
from tables.models import RefereeAssignment, ScorerAssignment, Seat, Table, TableSecret
from tables.signals import announce, tell_others

FOLDS = FoldCache()
"""The folds of this process."""

# Compared one by one: a client may send what has no hash.
ENTROPY_ACTIONS = ("commit_entropy", "open_entropy")


@dataclass(frozen=True, slots=True)
class Sitter:
    """Who is to sit at a place: a person's account, or a built-in player of a level."""

    name: str
    account: User | None = None
    level: str | None = None


@dataclass(frozen=True, slots=True)
class Terms:
    """What is agreed before a match.

    Without `first_dealer` (a place) it is drawn, with real tiles it is place 0; `seat_plan` is
    the turn order of each dealer round, where players change seats.
    """

    ruleset: str
    options: Mapping[str, object] = field(default_factory=dict)
    length: Length = field(default_factory=lambda: Length("dealer_rounds"))
    clocks: ClockSettings = field(default_factory=ClockSettings)
    aids: Aids = field(default_factory=Aids)
    spectator_delay: int = 1
    fixed_wilds: tuple[int, ...] = ()
    first_dealer: int | None = None
    seat_plan: tuple[TurnOrder, ...] = ()
    play: Play = "live"


def table_open(
    *,
    terms: Terms,
    sitters: Sequence[Sitter],
    organiser: User | None = None,
    name: str = "",
    round_name: str = "",
    context: Mapping[str, Any] | None = None,
    at: datetime | None = None,
) -> Table:
    """Open a table with its four players; the match begins when all have contributed.

    With real tiles (`terms.play` is "scored") nothing is dealt here and it begins at once.
    Raises InvalidInput for options the ruleset does not know.
    """
    at = at or timezone.now()
    table_id, seed = uuid4(), secrets.token_bytes(32)
    published = commitment(make_chain(seed)[0]) if terms.play == "live" else ""
    command = _open_command(terms, sitters, str(table_id), published)
    opened = decide(EMPTY, command)[0]
    if not isinstance(opened, MatchOpened):
        raise TypeError(f"a match begins with MatchOpened, not {type(opened).__name__}")
    actor = f"organiser:{organiser.pk}" if organiser else acting.SYSTEM
    order = Order(table_id, actor, "open", lambda _state: command)
    with transaction.atomic():
        table = _table_create(opened, terms, table_id, organiser, name, round_name, context, at)
        _seats_create(table, sitters)
        entropy = {str(p): secrets.token_hex(32) for p, s in enumerate(sitters) if s.level}
        seed = seed if terms.play == "live" else b""
        TableSecret.objects.create(table=table, seed=seed, entropy=entropy)
        receipt = run(acting.act(FoldCache(), order, at))
        transaction.on_commit(lambda: _settle(receipt))
    table.refresh_from_db()
    return table


def _open_command(terms: Terms, sitters: Sequence[Sitter], match: str, published: str) -> OpenMatch:
    players = tuple(
        Player(
            place=place,
            name=sitter.name,
            kind="bot" if sitter.level else "human",
            level=sitter.level,
            id=str(sitter.account.pk) if sitter.account else "",
        )
        for place, sitter in enumerate(sitters)
    )
    return OpenMatch(
        match=match,
        ruleset=terms.ruleset,
        options=terms.options,
        length=terms.length,
        players=players,
        commitment=published,
        fixed_wilds=terms.fixed_wilds,
        clocks=terms.clocks,
        aids=terms.aids,
        spectator_delay=terms.spectator_delay,
        first_dealer=terms.first_dealer,
        seat_plan=terms.seat_plan,
        play=terms.play,
    )


def _table_create(
    opened: MatchOpened,
    terms: Terms,
    table_id: UUID,
    organiser: User | None,
    name: str,
    round_name: str,
    context: Mapping[str, Any] | None,
    at: datetime,
) -> Table:
    data = event_to_json(opened)
    header = header_of(data, table=name or None, round_=round_name or None)
    return Table.objects.create(
        id=table_id,
        ruleset=opened.ruleset,
        ruleset_version=opened.ruleset_version,
        engine_version=opened.engine_version,
        options=data["options"],
        length=data["length"],
        play=opened.play,
        clocks=data["clocks"],
        aids=data["aids"],
        spectator_delay=terms.spectator_delay,
        name=name,
        round_name=round_name,
        context=dict(context or {}),
        organiser=organiser,
        opened_at=at,
        head=genesis(header),
        phase="new",
    )


def _seats_create(table: Table, sitters: Sequence[Sitter]) -> None:
    Seat.objects.bulk_create(
        Seat(
            table=table,
            place=place,
            account=sitter.account,
            name=sitter.name,
            kind=Seat.Kind.BOT if sitter.level else Seat.Kind.HUMAN,
            level=sitter.level or "",
        )
        for place, sitter in enumerate(sitters)
    )


def _settle(receipt: Receipt) -> None:
    FOLDS.put(receipt.fold)
    _tell(receipt)


def _tell(receipt: Receipt) -> None:
    announce(receipt)
    tell_others(receipt)


def table_command(*, order: Order, at: datetime | None = None) -> Receipt:
    """Carry an order out: anybody's, the caller has checked that they may.

    Raises IllegalAction with nothing stored, StaleCommand, NoSuchTable.
    """
    at = at or timezone.now()
    link = connections[DEFAULT_DB_ALIAS]
    if link.in_atomic_block:
        receipt = run(acting.act(FOLDS.scratch(order.table), order, at))
        link.on_commit(lambda: _settle(receipt))
    else:
        receipt = run(acting.act(FOLDS, order, at))
        _tell(receipt)
    return receipt


async def table_command_async(
    *, order: Order, pool: AsyncConnectionPool, at: datetime | None = None
) -> Receipt:
    """As `table_command`, over the live hub's own connections."""
    receipt = await run_async(acting.act(FOLDS, order, at or timezone.now()), pool)
    announce(receipt)
    return receipt


def seat_intent(place: int, action: Mapping[str, Any]) -> Intent:
    """The command that an action of the player at `place` means in the hand that is running.

    The intent raises InvalidInput for anything that is no action.
    """

    def intent(state: MatchState) -> PlayerCommand:
        if action.get("type") in ENTROPY_ACTIONS or state.hand is None:
            return command_from_json(place, dict(action))
        return command_from_json(state.hand.seat_of(place), dict(action))

    return intent


def table_act(
    *,
    table: Table,
    account: User,
    action: Mapping[str, Any],
    command_id: str,
    expected_version: int | None = None,
    at: datetime | None = None,
) -> Receipt:
    """What a seated player does. A `command_id` sent twice acts once and gets the same answer.

    Raises NotYourSeat, InvalidInput, IllegalAction (nothing is stored), and StaleCommand
    with the news where the table has left `expected_version`.
    """
    seat = Seat.objects.filter(table=table, account=account).first()
    if seat is None:
        raise NotYourSeat(f"{account.public_name} does not sit at this table")
    order = Order(
        table.pk,
        f"place:{seat.place}",
        command_id,
        seat_intent(seat.place, action),
        expected_version,
    )
    return table_command(order=order, at=at)


def _rule(
    table: Table, account: User, right: str, command: Command, command_id: str | None
) -> Receipt:
    """Carry out the command of a referee or the organiser. Raises NotYourSeat without the right."""
    if not account.has_perm(right, table):
        raise NotYourSeat(f"{account.public_name} may not do this here")
    role = "referee" if account.has_perm("tables.referee", table) else "organiser"
    actor = f"{role}:{account.pk}"
    order = Order(table.pk, actor, command_id or uuid4().hex, lambda _state: command, deals=False)
    return table_command(order=order)


def table_pause(
    *, table: Table, account: User, reason: str = "", command_id: str | None = None
) -> Receipt:
    """Stop play and clocks."""
    return _rule(table, account, "tables.stop_clock", PauseMatch(reason), command_id)


def table_resume(*, table: Table, account: User, command_id: str | None = None) -> Receipt:
    """Go on."""
    return _rule(table, account, "tables.stop_clock", ResumeMatch(), command_id)


def table_call_time(*, table: Table, account: User, command_id: str | None = None) -> Receipt:
    """Let the match end after the running hand."""
    return _rule(table, account, "tables.call_time", CallTime(), command_id)


def table_end(*, table: Table, account: User, command_id: str | None = None) -> Receipt:
    """End the match between two hands."""
    return _rule(table, account, "tables.call_time", EndMatch(), command_id)


def hand_void(
    *, table: Table, account: User, reason: str, command_id: str | None = None
) -> Receipt:
    """Void the running hand; it is played again (Z4). Only a referee may."""
    return _rule(table, account, "tables.referee", VoidHand(reason), command_id)


def seat_take_over(*, table: Table, place: int, level: str, command_id: str) -> Receipt:
    """Let a built-in player play for a person who is away."""
    order = Order(table.pk, acting.SYSTEM, command_id, lambda _state: TakeOver(place, level))
    return table_command(order=order)


def seat_return(*, table: Table, place: int, command_id: str) -> Receipt:
    """Let the person play again."""
    order = Order(table.pk, f"place:{place}", command_id, lambda _state: ReturnPlayer(place))
    return table_command(order=order)


def referee_assign(*, table: Table, account: User) -> RefereeAssignment:
    """Let an account see everything at the table and rule there. Nobody judges their own match."""
    if Seat.objects.filter(table=table, account=account).exists():
        raise NotYourSeat(f"{account.public_name} plays at this table")
    assignment, _made = RefereeAssignment.objects.get_or_create(table=table, account=account)
    return assignment


def scorer_assign(*, table: Table, account: User) -> ScorerAssignment:
    """Let an account keep the score of a table with real tiles. Players do so anyway."""
    if Seat.objects.filter(table=table, account=account).exists():
        raise NotYourSeat(f"{account.public_name} plays at this table")
    assignment, _made = ScorerAssignment.objects.get_or_create(table=table, account=account)
    return assignment
