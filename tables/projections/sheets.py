"""Results and the score ledger of a match with real tiles, from all of its events.

Hands of a sheet are put right and taken back, so its rows follow from the whole log. Pure.
"""

from __future__ import annotations

from collections.abc import Iterable

from engine.play.events import (
    FinalPointsEntered,
    HandCorrected,
    HandEntered,
    HandRederived,
    HandWithdrawn,
)
from tables.events.log import Line
from tables.projections.results import Row, entered_row

CHANGES = (HandCorrected, HandRederived, HandWithdrawn)
"""Events that change rows which are there already."""


def sheet_rows(lines: Iterable[Line]) -> tuple[list[Row], list[Row]]:
    """All results and all ledger entries of a score sheet as it stands."""
    found: dict[int, Row] = {}
    for line in lines:
        event = line.event
        if isinstance(event, HandEntered | FinalPointsEntered | HandCorrected | HandRederived):
            found[event.hand] = found.get(event.hand, {}) | entered_row(line)
        elif isinstance(event, HandWithdrawn):
            del found[event.hand]
    results = [found[number] for number in sorted(found)]
    return results, _ledger(results)


def _ledger(results: list[Row]) -> list[Row]:
    totals = [0, 0, 0, 0]
    rows: list[Row] = []
    for result in results:
        for place, gain in enumerate(result["points"]):
            totals[place] += gain
            rows.append(
                {"hand": result["hand"], "place": place, "points": gain, "total": totals[place]}
            )
    return rows
