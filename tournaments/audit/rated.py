"""Ratings as they are kept against what all logs of events make of them. Changes nothing."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import Final
from uuid import UUID

from tournaments.audit.comparing import MOST_SAID
from tournaments.audit.faults import ALL_LOGS, Fault, What
from tournaments.ratings.comparing import Difference, compare

_MOST: Final = 20
"""So many differences of one list or event are named, and the rest counted."""


def rating_faults(club: UUID | None = None) -> list[Fault]:
    """What is wrong with all ratings, or with a club's list and the matches that it is made of."""
    try:
        differences = compare(club)
    except Exception as problem:
        detail = f"cannot be compared: {type(problem).__name__}: {problem}"
        return [Fault(club or ALL_LOGS, What.RATINGS, detail[:MOST_SAID])]
    found: dict[UUID, list[Difference]] = defaultdict(list)
    for one in differences:
        found[one.about or ALL_LOGS].append(one)
    return [fault for stream, own in found.items() for fault in _faults(stream, own)]


def _faults(stream: UUID, differences: list[Difference]) -> Iterator[Fault]:
    more = len(differences) - _MOST
    for number, one in enumerate(differences[:_MOST], 1):
        said = f"{one.said} (and {more} more)" if more > 0 and number == _MOST else one.said
        yield Fault(stream, What.RATINGS, said, tables=(one.table,) if one.table else ())
