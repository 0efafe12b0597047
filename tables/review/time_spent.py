"""Where the time of a hand went: the account of `engine.play.time_ledger`, in words."""

from __future__ import annotations

from functools import lru_cache
from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _

from engine.play.state import PLACES
from engine.play.time_ledger import Ledger, Owner, Timed, time_ledger
from tables import selectors
from tables.models import Table
from tables.review.moments import ms_of

Json = dict[str, Any]


@lru_cache(maxsize=64)
def _ledger(table: UUID, version: int) -> Ledger:
    """The account of a match at a version."""
    lines = selectors.lines(Table(pk=table))
    told = [Timed(line.seq, ms_of(line.at), line.event) for line in lines if line.seq <= version]
    return time_ledger(told)


def time_of(table: Table, hand: int, *, whole: bool) -> Json:
    """The time of one hand by whom it belongs to, and with `whole` of the match so far."""
    ledger = _ledger(table.pk, table.version)
    names = {seat.place: seat.name for seat in table.seats.all()}
    return {
        "hand": _account(ledger, names, hand),
        "match": _account(ledger, names, None) if whole else None,
        "reserve": [(names[p], span(ledger.reserve[p])) for p in PLACES] if whole else [],
        "given": [
            {"who": names[one.place], "ms": span(abs(one.ms)), "back": one.ms < 0,
             "reason": one.reason, "seq": one.seq}
            for one in ledger.given if whole
        ],
    }  # fmt: skip


def _account(ledger: Ledger, names: dict[int, str], hand: int | None) -> Json:
    own = ledger.of_places("player", hand)
    lost = ledger.of_places("network", hand)
    rows = [(names[place], span(own[place]), span(lost[place])) for place in PLACES]
    others = [(title, ledger.of(owner, hand=hand)) for owner, title in _owners().items()]
    total = sum(one.ms for one in ledger.slices if hand in (None, one.hand))
    return {
        "players": rows,
        "others": [(title, span(ms)) for title, ms in others if ms],
        "total": span(total),
    }


def _owners() -> dict[Owner, str]:
    return {
        "bot": _("Built-in players"),
        "pause": _("Pauses"),
        "entropy": _("Contributions to the walls"),
        "between": _("Between hands"),
        "downtime": _("The server was down"),
        "table": _("At the table"),
    }


def span(ms: int) -> str:
    """Minutes and seconds to the millisecond, so that what is shown adds up.

    >>> span(83_004), span(3_600_000)
    ('1:23.004', '1:00:00.000')
    """
    seconds, rest = divmod(ms, 1000)
    minutes, seconds = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    if hours:
        return f"{hours}:{minutes:02}:{seconds:02}.{rest:03}"
    return f"{minutes}:{seconds:02}.{rest:03}"
