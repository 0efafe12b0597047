"""Melds given as physical tiles: what they may stand for, and which are none (P2, C5, C6)."""

from __future__ import annotations

import pytest

from engine.errors import InvalidInput
from engine.melds import MELD_KINDS, Meld, MeldKind
from engine.notation import format_tiles, parse_tiles
from engine.rules.melding import check_meld, meld_readings
from engine.rules.option import OptionValue
from engine.rulesets import get_ruleset

NONE: list[str] = []


def readings(
    kind: MeldKind, tiles: str, wilds: str = "", game: str = "bao", **options: OptionValue
) -> list[str]:
    """What the tiles may stand for; nothing where they are refused."""
    rules = get_ruleset(game, options).options
    try:
        melds = meld_readings(rules, kind, parse_tiles(tiles), parse_tiles(wilds))
    except InvalidInput:
        return NONE
    return [format_tiles(meld.stands_as) for meld in melds]


@pytest.mark.parametrize("kind", MELD_KINDS)
@pytest.mark.parametrize("tiles", ["", "5p", "55p", "55555p", "555p1z"])
def test_a_wrong_number_of_tiles_is_no_meld(kind: MeldKind, tiles: str) -> None:
    assert readings(kind, tiles) == NONE
    other = "555p" if kind in ("kong", "added_kong", "concealed_kong") else "5555p"
    assert readings(kind, other) == NONE


@pytest.mark.parametrize(
    ("tiles", "wilds", "expected"),
    [
        ("321m", "", ["123m"]),
        ("124m", "", NONE),
        ("89m1p", "", NONE),
        ("567z", "", NONE),
        ("12z9p", "9p", NONE),
        ("456m", "6m", ["456m"]),
        ("34m9p", "9p", ["234m", "345m"]),
        ("12m9p", "9p", ["123m"]),
        ("89m9p", "9p", ["789m"]),
        ("79m9p", "9p", ["789m"]),
        ("36m9p", "9p", NONE),
        ("33m9p", "9p", NONE),
        ("9m1p9s", "9s", NONE),
        ("4m99p", "9p8p", NONE),
        ("4m89p", "9p8p", NONE),
    ],
)
def test_chows(tiles: str, wilds: str, expected: list[str]) -> None:
    assert readings("chow", tiles, wilds) == expected


@pytest.mark.parametrize(
    ("kind", "tiles", "wilds", "expected"),
    [
        ("pung", "555p", "", ["555p"]),
        ("pung", "556p", "", NONE),
        ("pung", "55p9s", "9s", ["555p"]),
        ("pung", "55p9s", "8s", NONE),
        ("pung", "5p99s", "9s", NONE),
        ("pung", "99s8s", "8s9s", NONE),
        ("pung", "999s", "9s", ["999s"]),
        ("kong", "5555p", "", ["5555p"]),
        ("kong", "555p9s", "9s", ["5555p"]),
        ("added_kong", "555p9s", "9s", ["5555p"]),
        ("concealed_kong", "555p9s", "9s", ["5555p"]),
        ("kong", "55p99s", "9s", NONE),
        ("kong", "9999s", "9s", NONE),
        ("kong", "999s8s", "8s9s", NONE),
    ],
)
def test_pungs_and_kongs(kind: MeldKind, tiles: str, wilds: str, expected: list[str]) -> None:
    assert readings(kind, tiles, wilds) == expected


def test_c5_c6_options_say_which_melds_may_hold_a_wild() -> None:
    chow, pung, kong = ("chow", "35m9s", "9s"), ("pung", "55p9s", "9s"), ("kong", "555p9s", "9s")

    def allowed(**options: OptionValue) -> list[bool]:
        return [bool(readings(*meld, **options)) for meld in (chow, pung, kong)]

    assert allowed() == [True, True, True]
    assert allowed(wild_chow=False) == [False, True, True]
    assert allowed(wild_kong=False) == [True, True, False]
    assert allowed(wild_meld_max=0) == [False, False, False]
    assert allowed(game="free") == [False, False, False]
    assert allowed(game="free", wild_meld_max=1) == [True, True, False]
    for kind in ("kong", "added_kong", "concealed_kong"):
        assert readings(kind, "9999s", "9s", kong_of_wilds=True) == ["9999s"]


@pytest.mark.parametrize(
    ("kind", "tiles", "stands_as"),
    [
        ("chow", "34m9p", "345m"),
        ("chow", "456m", "345m"),
        ("pung", "55p9p", "555p"),
    ],
)
def test_a_meld_that_says_what_it_stands_for(kind: MeldKind, tiles: str, stands_as: str) -> None:
    meld = Meld(kind, parse_tiles(tiles), parse_tiles(stands_as))
    check_meld(get_ruleset("bao").options, meld, parse_tiles("9p6m"))


@pytest.mark.parametrize(
    ("kind", "tiles", "stands_as"),
    [
        ("chow", "34m9p", "456m"),
        ("chow", "34m9p", "34m"),
        ("chow", "34m", "234m"),
        ("chow", "34m9p", "346m"),
        ("pung", "55p9p", "666p"),
        ("pung", "55p9p", "5555p"),
        ("kong", "555p9p", "555p"),
        ("chow", "123m", "234m"),
    ],
)
def test_a_meld_that_says_what_its_tiles_cannot_be(
    kind: MeldKind, tiles: str, stands_as: str
) -> None:
    meld = Meld(kind, parse_tiles(tiles), parse_tiles(stands_as))
    with pytest.raises(InvalidInput) as refused:
        check_meld(get_ruleset("bao").options, meld, parse_tiles("9p6m"))
    assert refused.value.field == "melds"
