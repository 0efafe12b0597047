"""Results and the score ledger of a match with real tiles, from all of its events.

Hands of a sheet are put right and taken back, so its rows follow from the whole log. Pure.
"""

from __future__ import annotations

from collections.abc import Iterable

from engine.play.events import (
    FinalPointsEntered,
    HandContested,
    HandCorrected,
    HandEntered,
    HandRederived,
    HandUpheld,
    HandWithdrawn,
)
from engine.scored.sheet import Sheet
from tables.events.log import Line
from tables.projections.results import Row, entered_row

CHANGES = (HandContested, HandCorrected, HandRederived, HandUpheld, HandWithdrawn)
"""Events that change rows which are there already. A confirmation does where it ends a contest."""


def sheet_rows(lines: Iterable[Line], sheet: Sheet) -> tuple[list[Row], list[Row]]:
    """All results and all ledger entries of a score sheet as its lines have left it."""
    found: dict[int, Row] = {}
    for line in lines:
        event = line.event
        if isinstance(event, HandEntered | FinalPointsEntered | HandCorrected | HandRederived):
            found[event.hand] = found.get(event.hand, {}) | entered_row(line)
        elif isinstance(event, HandWithdrawn):
            del found[event.hand]
    for hand in sheet:
        found[hand.number]["contested"] = hand.is_contested
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
