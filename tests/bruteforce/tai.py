"""The tai of one reading (E1 to E12)."""

from __future__ import annotations

from collections import Counter
from typing import Any, NamedTuple

from tests.bruteforce.readings import Reading
from tests.bruteforce.tiles import DRAGONS, WIND_OF, is_honour


class Hand(NamedTuple):
    """What a reading is judged by, beside its own tiles."""

    free: bool
    options: dict[str, Any]
    seat: str
    source: str
    kong_draw: bool
    blessing: str | None
    wild_tiles: int
    any_wild_kind: bool


class Line(NamedTuple):
    """One element: `tile` only for a dragon pung."""

    id: str
    tai: int
    rule: str
    tile: str = ""


class Worth(NamedTuple):
    """The value of one reading. `flat`: it is one of the elements that stand alone."""

    tai: int
    flat: bool
    lines: tuple[Line, ...]


def pung_tai(tile: str, hand: Hand) -> Line | None:
    """What a pung of this tile is worth (E1, E2)."""
    if tile in DRAGONS:
        return Line("dragon_pung", 1, "E1", tile)
    east_for_all = hand.options["wind_scheme"] == "east2"
    if tile == "1z":
        return Line("east_pung", 2 if east_for_all or hand.seat == "E" else 1, "E2")
    if tile == WIND_OF[hand.seat] and not east_for_all:
        return Line("seat_wind_pung", 1, "E2")
    return None


def set_lines(reading: Reading, hand: Hand) -> list[Line]:
    sets = [block for block in reading if block.kind != "pair"]
    (pair_tile,) = {block.tiles[0] for block in reading if block.kind == "pair"}
    chows = sum(block.kind == "chow" for block in sets)
    lines = [
        line for block in sets if block.kind != "chow" and (line := pung_tai(block.tiles[0], hand))
    ]
    breaks = hand.options["value_pair_breaks_all_chows"] and pung_tai(pair_tile, hand)
    if chows == 4 and not breaks:
        lines.append(Line("all_chows", 1, "E3"))
    if chows == 0:
        lines.append(Line("all_pungs", 1, "E4"))
    return lines


def ordinary_lines(reading: Reading, hand: Hand) -> list[Line]:
    """Everything that adds up: E1 to E8 and E10; E9 in bao."""
    lines = set_lines(reading, hand)
    suits = {tile[1] for block in reading for tile in block.tiles}
    if len(suits) == 1 and suits != {"z"}:
        lines.append(Line("full_flush", 3, "E5"))
    if len(suits) == 2 and "z" in suits:
        lines.append(Line("half_flush", 1, "E6"))
    if hand.kong_draw:
        lines.append(Line("kong_draw", 1, "E7"))
    if hand.source == "robbed_kong":
        lines.append(Line("robbed_kong", 1, "E8"))
    if not hand.free and without_wilds(hand):
        lines.append(Line("no_wild", 1, "E9"))
    if hand.free and hand.wild_tiles >= 3:
        lines.append(Line("three_wilds", 2, "E10"))
    return lines


def without_wilds(hand: Hand) -> bool:
    bonus = hand.any_wild_kind or hand.options["no_wild_bonus_without_wilds"]
    return hand.wild_tiles == 0 and bonus


def flat_lines(reading: Reading, hand: Hand, ordinary: int) -> list[Line]:
    """The elements that stand alone and hold for this reading (E11, E12)."""
    lines = []
    if all(is_honour(tile) for block in reading for tile in block.tiles):
        lines.append(Line("all_honours", hand.options["all_honours"] if hand.free else 8, "E11"))
    if hand.free and ordinary < 3:
        return lines
    if hand.blessing:
        lines.append(Line(hand.blessing, 8, "E12"))
    if hand.free and without_wilds(hand):
        lines.append(Line("no_wild", 8, "E12"))
    return lines


def worths(reading: Reading, hand: Hand) -> list[Worth]:
    """The ways to name this reading's value, all of the same tai: any of them is right."""
    lines = ordinary_lines(reading, hand)
    total = sum(line.tai for line in lines)
    flats = flat_lines(reading, hand, total)
    best = max((line.tai for line in flats), default=0)
    if flats and (best >= total or hand.options["special"] == "flat"):
        return [Worth(best, True, (line,)) for line in flats if line.tai == best]
    return [Worth(total, False, tuple(lines))]


def same_lines(one: tuple[Line, ...], other: tuple[Line, ...]) -> bool:
    return Counter(one) == Counter(other)
