"""Names in any script: what may be one, and when two are the same.

Owns both questions. Names are kept as they were typed, composed or not; only
comparing normalises them.
"""

from __future__ import annotations

import unicodedata
from functools import lru_cache
from typing import Final, NoReturn

from tournaments.domain.refusals import refuse

MOST_NAME: Final = 100
MOST_TEXT: Final = 2000

# Embeddings and overrides turn round what follows them on a page; emoji need the joiners.
_TURNS: Final = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
_FORBIDDEN: Final = frozenset({"Cc", "Cs", "Zl", "Zp"})
_INVISIBLE: Final = frozenset("CZM")


def check_name(name: str, field: str) -> None:
    """Refuses `empty`, `too_long` and `control_character`."""
    if len(name) > MOST_NAME:
        _too_long(name, MOST_NAME, field)
    if any(_is_forbidden(letter) for letter in name):
        refuse("control_character", "line breaks and control characters are not for names", field)
    if all(unicodedata.category(letter)[0] in _INVISIBLE for letter in name):
        refuse("empty", "a name needs something to see", field)


def _too_long(text: str, most: int, field: str) -> NoReturn:
    told = f"at most {most} characters, this has {len(text)}"
    refuse("too_long", told, field, most=most, given=len(text))


def isolated(text: str) -> str:
    """A name or other words of somebody's, whose direction stays within them in a sentence."""
    return f"\u2068{text}\u2069"


def check_text(text: str, field: str, *, required: bool = False) -> None:
    """A remark or reason of several lines; may be empty unless it is asked for."""
    if len(text) > MOST_TEXT:
        _too_long(text, MOST_TEXT, field)
    if any(_is_forbidden(letter) and letter not in "\n\t" for letter in text):
        refuse("control_character", "control characters are not for remarks", field)
    if required and not text.strip():
        refuse("empty", "this cannot stay empty", field)


def in_range(value: int, least: int, most: int, field: str) -> None:
    """Refuses `out_of_range`."""
    if not least <= value <= most:
        told = f"from {least} to {most}, not {value}"
        refuse("out_of_range", told, field, least=least, most=most, given=value)


def check_id(text: str, field: str) -> None:
    """An id that the caller made up: short, printable ASCII without spaces."""
    if not 1 <= len(text) <= 100 or not all("!" <= letter <= "~" for letter in text):
        refuse("bad_id", f"{ascii(text)[:60]} is no id", field)


@lru_cache(maxsize=4096)
def same_name_key(name: str) -> str:
    """What is equal for two spellings of one name: case, composition and spaces aside.

    >>> same_name_key("Olafur  Jons") == same_name_key(" olafur jons")
    True
    """
    folded = unicodedata.normalize("NFC", unicodedata.normalize("NFC", name).casefold())
    return " ".join(folded.split())


def _is_forbidden(letter: str) -> bool:
    return letter in _TURNS or unicodedata.category(letter) in _FORBIDDEN
