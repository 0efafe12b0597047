"""Everything that changes a score sheet, said on whose behalf.

A player speaks for the own place, a scorer or an official for the sheet. Judging entries is
the engine's; here is who may speak, and that a command acts once.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple, TypeAlias
from uuid import uuid4

from django.db import transaction

from accounts.models import User
from engine.errors import IllegalAction
from engine.play import commands as c
from engine.play.events import HandConfirmed
from engine.play.state import MatchState
from engine.scored.entry import Entry
from engine.scored.senders import may_end
from tables import folds
from tables.acting import Intent, Order, Receipt
from tables.errors import NotYourSeat
from tables.events.drivers import run
from tables.events.log import Line
from tables.models import Table
from tables.permissions import place_of
from tables.projections.rebuild import sheet_rebuild
from tables.projections.sheets import CHANGES
from tables.services import table_command

Place: TypeAlias = int


class Keeper(NamedTuple):
    """Who keeps the score: the actor of the log, and the own place if they play there."""

    actor: str
    place: Place | None


@dataclass(frozen=True, slots=True)
class Entered:
    """What became of an entry: the receipt, or None where all of it was there already.

    `alike` says that somebody else had entered the same before.
    """

    receipt: Receipt | None
    alike: bool


def keeper_of(table: Table, account: User) -> Keeper:
    """On whose behalf this account speaks here. Raises NotYourSeat for anybody else."""
    if not account.has_perm("tables.score", table):
        raise NotYourSeat(f"{account.public_name} does not keep the score of this table")
    place = place_of(account, table)
    if place is not None:
        return Keeper(f"place:{place}", place)
    if account.has_perm("tables.uphold", table):
        return Keeper(_official(table, account), None)
    return Keeper(f"scorer:{account.pk}", None)


def _official(table: Table, account: User) -> str:
    role = "organiser" if table.organiser_id == account.pk else "referee"
    return f"{role}:{account.pk}"


def hand_enter(
    *,
    table: Table,
    account: User,
    hand: int,
    entry: Entry,
    command_id: str | None = None,
    at: datetime | None = None,
) -> Entered:
    """Enter a hand. The same hand from a second phone confirms it and is not doubled.

    Raises IllegalAction (`hand_already_entered` where something else is there), InvalidInput,
    NotYourSeat.
    """
    keeper = keeper_of(table, account)
    command = c.EnterHand(hand, keeper.place, entry)
    return _entered(table, keeper, command, command_id, at)


def final_points_enter(
    *,
    table: Table,
    account: User,
    points: tuple[int, ...],
    command_id: str | None = None,
    at: datetime | None = None,
) -> Entered:
    """Enter the points of a whole match in place of its hands; they add up to 0."""
    keeper = keeper_of(table, account)
    command = c.EnterFinalPoints(keeper.place, points)
    return _entered(table, keeper, command, command_id, at)


def _entered(
    table: Table,
    keeper: Keeper,
    command: c.EnterHand | c.EnterFinalPoints,
    command_id: str | None,
    at: datetime | None,
) -> Entered:
    try:
        receipt = _do(table, keeper.actor, lambda _state: command, command_id, at)
    except IllegalAction as refusal:
        if refusal.code != "same_hand_entered":
            raise
        return Entered(None, alike=True)
    confirmed = any(isinstance(line.event, HandConfirmed) for line in _own_lines(receipt))
    return Entered(receipt, alike=confirmed)


def hand_confirm(
    *,
    table: Table,
    account: User,
    hand: int,
    place: Place | None = None,
    command_id: str | None = None,
) -> Receipt:
    """Say that a hand is right: a player for the own place, a scorer for `place`."""
    keeper, spoken_for = _speaker(table, account, place)
    command = c.ConfirmHand(hand, spoken_for)
    return _do(table, keeper.actor, lambda _state: command, command_id)


def hand_contest(
    *,
    table: Table,
    account: User,
    hand: int,
    text: str,
    place: Place | None = None,
    command_id: str | None = None,
) -> Receipt:
    """Say that a hand is wrong, and why."""
    keeper, spoken_for = _speaker(table, account, place)
    command = c.ContestHand(hand, spoken_for, text)
    return _do(table, keeper.actor, lambda _state: command, command_id)


def _speaker(table: Table, account: User, place: Place | None) -> tuple[Keeper, Place]:
    keeper = keeper_of(table, account)
    if keeper.place is not None and place not in (None, keeper.place):
        raise NotYourSeat("a player speaks for the own place alone")
    spoken_for = keeper.place if keeper.place is not None else place
    if spoken_for is None:
        raise NotYourSeat("say for which place")
    return keeper, spoken_for


def hand_uphold(
    *, table: Table, account: User, hand: int, reason: str, command_id: str | None = None
) -> Receipt:
    """Rule that a contested hand stands. Only a referee or an organiser who does not play may."""
    if not account.has_perm("tables.uphold", table):
        raise NotYourSeat(f"{account.public_name} does not rule at this table")
    command = c.UpholdHand(hand, reason)
    return _do(table, _official(table, account), lambda _state: command, command_id)


def hand_correct(
    *,
    table: Table,
    account: User,
    hand: int,
    entry: Entry,
    reason: str,
    command_id: str | None = None,
) -> Receipt:
    """Put a hand right; the hands after it are derived again."""
    keeper = keeper_of(table, account)
    command = c.CorrectHand(hand, keeper.place, reason, entry)
    return _do(table, keeper.actor, lambda _state: command, command_id)


def hand_undo(
    *, table: Table, account: User, hand: int, reason: str, command_id: str | None = None
) -> Receipt:
    """Take the last hand back."""
    keeper = keeper_of(table, account)
    command = c.WithdrawHand(hand, keeper.place, reason)
    return _do(table, keeper.actor, lambda _state: command, command_id)


def contested_take_back(
    *, table: Table, actor: str, command_id: str, at: datetime | None = None
) -> None:
    """Take hands back from the end on until none is contested: of a sheet that is given up.

    The caller has checked that `actor`, an official or a scorer, may. Sent twice, it acts once.
    """
    sheet = run(folds.load(table.pk)).state.sheet
    for hand in reversed(sheet):
        if not any(one.is_contested for one in sheet[: hand.number]):
            return
        _do(table, actor, _taking_back(hand.number), f"{command_id}-{hand.number}", at)


def _taking_back(hand: int) -> Intent:
    return lambda _state: c.WithdrawHand(hand, None, "")


def match_end(*, table: Table, account: User, command_id: str | None = None) -> Receipt:
    """End the match: a scorer or an official, or a player once it is over in fact."""
    keeper = keeper_of(table, account)

    def intent(state: MatchState) -> c.Command:
        if keeper.place is not None and not may_end(state, keeper.actor):
            raise IllegalAction("not_over_yet", "Z2", "hands of this match are still to be played")
        return c.EndMatch()

    return _do(table, keeper.actor, intent, command_id)


def _do(
    table: Table,
    actor: str,
    intent: Intent,
    command_id: str | None,
    at: datetime | None = None,
) -> Receipt:
    """Carry a command out, and its rows with it: in one transaction, and once."""
    order = Order(table.pk, actor, command_id or uuid4().hex, intent)
    with transaction.atomic():
        receipt = table_command(order=order, at=at)
        if any(_changes_rows(line) for line in _own_lines(receipt)):
            sheet_rebuild(table.pk)
    return receipt


def _changes_rows(line: Line) -> bool:
    """Whether rows that are there already are no longer true."""
    event = line.event
    if isinstance(event, HandConfirmed):
        return line.before.sheet[event.hand - 1].is_contested
    return isinstance(event, CHANGES)


def _own_lines(receipt: Receipt) -> list[Line]:
    """The lines that the order wrote; none if it is a repeat whose lines were known."""
    return [line for line in receipt.lines if receipt.first <= line.seq <= receipt.version]
