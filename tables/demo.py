"""Tables to try the site with: one to sit down at, one to watch, some to replay.

Owns what the demo consists of; everything is opened and played through tables.services.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Sequence
from typing import Any
from uuid import UUID

from django.db import connection

from accounts.models import User
from engine.play.match import ClockSettings, Length
from engine.scored.entry import Entry, Promise, Ticked
from tables import folds, services
from tables.acting import Receipt
from tables.events.drivers import run
from tables.live.steps import due_orders
from tables.models import Table
from tables.pace import Pace
from tables.scored import services as scored
from tables.selectors import matches_finished, tables_running
from tables.services import Sitter, Terms

logger = logging.getLogger(__name__)

PASSWORD = "laozhuang"
CLUB = "枫桥棋牌社"
CAST = (("xiaoming", "小明"), ("meimei", "美美"), ("laowang", "老王"), ("caipan", "裁判"))
BOTS = ("阿乾", "阿坤", "阿震", "阿巽")
GUEST = "老李"
FINISHED_EACH = 2
HANDS = 2

# The match begins when the person comes: their browser contributes to the walls.
UNHURRIED = ClockSettings(
    decision_ms=60_000,
    claim_ms=8_000,
    reserve_ms=300_000,
    entropy_ms=24 * 3_600_000,
    away_ms=120_000,
)
SHEET = (
    (1, Entry("contract", Promise(1, 2, "two_wild"), "won", 1, "self_draw", None,
              Ticked(("all_chows", "full_flush")))),
    (0, Entry("contract", Promise(2, 3, "two_wild"), "exhausted")),
    (2, Entry("contract", Promise(2, 2, "one_wild"), "won", 2, "discard", 0,
              Ticked(("dragon_pung", "all_pungs", "no_wild")))),
)  # fmt: skip
"""Hands of the demo's score sheet, each with the place of who enters it."""

AT_ONCE = Pace(bot_ms=0, between_ms=0)
LONG_AFTER = 2**52
"""A moment, in milliseconds, by which everything is due."""


def demo_ensure() -> list[Table]:
    """Make what is missing of the demo; the tables to sit at and to watch."""
    people = accounts_ensure()
    tables = [seat_table_ensure(people[0]), watched_table_ensure()]
    services.referee_assign(table=tables[0], account=people[-1])
    sheet_ensure(people)
    for ruleset in ("bao", "free"):
        finished_ensure(ruleset)
    return tables


def accounts_ensure() -> list[User]:
    """The demo's people, the referee last; made once."""
    people = []
    for username, name in CAST:
        account, made = User.objects.get_or_create(
            username=username, defaults={"display_name": name}
        )
        if made:
            account.set_password(PASSWORD)
            account.save()
        people.append(account)
    return people


def seat_table_ensure(account: User) -> Table:
    """A running table where this person sits with three built-in players."""
    running = tables_running().filter(context__demo="seat").first()
    if running is not None:
        return running
    bots = [Sitter(name=name, level="sensible") for name in BOTS[1:]]
    return services.table_open(
        terms=Terms(ruleset="bao", clocks=UNHURRIED),
        sitters=[Sitter(name=account.public_name, account=account), *bots],
        organiser=account,
        name=f"{CLUB} 1",
        context={"demo": "seat"},
    )


def watched_table_ensure() -> Table:
    """A running table of four built-in players, shown to spectators without delay."""
    running = tables_running().filter(context__demo="watched").first()
    return running or _bots_open("bao", hands=8, name=f"{CLUB} 2", purpose="watched")


def sheet_ensure(people: Sequence[User]) -> Table:
    """A score sheet of a game with real tiles: two hands settled, one that waits for a word."""
    running = tables_running().filter(context__demo="sheet").first()
    if running is not None:
        return running
    sitters = [Sitter(name=one.public_name, account=one) for one in people[:3]]
    table = services.table_open(
        terms=Terms(ruleset="bao", length=Length("hands", 16), play="scored"),
        sitters=[*sitters, Sitter(name=GUEST)],
        name=f"{CLUB} 3",
        context={"demo": "sheet"},
    )
    for number, (by, entry) in enumerate(SHEET, 1):
        scored.hand_enter(table=table, account=people[by], hand=number, entry=entry)
        for place, account in enumerate(people[:3]):
            if number < len(SHEET) and place != by:
                scored.hand_confirm(table=table, account=account, hand=number)
    return table


def finished_ensure(ruleset: str) -> None:
    """Some finished matches of a game, played here and now."""
    done = matches_finished(ruleset=ruleset).filter(context__demo="finished").count()
    for _number in range(done, FINISHED_EACH):
        name = f"{CLUB} {Table.objects.count() + 1}"
        play_out(_bots_open(ruleset, hands=HANDS, name=name, purpose="finished"))


def _bots_open(ruleset: str, *, hands: int, name: str, purpose: str) -> Table:
    return services.table_open(
        terms=Terms(ruleset=ruleset, length=Length("hands", hands), spectator_delay=0),
        sitters=[Sitter(name=name, level="sensible") for name in BOTS],
        name=name,
        context={"demo": purpose},
    )


def play_out(table: Table) -> None:
    """Let the built-in players of a table play, without pause, until the match is over."""
    fold = run(folds.load(table.pk))
    while fold.state.phase != "ended":
        for order in list(due_orders(fold, LONG_AFTER, AT_ONCE)):
            fold = services.table_command(order=order).fold


def table_moved_receive(receipt: Receipt, **_rest: Any) -> None:
    """When a demo table's match is over another one opens, off the event loop."""
    if receipt.fold.state.phase == "ended":
        threading.Thread(target=_reopen, args=(receipt.table,)).start()


def _reopen(table_id: UUID) -> None:
    try:
        demo_reopen(table_id)
    except Exception:
        logger.exception("the demo's next table did not open")
    finally:
        connection.close()


def demo_reopen(table_id: UUID) -> Table | None:
    """The table that follows this one in the demo, or None if it is not the demo's."""
    table = Table.objects.get(pk=table_id)
    match table.context.get("demo"):
        case "watched":
            return watched_table_ensure()
        case "seat":
            return seat_table_ensure(table.seats.get(place=0).account or accounts_ensure()[0])
        case _:
            return None
