"""The log of a match that plays by itself: commands and times are counted, not read.

Owns the columns of its events that no player decides. Events are kept as they come and written
as lines of a record when somebody wants them, at the latest when a hand is over.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final, TypeAlias

from engine.chain import Chain, Entry
from engine.hashing import ZERO_DIGEST, Json
from engine.play import events as e
from engine.play.codec import event_to_json, written
from engine.recommand import SYSTEM
from engine.record import Row, header_line, header_of, joined, parse_row

Done: TypeAlias = tuple[tuple[e.Event, ...], int, str]
"""What a command led to, in which hand, and who gave it."""


class CountedLog:
    """All events of a match so far, as a record holds them."""

    def __init__(self) -> None:
        self.header: dict[str, Json] = {}
        self._chain: Chain | None = None
        self._lines: list[str] = []
        self._waiting: list[Done] = []
        self.add: Final = self._waiting.append
        """Takes what a command led to."""

    def write(self) -> None:
        """Chain and write what was added."""
        if not self._waiting:
            return
        if self._chain is None:
            self.header = header_of(event_to_json(self._waiting[0][0][0]), table="self-play")
            self._chain = Chain(self.header)
        self._lines += self._chain.link(self._entries())
        self._waiting.clear()

    def _entries(self) -> Iterator[Entry]:
        number = len(self._lines)
        for events, hand, actor in self._waiting:
            for event in events:
                number += 1
                type_, version, text = written(event)
                yield type_, version, hand, actor, f"c{number}", _counted_time(number), text
                # What follows from a command is nobody's doing.
                actor = SYSTEM

    @property
    def lines(self) -> list[str]:
        """A record's line for every event."""
        self.write()
        return self._lines

    @property
    def rows(self) -> list[Row]:
        """The columns of every event, with its place in the chain."""
        return [parse_row(line, number) for number, line in enumerate(self.lines, start=2)]

    def record(self) -> bytes:
        """The record of the match so far."""
        lines = self.lines
        head = self._chain.head if self._chain else ZERO_DIGEST
        return joined([header_line(self.header, len(lines), head), *lines])


def _counted_time(number: int) -> str:
    """A second for every event, from the first of January 2026."""
    minute, second = divmod(number, 60)
    return _counted_minute(minute) + _SECONDS[second]


_SECONDS: Final = tuple(f":{second:02}.000Z" for second in range(60))


@lru_cache(maxsize=64)
def _counted_minute(number: int) -> str:
    hour, minute = divmod(number, 60)
    day, hour = divmod(hour, 24)
    return f"2026-01-{day % 31 + 1:02}T{hour:02}:{minute:02}"
