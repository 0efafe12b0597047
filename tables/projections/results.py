"""Results of hands and the score ledger, from the events that end a hand.

Pure; `rebuild` and the write path use the same functions.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeAlias

from engine.play.events import HandExhausted, HandRedealt, HandVoided, HandWon
from tables.events.log import Line, engine_of

Row: TypeAlias = dict[str, Any]

_OUTCOMES = {
    HandWon: "won",
    HandExhausted: "exhausted",
    HandRedealt: "redealt",
    HandVoided: "voided",
}


def is_terminal(line: Line) -> bool:
    """Whether this event ended a hand."""
    return type(line.event) in _OUTCOMES


def result_row(line: Line) -> Row:
    """The hand's result, as a row without its table."""
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
    ends = [line for line in lines if is_terminal(line)]
    return [result_row(line) for line in ends], [row for line in ends for row in score_rows(line)]
