"""The log of a match that plays by itself: commands and times are counted, not read.

Owns the columns of its events that no player decides, and the quick way from events to the lines
of a record. The bytes are those of `chained_hash` and `row_line`; most of what the two are made
of is the same, so here they are made together.
"""

from __future__ import annotations

from hashlib import sha256
from typing import Final, TypeAlias

from engine.hashing import LENGTH, ZERO_DIGEST, Columns, Json, chained_hash, genesis, quote
from engine.play import events as e
from engine.play.codec import SHARED, event_to_json, written
from engine.recommand import SYSTEM
from engine.record import Row, header_line, header_of, joined, parse_row, row_line

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
        number, lines, prev = len(self._lines), self._lines, self.head
        minute, parts_of = _minute(number // 60), _Parts(0)
        for events, hand, actor in self._waiting:
            if hand != parts_of.hand:
                parts_of = _Parts(hand)
            for event in events:
                number += 1
                if not number % 60:
                    minute = _minute(number // 60)
                seq, cmd, at = f"{number}", f"c{number}", f"{minute}{_SECONDS[number % 60]}"
                type_, v, data = SHARED.get(id(event)) or written(event)
                try:
                    hashed, start, middle, end = parts_of[type_, v, actor]
                    text = (
                        f'\0\0\0B"{prev}"{LENGTH[len(seq)]}{seq}{hashed}{LENGTH[len(cmd) + 2]}'
                        f'"{cmd}"\0\0\0\x1a"{at}"{LENGTH[len(data)]}{data}'
                    )
                    head = sha256(text.encode("ascii")).hexdigest()
                    lines.append(
                        f'{start}{at}","cmd":"{cmd}","data":{data}{middle}{head}","prev":"{prev}",'
                        f'"seq":{seq}{end}'
                    )
                except (IndexError, UnicodeEncodeError):
                    # Long columns, and those that are not ASCII: a few in a hand.
                    columns = Columns(number, type_, v, hand, actor, cmd, at, data)
                    head = chained_hash(prev, columns)
                    lines.append(row_line(Row(columns, prev, head)))
                prev, actor = head, SYSTEM  # What follows from a command is nobody's doing.
        self.head = prev

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


class _Parts(dict[tuple[str, int, str], tuple[str, str, str, str]]):
    """What type, version and actor add to events of one hand: to the hashed text, and to three
    places of a line."""

    def __init__(self, hand: int) -> None:
        self.hand = hand

    def __missing__(self, key: tuple[str, int, str]) -> tuple[str, str, str, str]:
        type_, v, actor = key
        texts = (quote(type_), str(v), str(self.hand), quote(actor))
        self[key] = parts = (
            "".join([LENGTH[len(text)] + text for text in texts]),
            f'{{"actor":{texts[3]},"at":"',
            f',"hand":{self.hand},"hash":"',
            f',"type":{texts[0]},"v":{v}}}',
        )
        return parts


_SECONDS: Final = tuple(f":{second:02}.000Z" for second in range(60))


def _minute(number: int) -> str:
    """A second for every event, from the first of January 2026."""
    hour, minute = divmod(number, 60)
    day, hour = divmod(hour, 24)
    return f"2026-01-{day % 31 + 1:02}T{hour:02}:{minute:02}"
