"""Lines of a record made many at a time: hashed, chained and written in one go.

Owns the quick way from events to lines. The bytes are those of `chained_hash` and `row_line`;
what lines have in common is made once.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from hashlib import sha256
from typing import Final, NamedTuple, TypeAlias

from engine.hashing import LENGTH, quote
from engine.play import events as e
from engine.play.codec import SHARED, written
from engine.recommand import ACTORS

_DIGITS: Final = 64
_AT: Final = len('"2026-01-01T00:00:00.000Z"')
_SHORT: Final = len(LENGTH)


Mould: TypeAlias = "tuple[str, str, str, str, str, str, slice[int, int, None], int, int]"
"""What an event and its actor give to a line, whatever its number, hand, command and time.

As written: the beginning, what stands between command and hand, the end. As hashed, each after its
length: type and version, actor, data; one character a byte, so that any text fits in. Where a line
holds its time; where its command begins; and where that is over, counted from the end and but for
the digits of hand and number. Quotation marks are counted in. A plain tuple, because those are
taken apart in half the time.
"""
TIME: Final = 6
COMMAND: Final = 7
REST: Final = 8


def mould(event: e.Event, actor: str) -> Mould:
    """The mould of an event by an actor."""
    return _shared.get((id(event), actor)) or _mould(event, actor)


_shared: Final[dict[tuple[int, str], Mould]] = {}
"""Of events that are made once and live as long as the program, by those who may act in a hand."""


def _mould(event: e.Event, actor: str) -> Mould:
    type_, v, data = written(event)
    start, end, typed, acted, at, command, rest = _frame(type_, v, actor)
    shown = f',"data":{data},"hand":'
    stated = LENGTH[len(data)] + data if len(data) < _SHORT and data.isascii() else _hashed(data)
    found = start, shown, end, typed, acted, stated, at, command, rest - len(shown)
    if id(event) in SHARED and actor in ACTORS:
        _shared[id(event), actor] = found
    return found


_Frame: TypeAlias = "tuple[str, str, str, str, slice[int, int, None], int, int]"


@lru_cache(maxsize=1024)
def _frame(type_: str, v: int, actor: str) -> _Frame:
    """What a mould has of the type and the actor, whatever the data."""
    start = f'{{"actor":{quote(actor)},"at":'
    end = f',"type":{quote(type_)},"v":{v}}}'
    digests = len(',"hash":"","prev":"","seq":') + 2 * _DIGITS
    at = len(start)
    return (
        start,
        end,
        _hashed(quote(type_)) + _hashed(str(v)),
        _hashed(quote(actor)),
        slice(at, at + _AT),
        at + _AT + len(',"cmd":'),
        -digests - len(end),
    )


def _hashed(field: str) -> str:
    """A field after its length, as `chained_hash` has it, one character a byte."""
    data = field.encode()
    return (len(data).to_bytes(4, "big") + data).decode("latin-1")


class Link(NamedTuple):
    """The last line of a chain: its hash, its number, and the hand whose events come next."""

    hash: str
    number: int
    hand: int


def chained(
    after: Link, moulds: Sequence[Mould], commands: Sequence[str], times: Sequence[str]
) -> tuple[list[str], str]:
    """The lines that go on a chain, without line feeds, and the hash of the last.

    Commands and times are JSON texts, all ASCII; times are 26 characters long. Raises IndexError
    for a command of more than 127.
    """
    prev, number, hand = after
    hashed_hand, shown_hand = _hashed(str(hand)), f'{hand},"hash":"'
    numbers = map(str, range(number + 1, number + 1 + len(moulds)))
    lines: list[str] = []
    add = lines.append
    for seq, cmd, at, (start, shown, end, typed, acted, stated, _, _, _) in zip(
        numbers, commands, times, moulds, strict=True
    ):
        text = (
            f'\0\0\0B"{prev}"{LENGTH[len(seq)]}{seq}{typed}{hashed_hand}{acted}'
            f"{LENGTH[len(cmd)]}{cmd}\0\0\0\x1a{at}{stated}"
        )
        head = sha256(text.encode("latin-1")).hexdigest()
        add(f'{start}{at},"cmd":{cmd}{shown}{shown_hand}{head}","prev":"{prev}","seq":{seq}{end}')
        prev = head
    return lines, prev
