"""Elements 台: everything a winning hand can be paid for, each declared once (E1-E12)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, NamedTuple

from engine.rules.text import Text
from engine.tiles import EAST, Kind, is_dragon

MANY_WILDS: Final = 3


class Facts(NamedTuple):
    """What decides the elements of one reading, its honour pungs apart.

    `sort` is `chows`, `pungs` or `any`; `flush` is `full`, `half`, `honours` or `none`.
    """

    sort: str
    flush: str
    kong_draw: bool
    robbed_kong: bool
    no_wild: bool
    wild_tiles: int
    blessing: str | None


@dataclass(frozen=True, slots=True)
class Element:
    """One line of a breakdown: its rule, its names, its worth in each game, and when it is there.

    A worth of 0 means that the game does not have it. `flat` lists the games in which it replaces
    the ordinary count instead of adding to it; there it needs the game's `flat_minimum` unless
    `needs_nothing`. `free_rule` is the rule cited in the free game where that is another one.
    `applies` tells from a reading's facts, `counts_pung` from the kind of one honour pung.
    """

    id: str
    rule: str
    names: Text
    bao: int
    free: int
    applies: Callable[[Facts], bool] = lambda facts: False
    counts_pung: Callable[[Kind], bool] = lambda kind: False
    flat: tuple[str, ...] = ()
    free_rule: str | None = None
    needs_nothing: bool = False

    def rule_in(self, ruleset: str) -> str:
        """The rule that a breakdown in this game cites."""
        return self.free_rule if ruleset == "free" and self.free_rule else self.rule

    def tai(self, ruleset: str) -> int:
        """Its worth before options."""
        return self.bao if ruleset == "bao" else self.free


_FLAT_IN_BOTH: Final = ("bao", "free")

ELEMENTS: Final = (
    Element("dragon_pung", "E1", Text("箭刻", "箭刻", "Dragon pung"), 1, 1, counts_pung=is_dragon),
    Element(
        "east_pung",
        "E2",
        Text("东风刻", "東風刻", "East pung"),
        2,
        2,
        counts_pung=lambda kind: kind == EAST,
    ),
    Element(
        "seat_wind_pung",
        "E2",
        Text("门风刻", "門風刻", "Seat wind pung"),
        1,
        1,
        counts_pung=lambda kind: kind != EAST and not is_dragon(kind),
    ),
    Element(
        "all_chows",
        "E3",
        Text("平胡", "平胡", "All chows"),
        1,
        1,
        lambda facts: facts.sort == "chows",
    ),
    Element(
        "all_pungs",
        "E4",
        Text("对对胡", "對對胡", "All pungs"),
        1,
        1,
        lambda facts: facts.sort == "pungs",
    ),
    Element(
        "full_flush",
        "E5",
        Text("清一色", "清一色", "Full flush"),
        3,
        3,
        lambda facts: facts.flush == "full",
    ),
    Element(
        "half_flush",
        "E6",
        Text("混一色", "混一色", "Half flush"),
        1,
        1,
        lambda facts: facts.flush == "half",
    ),
    Element(
        "kong_draw", "E7", Text("杠开", "槓開", "Kong draw"), 1, 1, lambda facts: facts.kong_draw
    ),
    Element(
        "robbed_kong",
        "E8",
        Text("抢杠", "搶槓", "Robbed kong"),
        1,
        1,
        lambda facts: facts.robbed_kong,
    ),
    Element(
        "no_wild",
        "E9",
        Text("无财", "無財", "No wild tile"),
        1,
        8,
        lambda facts: facts.no_wild,
        flat=("free",),
        free_rule="E12",
    ),
    Element(
        "three_wilds",
        "E10",
        Text("三财神", "三財神", "Three wild tiles"),
        0,
        2,
        lambda facts: facts.wild_tiles >= MANY_WILDS,
    ),
    Element(
        "all_honours",
        "E11",
        Text("全字牌", "全字牌", "All honours"),
        8,
        8,
        lambda facts: facts.flush == "honours",
        flat=_FLAT_IN_BOTH,
        needs_nothing=True,
    ),
    Element(
        "heavenly",
        "E12",
        Text("天胡", "天胡", "Heavenly win"),
        8,
        8,
        lambda facts: facts.blessing == "heavenly",
        flat=_FLAT_IN_BOTH,
    ),
    Element(
        "earthly",
        "E12",
        Text("地胡", "地胡", "Earthly win"),
        8,
        8,
        lambda facts: facts.blessing == "earthly",
        flat=_FLAT_IN_BOTH,
    ),
)

ELEMENT_BY_ID: Final = {element.id: element for element in ELEMENTS}
FLAT_ORDER: Final = ("all_honours", "heavenly", "earthly", "no_wild")
"""Which of several flat elements of the same worth is named: the first (W4)."""
