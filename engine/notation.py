"""MPSZ notation: `123m55z` to kinds and back. Knows nothing of the rules."""

from __future__ import annotations

from collections.abc import Iterable

from engine.errors import InvalidNotation
from engine.tiles import SUITS, Kind

MAX_TEXT = 1024
_SUIT_SIZE = {"m": 9, "p": 9, "s": 9, "z": 7}
_TILE_TEXT = tuple(f"{rank + 1}{suit}" for suit in SUITS for rank in range(_SUIT_SIZE[suit]))
_KIND_OF = {text: kind for kind, text in enumerate(_TILE_TEXT)}


def parse_tiles(text: str) -> tuple[Kind, ...]:
    """The kinds in the order written; spaces are allowed anywhere.

    Raises InvalidNotation for digits without a suit, a suit without digits, honours above 7, and
    any other character.
    """
    if len(text) > MAX_TEXT:
        raise InvalidNotation(f"tiles: more than {MAX_TEXT} characters")
    kinds: list[Kind] = []
    digits = ""
    for char in text:
        if char in "123456789":
            digits += char
        elif char in _SUIT_SIZE:
            kinds.extend(_kinds_of_group(digits, char, text))
            digits = ""
        elif char != " ":
            raise InvalidNotation(f"tiles {_shown(text)}: {_shown(char)} is no tile")
    if digits:
        raise InvalidNotation(f"tiles {_shown(text)}: {digits} has no suit (m, p, s or z)")
    return tuple(kinds)


def _kinds_of_group(digits: str, suit: str, text: str) -> list[Kind]:
    if not digits:
        raise InvalidNotation(f"tiles {_shown(text)}: suit {suit} without a number before it")
    try:
        return [_KIND_OF[digit + suit] for digit in digits]
    except KeyError as unknown:
        raise InvalidNotation(f"tiles {_shown(text)}: there is no {unknown.args[0]}") from None


def _shown(text: str) -> str:
    return ascii(text if len(text) <= 60 else text[:60] + "...")


def parse_tile(text: str) -> Kind:
    """Exactly one tile; raises InvalidNotation otherwise."""
    kinds = parse_tiles(text)
    if len(kinds) != 1:
        raise InvalidNotation(f"{_shown(text)}: one tile is expected")
    return kinds[0]


def format_tile(kind: Kind) -> str:
    """One tile, for example `5m`."""
    return _TILE_TEXT[kind]


def format_tiles(kinds: Iterable[Kind]) -> str:
    """Tiles sorted m, p, s, z, each suit letter written once: `123m55z`."""
    text = ""
    last = ""
    for kind in sorted(kinds):
        shown = _TILE_TEXT[kind]
        rank, suit = shown[0], shown[1]
        text += rank if suit == last or not last else last + rank
        last = suit
    return text + last


def format_wall(kinds: Iterable[Kind]) -> str:
    """Tiles in the order given, two characters each; for a wall, where order is the point."""
    return "".join([_TILE_TEXT[kind] for kind in kinds])
