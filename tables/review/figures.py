"""Figures of one match and of a set of them: logs read, counted once, and put in words.

Another app asks `figures_over` for its own set of matches. Only hands that are over are counted,
so that a figure tells nothing of tiles that are still hidden.
"""

from __future__ import annotations

from collections.abc import Sequence
from time import monotonic
from typing import Any, Final

from django.core.cache import cache
from django.utils.translation import gettext as _

from engine.play.events import SecretOpened
from tables import selectors
from tables.events.log import engine_of
from tables.models import Table
from tables.review.connections import Losses, losses_at
from tables.review.irregularities import (
    KINDS,
    OF_PAIRS,
    Figure,
    Rate,
    Tally,
    figures,
    tally_from_json,
    tally_to_json,
    together,
)
from tables.review.irregularities import tally as tally_of
from tables.review.time_spent import span

Json = dict[str, Any]
MOST_ROWS: Final = 60
KEPT_SECONDS: Final = 90 * 24 * 3600
SECONDS: Final = 5.0
"""How long a page of many matches counts before it shows what it has."""


def _tally(table: Table) -> Tally:
    """The counts of a match so far; kept, because the same log counts the same again."""
    known, losses = losses_at(table.pk)
    key = f"tally/2/{table.pk}/{table.version}/{known}"
    kept = cache.get(key)
    if kept is not None:
        return tally_from_json(kept)
    found = _count(table, losses)
    cache.set(key, tally_to_json(found), KEPT_SECONDS)
    return found


def _count(table: Table, losses: Losses) -> Tally:
    lines = [line for line in selectors.lines(table) if line.seq <= table.version]
    ends = [n for n, line in enumerate(lines, 1) if isinstance(line.event, SecretOpened)]
    if not ends:
        return Tally()
    told = lines[: ends[-1]]
    last = told[-1]
    after = engine_of(last.before).evolve(last.before, last.event)
    return tally_of(told, after, losses)


def figures_over(tables: Sequence[Table], seconds: float = SECONDS) -> Json:
    """The figures of a set of matches, in the reader's language.

    Counting takes its time the first time. What does not fit into so many seconds is left for the
    next time: `counted` of `matches` are in the figures.
    """
    live = [one for one in tables if one.play == Table.Play.LIVE]
    end = monotonic() + seconds
    tallies: list[Tally] = []
    for one in live:
        if tallies and monotonic() > end:
            break
        tallies.append(_tally(one))
    found = together(tallies)
    return {
        "hands": found.hands,
        "groups": groups_of(found),
        "counted": len(tallies),
        "matches": len(live),
    }


def figures_of(table: Table) -> Json:
    """The figures of one match, with the wins passed up and the connections lost in it."""
    if table.play != Table.Play.LIVE:
        return {"hands": 0, "groups": [], "passed": [], "lost": []}
    found = _tally(table)
    passed = [
        {"hand": one.hand, "seq": one.seq, "who": found.names[one.who], "tai": one.tai}
        for one in found.passed_wins
    ]
    lost = [
        {"hand": one.hand, "seq": one.seq, "who": found.names[one.who],
         "gone": None if one.gone_ms is None else span(one.gone_ms)}
        for one in found.lost
    ]  # fmt: skip
    return {"hands": found.hands, "groups": groups_of(found), "passed": passed, "lost": lost}


def groups_of(found: Tally) -> list[Json]:
    """The figures by kind, each kind with what it counts."""
    told = figures(found)
    texts = _texts()
    return [
        {
            "kind": kind,
            "title": texts[kind][0],
            "what": texts[kind][1],
            "pairs": kind in OF_PAIRS,
            "rows": [_row(one, found) for one in told if one.kind == kind][:MOST_ROWS],
        }
        for kind in KINDS
    ]


def _row(one: Figure, found: Tally) -> Json:
    return {
        "who": found.names.get(one.who, one.who),
        "whose": None if one.whose is None else found.names.get(one.whose, one.whose),
        "rate": _rate(one.rate),
        "base": _rate(one.base),
    }


def _rate(rate: Rate) -> Json:
    share = rate.share
    percent = "–" if share is None else f"{100 * share:.1f} %"
    return {"count": rate.count, "of": rate.of, "percent": percent}


def _texts() -> dict[str, Sequence[str]]:
    return {
        "time_out": (_("Time ran out"), _("decisions that the clock made, of all decisions")),
        "lost": (
            _("Connection lost at a decision"),
            _("decisions during which the player's connection was lost, of all decisions"),
        ),
        "away": (
            _("Gone at a decision"),
            _("decisions at which a built-in player had to take over, of all decisions"),
        ),
        "passed_win": (_("Wins passed up"), _("legal wins not taken, of all legal wins")),
        "claims": (
            _("Claims from one player"),
            _("melds asked for, of all tiles of that player with which one was possible"),
        ),
        "fed_wins": (
            _("Wins on one player's tiles"),
            _("wins asked for, of all tiles that this player offered"),
        ),
    }
