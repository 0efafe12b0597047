"""Where the time of a hand went: the account of `engine.play.time_ledger`, in words."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple
from uuid import UUID

from django.utils.translation import gettext as _

from engine.play.matches import NETWORK_MOST_MS, NETWORK_QUOTA_MS
from engine.play.state import PLACES
from engine.play.time_ledger import (
    NETWORK_COUNTED_MS,
    Given,
    Ledger,
    Owner,
    Timed,
    time_ledger,
)
from tables import selectors
from tables.models import Table
from tables.review.moments import ms_of

Json = dict[str, Any]


class Spent(NamedTuple):
    """A player's time: own, lost on the network, and how long the way there and back was measured
    to be in the hand, in ms (0: not measured)."""

    name: str
    own: str
    lost: str
    way: int


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
        "given": [_given(one, ledger, names) for one in ledger.given if whole],
        "lasted": span(ledger.duration),
        "adds_up": ledger.total == ledger.duration,
        "uncounted": [(names[p], span(ledger.uncounted[p])) for p in PLACES if ledger.uncounted[p]],
        "bounds": {
            "most": NETWORK_MOST_MS // 1000,
            "quota": NETWORK_QUOTA_MS // 1000,
            "counted": NETWORK_COUNTED_MS // 60_000,
        },
    }


def _given(one: Given, ledger: Ledger, names: dict[int, str]) -> Json:
    return {
        "who": names[one.place],
        "ms": span(abs(one.ms)),
        "back": one.ms < 0,
        "reason": _reason(one.reason),
        "seq": one.seq,
        "unfounded": one.seq in ledger.unfounded,
    }


def _reason(said: str) -> str:
    """What the log gives as the reason, in words where the site itself gave it."""
    if said == "network":
        return _("lost on the network")
    if said.startswith("ruling "):
        return _("ruling %(id)s") % {"id": said.removeprefix("ruling ")}
    return said


def _account(ledger: Ledger, names: dict[int, str], hand: int | None) -> Json:
    own = ledger.of_places("player", hand)
    lost = ledger.of_places("network", hand)
    way = next((trip.ms for trip in ledger.trips if trip.hand == hand), (0,) * len(PLACES))
    rows = [Spent(names[p], span(own[p]), span(lost[p]), way[p]) for p in PLACES]
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
