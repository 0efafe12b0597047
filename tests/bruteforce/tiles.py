"""Tile names, and the blocks a hand is read as."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

SUITS = "mps"
NAMES = tuple(f"{n}{s}" for s in SUITS for n in range(1, 10)) + tuple(f"{n}z" for n in range(1, 8))
ORDER = {name: position for position, name in enumerate(NAMES)}
WINDS = ("1z", "2z", "3z", "4z")
DRAGONS = ("5z", "6z", "7z")
SEATS = "ESWN"
WIND_OF = dict(zip(SEATS, WINDS, strict=True))


class Block(NamedTuple):
    """A set or the pair; `tiles` are what its tiles stand for."""

    kind: str
    tiles: tuple[str, ...]


def split(text: str) -> list[str]:
    """The tiles of "123m55z", in the order written."""
    found: list[str] = []
    waiting: list[str] = []
    for sign in text.replace(" ", ""):
        if sign.isdigit():
            waiting.append(sign)
        else:
            found += [number + sign for number in waiting]
            waiting = []
    assert not waiting, text
    assert all(tile in ORDER for tile in found), text
    return found


def join(tiles: Iterable[str]) -> str:
    """The text of some tiles, sorted m, p, s, z."""
    ordered = sorted(tiles, key=ORDER.__getitem__)
    return "".join(
        "".join(tile[0] for tile in ordered if tile[1] == suit) + suit
        for suit in "mpsz"
        if any(tile[1] == suit for tile in ordered)
    )


def pung(tile: str) -> Block:
    return Block("pung", (tile,) * 3)


def pair(tile: str) -> Block:
    return Block("pair", (tile,) * 2)


def chow(lowest: int, suit: str) -> Block:
    return Block("chow", tuple(f"{lowest + step}{suit}" for step in range(3)))


def is_honour(tile: str) -> bool:
    return tile[1] == "z"


def neighbours(one: str, other: str) -> bool:
    """Whether two wild kinds are 连着 (C4)."""
    if one == other or one[1] != other[1]:
        return False
    if one in DRAGONS or other in DRAGONS:
        return one in DRAGONS and other in DRAGONS
    circle = 4 if is_honour(one) else 9
    return (int(one[0]) - int(other[0])) % circle in (1, circle - 1)


def most_copies(blocks: Iterable[Block]) -> int:
    return max(Counter(tile for block in blocks for tile in block.tiles).values())
