"""The quick way to write a log gives the lines that the slow way gives."""

from __future__ import annotations

import pytest

from engine.counted_log import CountedLog
from engine.hashing import Columns, chained_hash, genesis
from engine.play import events as e
from engine.play.codec import written
from engine.record import Row, parse_row, row_line
from engine.selfplay import play_one

AT = "2026-01-01T00:00:0{}.000Z"


def opened() -> e.Event:
    events: list[e.Event] = []
    play_one("free", hands=1, seed="opened", watch=lambda _, event: events.append(event))
    return events[0]


@pytest.mark.parametrize("hand", [0, 7, 1024])
@pytest.mark.parametrize(
    "actor", ["bot:1", "organiser:诸暨", 'referee:"q"\\', "a" * 125, "a" * 126]
)
@pytest.mark.parametrize(
    "event",
    [
        e.ClaimPassed(2),
        e.PASSED[2],
        e.TileDrawn(1, 33, "tail"),
        e.MatchPaused("Dörte\n"),
        e.MatchPaused("x" * 114),
        e.MatchPaused("x" * 115),
        e.MatchPaused("x" * 116),
    ],
)
def test_every_event_is_written_as_its_row_is(event: e.Event, actor: str, hand: int) -> None:
    log, first = CountedLog(), opened()
    log.add(((first,), 0, "system"))
    log.add(((event, e.PASSED[0]), hand, actor))
    lines = log.lines
    prev = genesis(log.header)
    expected = [(first, 0, "system"), (event, hand, actor), (e.PASSED[0], hand, "system")]
    for seq, (one, number, by) in enumerate(expected, start=1):
        type_, v, data = written(one)
        columns = Columns(seq, type_, v, number, by, f"c{seq}", AT.format(seq), data)
        row = Row(columns, prev, chained_hash(prev, columns))
        assert lines[seq - 1] == row_line(row)
        assert parse_row(lines[seq - 1], seq + 1) == row == log.rows[seq - 1]
        prev = row.hash
    assert log.head == prev


def test_a_log_goes_on_where_it_was_written() -> None:
    at_once, in_parts = CountedLog(), CountedLog()
    done = [
        ((opened(),), 0, "system"),
        *[((e.PASSED[seat],), 1, f"bot:{seat}") for seat in range(4)],
    ]
    for one in done:
        at_once.add(one)
        in_parts.add(one)
        assert len(in_parts.lines) == done.index(one) + 1
    assert in_parts.record() == at_once.record()
