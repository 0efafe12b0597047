"""Writing a record while a match goes on: every event becomes a line, chained to the one before.

Owns the quick way from an event's columns to its line. The bytes are those of `event_hash` and
`row_line`; most of what the two are made of is the same, so here they are made together.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from hashlib import sha256
from typing import NamedTuple, TypeAlias

from engine.hashing import LENGTH, Columns, Json, chained_hash, genesis, quote
from engine.record import Row, row_line

Entry: TypeAlias = tuple[str, int, int, str, str | None, str, str]
"""An event before it has a number: type, version, hand, actor, command, time, data."""


class Chain:
    """Links events one after another; what a writer of records holds."""

    __slots__ = ("head", "seq")

    def __init__(self, header: Mapping[str, Json]) -> None:
        self.seq = 0
        self.head = genesis(header)

    def link(self, entries: Iterable[Entry]) -> list[str]:
        """The lines of the next events, each with its number and hash. Data is canonical JSON."""
        lines = []
        seq, prev = self.seq, self.head
        for type_, v, hand, actor, cmd, at, data in entries:
            seq += 1
            number, time, command = str(seq), quote(at), "null" if cmd is None else quote(cmd)
            try:
                fixed, start, middle, end = _fixed(type_, v, hand, actor)
                text = (
                    f'\0\0\0B"{prev}"{LENGTH[len(number)]}{number}{fixed}{LENGTH[len(command)]}'
                    f"{command}{LENGTH[len(time)]}{time}{LENGTH[len(data)]}{data}"
                )
                hash_ = sha256(text.encode("ascii")).hexdigest()
                lines.append(
                    f'{start}{time},"cmd":{command},"data":{data}{middle}{hash_}","prev":"{prev}",'
                    f'"seq":{number}{end}'
                )
            except (IndexError, UnicodeEncodeError):
                # Long columns, and those that are not ASCII: a few in a hand.
                columns = Columns(seq, type_, v, hand, actor, cmd, at, data)
                hash_ = chained_hash(prev, columns)
                lines.append(row_line(Row(columns, prev, hash_)))
            prev = hash_
        self.seq, self.head = seq, prev
        return lines


class _Fixed(NamedTuple):
    """What the columns that change least add to the hashed text, and to three places of a line."""

    hashed: str
    start: str
    middle: str
    end: str


@lru_cache(maxsize=1024)
def _fixed(type_: str, v: int, hand: int, actor: str) -> _Fixed:
    texts = (quote(type_), f"{v:d}", f"{hand:d}", quote(actor))
    return _Fixed(
        hashed="".join([LENGTH[len(text)] + text for text in texts]),
        start=f'{{"actor":{texts[3]},"at":',
        middle=f',"hand":{hand:d},"hash":"',
        end=f',"type":{texts[0]},"v":{v:d}}}',
    )
