"""Results of hands and the score ledger, from the events that end a hand.

Pure; `rebuild` and the write path use the same functions.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeAlias

from engine.play.events import (
    FinalPointsEntered,
    HandEntered,
    HandExhausted,
    HandRedealt,
    HandVoided,
    HandWon,
)
from tables.events.log import Line, engine_of

Row: TypeAlias = dict[str, Any]

_OUTCOMES = {
    HandWon: "won",
    HandExhausted: "exhausted",
    HandRedealt: "redealt",
    HandVoided: "voided",
}


def is_terminal(line: Line) -> bool:
    """Whether this event ended a hand that was played here."""
    return type(line.event) in _OUTCOMES


def is_result(line: Line) -> bool:
    """Whether this event brings a hand's result."""
    return is_terminal(line) or isinstance(line.event, HandEntered | FinalPointsEntered)


def result_row(line: Line) -> Row:
    """The hand's result, as a row without its table."""
    if not is_terminal(line):
        return entered_row(line)
    hand, event = line.before.hand, line.event
    if hand is None:
        raise ValueError(f"event {line.seq} ends a hand that was not dealt")
    row: Row = {
        "hand": line.hand,
        "version": line.seq,
        "outcome": _OUTCOMES[type(event)],
        "dealer": hand.dealer,
        "repeat": hand.repeat,
        "winner": None,
        "source": "",
        "tai": None,
        "points": _gains(line),
    }
    if isinstance(event, HandWon):
        row |= {
            "winner": hand.place_of(event.seat),
            "source": event.source,
            "tai": event.breakdown["tai"],
        }
    return row


def entered_row(line: Line) -> Row:
    """The result of a hand of a score sheet, from any event that says what it comes to."""
    event: Any = line.event
    row: Row = {
        "hand": event.hand,
        "version": line.seq,
        "dealer": getattr(event, "dealer", line.before.dealer),
        "repeat": getattr(event, "repeat", 0),
        "points": list(event.points),
    }
    if isinstance(event, FinalPointsEntered):
        return row | {"outcome": "points", "winner": None, "source": "", "tai": None}
    won = event.breakdown["wins"]
    row |= {"tai": event.breakdown["tai"] if won else None}
    if (entry := getattr(event, "entry", None)) is not None:
        row |= {
            "outcome": entry.outcome,
            "winner": entry.winner,
            "source": entry.source or "",
        }
    return row


def score_rows(line: Line) -> list[Row]:
    """Four entries of the ledger; none for a hand that is played again."""
    if isinstance(line.event, HandRedealt | HandVoided):
        return []
    before = line.before.points
    return [
        {"hand": line.hand, "place": place, "points": gain, "total": before[place] + gain}
        for place, gain in enumerate(_gains(line))
    ]


def _gains(line: Line) -> list[int]:
    after = engine_of(line.before).evolve(line.before, line.event).points
    return [new - old for new, old in zip(after, line.before.points, strict=True)]


def rows_of(lines: Iterable[Line]) -> tuple[list[Row], list[Row]]:
    """All results and all ledger entries of these events."""
    ends = [line for line in lines if is_result(line)]
    return [result_row(line) for line in ends], [row for line in ends for row in score_rows(line)]
