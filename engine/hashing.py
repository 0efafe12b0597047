"""Canonical JSON and the hash chain of a match's events.

Owns the exact bytes that are hashed (docs/record-format.md gives them with
test vectors). Knows nothing of the rules: an event is nine columns here.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final, NamedTuple, TypeAlias

from engine.errors import InvalidInput, InvalidNotation

Json: TypeAlias = "bool | int | str | Sequence[Json] | Mapping[str, Json] | None"
"""What a record may hold: JSON without fractions."""

_ENCODE = json.JSONEncoder(
    sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False
).encode
_QUOTE = json.encoder.encode_basestring
_HEX = frozenset("0123456789abcdef")

ZERO_DIGEST = "0" * 64


class Columns(NamedTuple):
    """The columns of one stored event, `data` already as canonical JSON text."""

    seq: int
    type: str
    v: int
    hand: int
    actor: str
    cmd: str | None
    at: str
    data: str


def canonical(value: Json) -> str:
    """The one text of a JSON value: keys sorted by code point, no spaces, no escapes but needed.

    Raises InvalidInput for a fraction, InvalidNotation for text that has no UTF-8 form.
    """
    _refuse_fractions(value)
    text = _ENCODE(value)
    try:
        text.encode()
    except UnicodeEncodeError as error:
        raise InvalidNotation("text has no UTF-8 form (lone surrogate)") from error
    return text


def canonical_data(value: Json) -> str:
    """As `canonical`, unchecked: for values known to come from the engine or from `parse`."""
    return _ENCODE(value)


def _refuse_fractions(value: Json) -> None:
    if isinstance(value, float):
        raise InvalidInput(f"records hold whole numbers only, not {value}")
    if isinstance(value, Mapping):
        for key, item in value.items():
            if not isinstance(key, str):
                raise InvalidInput(f"an object's keys are text, not {key!r}")
            _refuse_fractions(item)
    elif isinstance(value, Sequence) and not isinstance(value, str):
        for item in value:
            _refuse_fractions(item)


def _refuse_number(text: str) -> int:
    raise InvalidInput(f"records hold whole numbers only, not {text[:40]}")


_DECODE = json.JSONDecoder(parse_float=_refuse_number, parse_constant=_refuse_number).decode


def parse(text: str) -> Json:
    """The value of a JSON text. Raises InvalidNotation, or InvalidInput for a fraction."""
    try:
        value: Json = _DECODE(text)
    except RecursionError as error:
        raise InvalidNotation("JSON is nested too deeply") from error
    except ValueError as error:
        raise InvalidNotation(f"not JSON: {error}") from error
    return value


def quote(text: str) -> str:
    """A text as canonical JSON."""
    return _QUOTE(text)


def digest(data: bytes) -> str:
    """SHA-256 in lower-case hexadecimal."""
    return hashlib.sha256(data).hexdigest()


def is_digest(text: object) -> bool:
    """Whether this is 32 bytes written as 64 lower-case hexadecimal digits."""
    return isinstance(text, str) and len(text) == 64 and _HEX.issuperset(text)


def genesis(header: Mapping[str, Json]) -> str:
    """The `prev` of a record's first event: the digest of its header.

    `events` and `head` are left out, being known only at the end.
    """
    bound = {key: value for key, value in header.items() if key not in ("events", "head")}
    return digest(canonical(bound).encode())


def chained_hash(prev: str, columns: Columns) -> str:
    """The digest that chains an event to the one before it.

    SHA-256 over nine fields: `prev`, then every column in order, each as the
    UTF-8 bytes of its canonical JSON after its length as four bytes, big end
    first. Actor, command and time are inside, so none can be edited unseen.
    """
    seq, type_, v, hand, actor, cmd, at, data = columns
    texts = (
        _QUOTE(prev),
        str(seq),
        _QUOTE(type_),
        str(v),
        str(hand),
        _QUOTE(actor),
        "null" if cmd is None else _QUOTE(cmd),
        _QUOTE(at),
        data,
    )
    return digest(b"".join(map(_length_prefixed, texts)))


def _length_prefixed(field: str) -> bytes:
    data = field.encode()
    return len(data).to_bytes(4, "big") + data


def event_hash(prev: str, columns: Columns) -> str:
    """As `chained_hash`, in half the time where all is short and ASCII, as most events are."""
    seq, type_, v, hand, actor, cmd, at, data = columns
    before, number, time = _QUOTE(prev), str(seq), _QUOTE(at)
    command = "null" if cmd is None else _QUOTE(cmd)
    try:
        text = (
            f"{LENGTH[len(before)]}{before}{LENGTH[len(number)]}{number}"
            f"{_kept(type_, v, hand, actor)}{LENGTH[len(command)]}{command}"
            f"{LENGTH[len(time)]}{time}{LENGTH[len(data)]}{data}"
        )
    except IndexError:
        return chained_hash(prev, columns)
    if not text.isascii():
        return chained_hash(prev, columns)
    return hashlib.sha256(text.encode()).hexdigest()


LENGTH: Final = tuple("\0\0\0" + chr(length) for length in range(128))
"""Lengths of up to 127 characters as four bytes, themselves ASCII."""


@lru_cache(maxsize=1024, typed=True)
def _kept(type_: str, v: int, hand: int, actor: str) -> str:
    """The four columns that change least, each after its length."""
    texts = (_QUOTE(type_), str(v), str(hand), _QUOTE(actor))
    return "".join([LENGTH[len(text)] + text for text in texts])
