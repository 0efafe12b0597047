"""Carrying a command of a dispute out: its events, its texts and its rows, in one transaction."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable
from datetime import datetime
from typing import Final
from uuid import uuid4

from django.db import connection, transaction

from accounts.models import User
from engine.play.commands import Command
from engine.play.state import MatchState
from engine.rulings.events import RulingMade
from tables.acting import Order, Receipt
from tables.cases import signals, texts
from tables.cases.errors import DisputeRefused
from tables.cases.guards import Deed, refusal_of
from tables.errors import NotYourSeat
from tables.events.log import Line
from tables.models import Table
from tables.projections.rebuild import court_rebuild, sheet_rebuild
from tables.services import table_command

CLOCK: Final = "clock"
COUNT: Final = """
INSERT INTO tables_casetally (id, number) VALUES (1, %s)
ON CONFLICT (id) DO UPDATE SET number = tables_casetally.number + EXCLUDED.number
"""
ID_LETTERS: Final = 20


def id_of(table: Table, actor: str, command_id: str) -> str:
    """The id of what a command makes: the same when it is sent again."""
    said = f"{table.pk}:{actor}:{command_id}"
    return hashlib.sha256(said.encode()).hexdigest()[:ID_LETTERS]


def fresh(command_id: str | None) -> str:
    """The client's command id, or one of our own."""
    return command_id or uuid4().hex


def allow(deed: Deed, right: str, table: Table, account: User, hand: int = 0) -> None:
    """Raises NotYourSeat without the permission, DisputeRefused where a guard says no."""
    if not account.has_perm(right, table):
        raise NotYourSeat(f"{account.public_name} may not do this here")
    ask_guards(deed, table, account, hand)


def ask_guards(deed: Deed, table: Table, account: User | None, hand: int = 0) -> None:
    """Raises DisputeRefused where a guard says no."""
    refusal = refusal_of(deed, table, account, hand)
    if refusal is not None:
        raise DisputeRefused(refusal.code, refusal.said, refusal.said)


def official_of(table: Table, account: User) -> str:
    """The actor string of who judges or presides here."""
    is_referee = account.has_perm("tables.referee", table) or not account.has_perm(
        "tables.preside", table
    )
    return f"{'referee' if is_referee else 'organiser'}:{account.pk}"


def carry_out(
    table: Table,
    actor: str,
    command: Command,
    command_id: str,
    *,
    at: datetime | None,
    sealed: Iterable[texts.Sealed] = (),
    pause_ms: int | None = None,
    case: str = "",
    require: Callable[[MatchState], None] | None = None,
) -> Receipt:
    """The receipt of a command, its texts kept and its rows made. Raises IllegalAction.

    `require` raises it for a state of the match in which the command was not meant.
    """

    def intent(state: MatchState) -> Command:
        if require is not None:
            require(state)
        return command

    order = Order(table.pk, actor, command_id, intent, deals=False, pause_ms=pause_ms)
    with transaction.atomic():
        receipt = table_command(order=order, at=at)
        if not receipt.repeated:
            _write_beside(table, receipt, sealed, case)
    return receipt


def _write_beside(
    table: Table, receipt: Receipt, sealed: Iterable[texts.Sealed], case: str
) -> None:
    for text in sealed:
        texts.keep(text)
    lines = own_lines(receipt)
    _count(len(lines))
    court_rebuild(table.pk)
    if any(isinstance(line.event, RulingMade) for line in lines):
        sheet_rebuild(table.pk)
    types = tuple(type(line.event).__name__ for line in lines)
    moved = signals.Moved(table.pk, case, receipt.version, types)
    transaction.on_commit(lambda: signals.tell(moved))


def _count(events: int) -> None:
    with connection.cursor() as cursor:
        cursor.execute(COUNT, [events])


def own_lines(receipt: Receipt) -> list[Line]:
    """The lines that the order wrote."""
    return [line for line in receipt.lines if receipt.first <= line.seq <= receipt.version]
