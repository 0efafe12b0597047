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


def event_hash(prev: str, columns: Columns) -> str:
    """The digest that chains an event to the one before it.

    SHA-256 over nine fields: `prev`, then every column in order, each as the
    UTF-8 bytes of its canonical JSON after its length as four bytes, big end
    first. Actor, command and time are inside, so none can be edited unseen.
    """
    seq, type_, v, hand, actor, cmd, at, data = columns
    fields = (
        _length_prefixed(_QUOTE(prev)),
        _length_prefixed(str(seq)),
        _text_field(type_),
        _number_field(v),
        _number_field(hand),
        _text_field(actor),
        _length_prefixed("null" if cmd is None else _QUOTE(cmd)),
        _length_prefixed(_QUOTE(at)),
        _short_field(data) if len(data) <= _SHORT else _length_prefixed(data),
    )
    return hashlib.sha256(b"".join(fields)).hexdigest()


_SHORT: Final = 160
"""Most events are draws, discards and answers, whose few texts come again and again."""


def _length_prefixed(field: str) -> bytes:
    data = field.encode()
    return len(data).to_bytes(4, "big") + data


_short_field = lru_cache(maxsize=4096)(_length_prefixed)


@lru_cache(maxsize=256)
def _text_field(text: str) -> bytes:
    return _length_prefixed(_QUOTE(text))


@lru_cache(maxsize=256, typed=True)
def _number_field(number: int) -> bytes:
    return _length_prefixed(str(number))
