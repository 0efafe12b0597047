"""The options as the rules name them, with the values the generator draws from.

The default comes first; where the two games differ, `FREE_DEFAULTS` has the other.
"""

from __future__ import annotations

from typing import Any

CHOICES: dict[str, tuple[Any, ...]] = {
    "dead_wall": (26, 14, 20),
    "wild_must_be_held": (False, True),
    "free_wild_kinds": (2, 1),
    "free_wild": ("dealer", "random", "fixed"),
    "wild_pair": ("adjacent", "any"),
    "wild_meld_max": (1, 0),
    "wild_chow": (True, False),
    "wild_kong": (True, False),
    "kong_of_wilds": (False, True),
    "wild_discard": ("face", "dead", "forbidden"),
    "fifth_copy": (True, False),
    "bid_reentry": (True, False),
    "max_bid": (13, 9, 5),
    "all_pass": ("no_contract", "dealer_forced", "redeal"),
    "rob_scope": ("contractor", "anyone"),
    "free_rob": (True, False),
    "swap_call": (False, True),
    "free_minimum": (3, 2, 4, 5, 6, 7, 8),
    "wind_scheme": ("seat", "east2"),
    "value_pair_breaks_all_chows": (True, False),
    "no_wild_bonus_without_wilds": (True, False),
    "all_honours": (8, 7),
    "special": ("max", "flat"),
    "draw_payer": ("contractor", "dealer", "none"),
    "free_rob_pay": ("each", "robbed_all"),
    "laozhuang": ("flat", "compound", "off"),
    "laozhuang_cap": (5, 1, 2, 8),
    "dealer_succession": ("rotate", "winner"),
}
FREE_DEFAULTS: dict[str, Any] = {
    "dead_wall": 14,
    "wild_meld_max": 0,
    "wind_scheme": "east2",
    "value_pair_breaks_all_chows": False,
    "dealer_succession": "winner",
}


def complete(ruleset: str, given: dict[str, Any]) -> dict[str, Any]:
    """Every option with the value in force."""
    defaults = {name: values[0] for name, values in CHOICES.items()}
    return defaults | (FREE_DEFAULTS if ruleset == "free" else {}) | given
