"""Options: the places where the written rules leave a choice, frozen when a match starts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import TypeAlias

from engine.errors import InvalidInput
from engine.rules.text import Text

OptionValue: TypeAlias = bool | int | str


@dataclass(frozen=True, slots=True)
class Option:
    """One choice: its rule, the values allowed, and the default in each game.

    In a game it does not belong to, the default is the value that leaves that game as it is.
    """

    name: str
    rule: str
    allowed: tuple[OptionValue, ...]
    defaults: Mapping[str, OptionValue]
    belongs_to: tuple[str, ...]
    text: Text

    def check(self, value: object) -> OptionValue:
        """The value itself, or InvalidInput with the list of those allowed."""
        for allowed in self.allowed:
            # 1 == True in Python, but not in a record.
            if type(value) is type(allowed) and value == allowed:
                return allowed
        raise InvalidInput(
            f"option {self.name} is one of {self.allowed_text}", f"options.{self.name}"
        )

    @property
    def allowed_text(self) -> str:
        """The values allowed, as they are written in JSON; a long run of numbers as its ends."""
        shown = [_json_text(value) for value in self.allowed]
        if len(shown) > 8:
            return f"{shown[0]} to {shown[-1]}"
        return ", ".join(shown)


def _json_text(value: OptionValue) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


@dataclass(frozen=True, slots=True)
class Options:
    """Every option with its value; attribute names are the options' names."""

    dead_wall: int
    wild_must_be_held: bool
    free_wild_kinds: int
    free_wild: str
    wild_pair: str
    wild_meld_max: int
    wild_chow: bool
    wild_kong: bool
    kong_of_wilds: bool
    wild_discard: str
    fifth_copy: bool
    bid_reentry: bool
    max_bid: int
    all_pass: str
    rob_scope: str
    free_rob: bool
    swap_call: bool
    free_minimum: int
    wind_scheme: str
    value_pair_breaks_all_chows: bool
    no_wild_bonus_without_wilds: bool
    all_honours: int
    special: str
    draw_payer: str
    free_rob_pay: str
    laozhuang: str
    laozhuang_cap: int
    dealer_succession: str

    def as_dict(self) -> dict[str, OptionValue]:
        """Every option written out, as a record keeps them."""
        return asdict(self)
