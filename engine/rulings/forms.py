"""How ids, texts, citations and decisions are written in records, and read back strictly."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.errors import InvalidInput
from engine.hashing import Json
from engine.play import fields as f
from engine.rulings import events as r


def _read_digest(value: Json) -> str:
    return "" if value == "" else f.as_digest(value)


def _read_texts(value: Json) -> tuple[str, ...]:
    return tuple([f.as_text(one) for one in f.as_list(value)])


def _read_truth(value: Json) -> bool:
    if not isinstance(value, bool):
        raise InvalidInput("expected true or false")
    return value


ID: Final = f.TEXT
MAYBE_ID: Final = f.optional(ID)
TEXT: Final = f.Form[str](lambda value: value, _read_digest)
TEXTS: Final = f.Form[tuple[str, ...]](list, _read_texts)
TRUTH: Final = f.Form[bool](lambda value: value, _read_truth)
REASON: Final = f.word(*r.REASONS)
BOND: Final = f.word(*r.BONDS)
KIND: Final = f.word(*r.RULING_KINDS)
VOTE: Final = f.word(*r.VOTES)
OUTCOME: Final = f.word(*r.APPEAL_OUTCOMES)
DECISION: Final = f.Form[Mapping[str, Json]](lambda value: value, f.as_object)
