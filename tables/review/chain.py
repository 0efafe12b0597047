"""What became of a hand, for whoever opens its review: all of it for those at the table, and what
the host's publicity leaves of it for everybody else."""

from __future__ import annotations

from typing import Any, Final

from engine.rulings.court import Court
from tables.cases import selectors as cases
from tables.cases.guards import publicity_of
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
    if how == "none":
        return []
    told = cases.history(table)
    steps = cases.chain_of(table, court, hand, told, cases.people_named(table, told))
    names = cases.names_of(table)
    return [_step(step, names, named=how == "all") for step in steps]


def _step(step: Json, names: list[str], *, named: bool) -> Json:
    told = step if named else {key: step[key] for key in step if key not in _NAMING}
    return told | {
        "points": list(zip(names, step["standing"], strict=True)),
        "changes": list(zip(names, step["change"], strict=True)) if any(step["change"]) else [],
    }
