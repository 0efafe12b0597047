"""Ratings as they are kept against what all logs of events make of them. Changes nothing."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import Final
from uuid import UUID

from tournaments.audit.comparing import MOST_SAID
from tournaments.audit.faults import ALL_LOGS, Fault, What
from tournaments.ratings.comparing import compare

_MOST: Final = 20
"""So many differences of one list or event are named, and the rest counted."""


def rating_faults(club: UUID | None = None) -> list[Fault]:
    """What is wrong with all ratings, or with a club's list and the matches that it is made of."""
    try:
        differences = compare(club)
    except Exception as problem:
        detail = f"cannot be compared: {type(problem).__name__}: {problem}"
        return [Fault(club or ALL_LOGS, What.RATINGS, detail[:MOST_SAID])]
    found: dict[UUID, list[str]] = defaultdict(list)
    for about, said in differences:
        found[about or ALL_LOGS].append(said)
    return [
        Fault(stream, What.RATINGS, _said(lines, line))
        for stream, lines in found.items()
        for line in lines[:_MOST]
    ]


def _said(lines: list[str], line: str) -> str:
    more = len(lines) - _MOST
    return f"{line} (and {more} more)" if more > 0 and line == lines[_MOST - 1] else line


def by_stream(faults: Iterable[Fault]) -> dict[UUID, dict[str, str]]:
    """Faults as findings are kept: by what they are about, one a kind."""
    found: dict[UUID, dict[str, str]] = defaultdict(dict)
    for stream, what, detail, _version in faults:
        before = found[stream].get(what)
        found[stream][str(what)] = f"{before}\n{detail}" if before else detail
    return found
