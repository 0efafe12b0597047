"""The log of a match that plays by itself: commands and times are counted, not read.

Owns the columns of its events that no player decides. How lines are made is in `chaining`.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, TypeAlias

from engine.chaining import Link, Mould, chained, mould
from engine.hashing import ZERO_DIGEST, Json, genesis
from engine.play import events as e
from engine.play.codec import event_to_json
from engine.recommand import SYSTEM
from engine.record import Row, header_line, header_of, joined, parse_row

Done: TypeAlias = tuple[tuple[e.Event, ...], int, str]
"""What a command led to, in which hand, and who gave it."""


class CountedLog:
    """All events of a match so far, as a record holds them."""

    def __init__(self) -> None:
        self.header: dict[str, Json] = {}
        self.head = ZERO_DIGEST
        self._lines: list[str] = []
        self._waiting: list[Done] = []
        self.add: Final = self._waiting.append
        """Takes what a command led to."""

    def __len__(self) -> int:
        """How many events were added, written or not."""
        return len(self._lines) + sum([len(events) for events, _, _ in self._waiting])

    def write(self) -> None:
        """Chain and write what was added."""
        if self._waiting and not self._lines:
            self.header = header_of(event_to_json(self._waiting[0][0][0]), table="self-play")
            self.head = genesis(self.header)
        self._chain_on()
        self._waiting.clear()

    def _chain_on(self) -> None:
        hand: int = 0
        moulds: list[Mould] = []
        for events, of_hand, actor in self._waiting:
            if of_hand != hand:
                self._write_hand(hand, moulds)
                hand, moulds = of_hand, []
            for event in events:
                moulds.append(mould(event, actor))
                actor = SYSTEM  # What follows from a command is nobody's doing.
        self._write_hand(hand, moulds)

    def _write_hand(self, hand: int, moulds: list[Mould]) -> None:
        done = len(self._lines)
        numbers = range(done + 1, done + 1 + len(moulds))
        commands = [f'"c{number}"' for number in numbers]
        times = [f'"{_minute(number // 60)}{_SECONDS[number % 60]}"' for number in numbers]
        lines, self.head = chained(Link(self.head, done, hand), moulds, commands, times)
        self._lines += lines

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
        return joined([header_line(self.header, len(lines), self.head), *lines])


_SECONDS: Final = tuple(f":{second:02}.000Z" for second in range(60))


@lru_cache(maxsize=64)
def _minute(number: int) -> str:
    """A second for every event, from the first of January 2026."""
    hour, minute = divmod(number, 60)
    day, hour = divmod(hour, 24)
    return f"2026-01-{day % 31 + 1:02}T{hour:02}:{minute:02}"
