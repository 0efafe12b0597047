"""Elements 台: everything a winning hand can be paid for, each declared once (E1-E12)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from engine.rules.text import Text


@dataclass(frozen=True, slots=True)
class Element:
    """One line of a breakdown: its rule, its names, and its worth in each game.

    A worth of 0 means that the game does not have it. `flat` lists the games in which it replaces
    the ordinary count instead of adding to it. `free_rule` is the rule cited in the free game where
    that is another one.
    """

    id: str
    rule: str
    names: Text
    bao: int
    free: int
    flat: tuple[str, ...] = ()
    free_rule: str | None = None

    def rule_in(self, ruleset: str) -> str:
        """The rule that a breakdown in this game cites."""
        return self.free_rule if ruleset == "free" and self.free_rule else self.rule

    def tai(self, ruleset: str) -> int:
        """Its worth before options."""
        return self.bao if ruleset == "bao" else self.free


_FLAT_IN_BOTH: Final = ("bao", "free")

ELEMENTS: Final = (
    Element("dragon_pung", "E1", Text("箭刻", "箭刻", "Dragon pung"), 1, 1),
    Element("east_pung", "E2", Text("东风刻", "東風刻", "East pung"), 2, 2),
    Element("seat_wind_pung", "E2", Text("门风刻", "門風刻", "Seat wind pung"), 1, 1),
    Element("all_chows", "E3", Text("平胡", "平胡", "All chows"), 1, 1),
    Element("all_pungs", "E4", Text("对对胡", "對對胡", "All pungs"), 1, 1),
    Element("full_flush", "E5", Text("清一色", "清一色", "Full flush"), 3, 3),
    Element("half_flush", "E6", Text("混一色", "混一色", "Half flush"), 1, 1),
    Element("kong_draw", "E7", Text("杠开", "槓開", "Kong draw"), 1, 1),
    Element("robbed_kong", "E8", Text("抢杠", "搶槓", "Robbed kong"), 1, 1),
    Element("no_wild", "E9", Text("无财", "無財", "No wild tile"), 1, 8, ("free",), "E12"),
    Element("three_wilds", "E10", Text("三财神", "三財神", "Three wild tiles"), 0, 2),
    Element("all_honours", "E11", Text("全字牌", "全字牌", "All honours"), 8, 8, _FLAT_IN_BOTH),
    Element("heavenly", "E12", Text("天胡", "天胡", "Heavenly win"), 8, 8, _FLAT_IN_BOTH),
    Element("earthly", "E12", Text("地胡", "地胡", "Earthly win"), 8, 8, _FLAT_IN_BOTH),
)

ELEMENT_BY_ID: Final = {element.id: element for element in ELEMENTS}
