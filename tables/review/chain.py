"""What became of a hand, for whoever opens its review: all of it for those at the table, and what
the host's publicity leaves of it for everybody else."""

from __future__ import annotations

from typing import Any, Final

from engine.rulings.court import Court
from tables.cases.chains import chain_of, winds_of
from tables.cases.guards import publicity_of
from tables.cases.history import history, names_of, people_named
from tables.models import Table
from tables.review.access import Way

Json = dict[str, Any]
_NAMING: Final = ("who", "text", "judges", "votes", "appeal")
"""What tells of people, or is in their own words."""


def chain_for(table: Table, court: Court, hand: int, way: Way) -> list[Json]:
    """Original, rulings, appeals, final; nothing where nobody has ruled."""
    if not any(one.hand == hand for one in court.rulings):
        return []
    how = publicity_of(table) if way == "reader" else "all"
    names = winds_of(court, hand) if how == "anonymous" else names_of(table)
    if how == "none":
        return [_step(step, names, named=False) for step in _results(court, hand)]
    told = history(table)
    steps = chain_of(table, court, hand, told, people_named(table, told))
    return [_step(step, names, named=how == "all") for step in steps]


def _results(court: Court, hand: int) -> list[Json]:
    """What a hand was worth and is worth now, where that is something else: a result is public
    under every policy."""
    steps = court.chain(hand)
    was, now = steps[0].standing, steps[-1].standing
    if was == now:
        return []
    change = tuple(after - before for before, after in zip(was, now, strict=True))
    return [
        {"kind": "original", "standing": was, "change": (0,) * len(was)},
        {"kind": "result", "standing": now, "change": change, "is_final": True},
    ]


def _step(step: Json, names: list[str], *, named: bool) -> Json:
    told = step if named else {key: step[key] for key in step if key not in _NAMING}
    return told | {
        "points": list(zip(names, step["standing"], strict=True)),
        "changes": list(zip(names, step["change"], strict=True)) if any(step["change"]) else [],
    }
