"""Everything that changes a table. `table_act` and its kin are the only way into the log.

Every command goes through tables.acting; these functions say on whose behalf it is, and
check that they may. Permissions of pages and sockets are in tables.permissions.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any
from uuid import uuid4

from django.db import DEFAULT_DB_ALIAS, connections, transaction
from django.utils import timezone
from psycopg_pool import AsyncConnectionPool

from accounts.models import User
from engine.errors import IllegalAction
from engine.play.command_codec import PlayerCommand, command_from_json
from engine.play.commands import (
    CallTime,
    Command,
    EndMatch,
    HandOverSeat,
    PauseMatch,
    ResumeMatch,
    ReturnPlayer,
    TakeOver,
    VoidHand,
)
from engine.play.state import MatchState
from tables import acting
from tables.acting import Intent, Order, Receipt
from tables.errors import NotYourSeat
from tables.events.drivers import run, run_async
from tables.folds import FoldCache
from tables.models import RefereeAssignment, ScorerAssignment, Seat, SeatPresence, Table
from tables.opening import Opening as Opening
from tables.opening import Sitter as Sitter
from tables.opening import Terms as Terms
from tables.opening import player_of, prepare, rows_create
from tables.projections.seats import has_played, seats_keep
from tables.registers.tables import office_note, tables_note
from tables.review.looks import has_looked
from tables.signals import announce, tell_others

FOLDS = FoldCache()
"""The folds of this process."""

# Compared one by one: a client may send what has no hash.
ENTROPY_ACTIONS = ("commit_entropy", "open_entropy")


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
    Raises InvalidInput for terms or players that cannot be.
    """
    opening = Opening(terms, sitters, organiser, name, round_name, context or {})
    return tables_open(openings=[opening], at=at)[0]


def tables_open(*, openings: Sequence[Opening], at: datetime | None = None) -> list[Table]:
    """Open many tables in one transaction, all or none. Raises InvalidInput as `table_open`."""
    at = at or timezone.now()
    prepared = [prepare(opening, at) for opening in openings]
    with transaction.atomic():
        rows_create(prepared)
        tables_note([one.table for one in prepared])
        receipts = [run(acting.act(FoldCache(), one.order, at)) for one in prepared]
        transaction.on_commit(lambda: _settle_all(receipts))
    found = Table.objects.in_bulk([one.table.pk for one in prepared])
    return [found[one.table.pk] for one in prepared]


def _settle_all(receipts: Sequence[Receipt]) -> None:
    for receipt in receipts:
        _settle(receipt)


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


def sits_at(state: MatchState, place: int, account: int | None) -> bool:
    """Whether an account sits at a place, as the log has it."""
    return bool(state.players) and state.players[place].id == str(account)


def seat_intent(place: int, action: Mapping[str, Any], account: int | None) -> Intent:
    """The command that an action of the player at `place` means in the hand that is running.

    The intent raises InvalidInput for anything that is no action, and IllegalAction where the
    seat was handed over to somebody else.
    """

    def intent(state: MatchState) -> PlayerCommand:
        if not sits_at(state, place, account):
            raise IllegalAction("not_seated", "", f"somebody else sits at place {place} now")
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
        seat_intent(seat.place, action, account.pk),
        expected_version,
    )
    return table_command(order=order, at=at)


def _rule(
    table: Table, account: User, right: str, command: Command, command_id: str | None
) -> Receipt:
    """Carry out the command of a referee or the organiser. Raises NotYourSeat without the right."""
    if not account.has_perm(right, table):
        raise NotYourSeat(f"{account.public_name} may not do this here")
    actor = _official(table, account)
    order = Order(table.pk, actor, command_id or uuid4().hex, lambda _state: command, deals=False)
    return table_command(order=order)


def _official(table: Table, account: User) -> str:
    """The actor string of a referee, or else of the organiser."""
    role = "referee" if account.has_perm("tables.referee", table) else "organiser"
    return f"{role}:{account.pk}"


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


def seat_hand_over(
    *,
    table: Table,
    place: int,
    sitter: Sitter,
    account: User | None = None,
    actor: str = "",
    reason: str = "",
    command_id: str | None = None,
    at: datetime | None = None,
) -> Receipt:
    """Let somebody else sit at a place from now on, with its hand, its points and its time.

    `account` is the referee or the organiser who decides it; who has looked after that already
    gives the actor instead, `referee:…` or `organiser:…`. Raises NotYourSeat for who may not
    decide it and for a sitter who judges this table, IllegalAction with nothing stored.
    """
    actor = actor or _ruler(table, account)
    sits = sitter.account
    if sits and RefereeAssignment.objects.filter(table=table, account=sits).exists():
        raise NotYourSeat(f"{sits.public_name} is a referee of this table")
    _require_unknowing(table, sits)
    at = at or timezone.now()
    command = HandOverSeat(place, player_of(sitter), reason)
    order = Order(table.pk, actor, command_id or uuid4().hex, lambda _state: command, deals=False)
    with transaction.atomic():
        receipt = table_command(order=order, at=at)
        if not receipt.repeated:
            seats_keep(table.pk, receipt.fold.state)
            _expect(table, place, at)
    return receipt


def _ruler(table: Table, account: User | None) -> str:
    """The actor string of who hands seats over. Raises NotYourSeat."""
    if account is None or not account.has_perm("tables.hand_over", table):
        raise NotYourSeat("only a referee or the organiser hands a seat over")
    return _official(table, account)


def _require_unknowing(table: Table, account: User | None) -> None:
    """Nobody plays on in a hand whose hidden tiles they were shown. Raises NotYourSeat."""
    phase, running = Table.objects.values_list("phase", "hand").get(pk=table.pk)
    hidden = phase not in ("between", "ended")
    if account is not None and hidden and has_looked(account, table.pk, running):
        raise NotYourSeat(f"{account.public_name} has seen hidden tiles of hand {running}")


def _expect(table: Table, place: int, at: datetime) -> None:
    """Who sits down is given as long to connect as anybody who loses the connection."""
    SeatPresence.objects.update_or_create(
        table=table, place=place, defaults={"process": "", "seen_at": at}
    )


@transaction.atomic
def referee_assign(*, table: Table, account: User, by: User | None = None) -> RefereeAssignment:
    """Let an account see everything at the table and rule there. Nobody judges their own match."""
    if Seat.objects.filter(table=table, account=account).exists() or has_played(table, account):
        raise NotYourSeat(f"{account.public_name} plays at this table, or did")
    assignment, made = RefereeAssignment.objects.get_or_create(table=table, account=account)
    if made:
        office_note("referee", table, account, holds=True, by=by)
    return assignment


@transaction.atomic
def scorer_assign(*, table: Table, account: User, by: User | None = None) -> ScorerAssignment:
    """Let an account keep the score of a table with real tiles. Players do so anyway."""
    if Seat.objects.filter(table=table, account=account).exists():
        raise NotYourSeat(f"{account.public_name} plays at this table")
    assignment, made = ScorerAssignment.objects.get_or_create(table=table, account=account)
    if made:
        office_note("scorer", table, account, holds=True, by=by)
    return assignment


@transaction.atomic
def office_take(
    *, assignment: RefereeAssignment | ScorerAssignment, by: User | None = None
) -> None:
    """A referee or a scorer of a table is that no more."""
    office = "referee" if isinstance(assignment, RefereeAssignment) else "scorer"
    assignment.delete()
    office_note(office, assignment.table, assignment.account, holds=False, by=by)
