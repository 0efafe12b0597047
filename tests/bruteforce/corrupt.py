"""Lines of `score` input with exactly one fault, and the fields that an error may name."""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random
from typing import Any, NamedTuple

from tests.bruteforce.generate import random_line
from tests.bruteforce.tiles import NAMES, SEATS, join, split

Line = dict[str, Any]


class Fault(NamedTuple):
    """A line as text; `fields` is empty where no field is to blame."""

    text: str
    fields: frozenset[str]


NOT_A_HAND = ("null", "[]", "7", '"123m"', "{", "{}}", "NaN", "[" * 2000, "x: 1", "\u0000")

WRONG_VALUES: dict[str, tuple[Any, ...]] = {
    "ruleset": ("riichi", None, 1, [], "BAO", ""),
    "options": (
        [],
        "x",
        3,
        {"no_such_option": 1},
        {"special": "both"},
        {"fifth_copy": 1},
        {"free_minimum": True},
        {"free_minimum": 9},
        {"laozhuang_cap": -1},
        {"dead_wall": "26"},
    ),
    "winner": ("X", "", None, 0, ["E"], "east"),
    "source": ("draw", None, 1, {}, ""),
    "concealed": ("12q", "0m", "8z", "m", "12", None, 5, [], "１m", "1m2"),
    "winning_tile": ("", "12m", "5x", None, 5, "0z", []),
    "melds": (
        {},
        "456s",
        5,
        [5],
        [{}],
        [{"kind": "chow"}],
        [{"kind": "quad", "tiles": "1111m"}],
        [{"kind": "chow", "tiles": 123}],
        [{"kind": 1, "tiles": "123m"}],
    ),
    "wild_kinds": ("1m2m3m", "11m", 5, "9", "8z"),
    "kong_draw": (1, "no", []),
    "blessing": ("both", 1, False, []),
    "laozhuang": (-1, "1", 1.5, True, []),
}


def wrong_value(rng: Random, line: Line) -> set[str]:
    """One field with a value that it never has."""
    field = rng.choice(list(WRONG_VALUES))
    line[field] = rng.choice(WRONG_VALUES[field])
    # Without its wilds a meld may be none.
    return {field, "melds"} if field == "wild_kinds" else {field}


def missing_field(rng: Random, line: Line) -> set[str]:
    field = rng.choice(("ruleset", "winner", "source", "concealed", "winning_tile"))
    del line[field]
    return {field}


def wrong_number_of_tiles(rng: Random, line: Line) -> set[str]:
    tiles = split(line["concealed"])
    line["concealed"] = join(tiles[1:])
    return {"concealed", "melds"}


def fifth_tile(rng: Random, line: Line) -> set[str]:
    tiles = split(line["concealed"])
    if len(tiles) < 4:
        return set()
    line["concealed"] = join([line["winning_tile"]] * 4 + tiles[4:])
    return {"concealed", "winning_tile", "melds"}


def own_discard(rng: Random, line: Line) -> set[str]:
    if line["source"] == "self_draw":
        return set()
    line["discarder"] = line["winner"]
    return {"discarder", "winner"}


def discarder_of_nothing(rng: Random, line: Line) -> set[str]:
    drawn = line["source"] == "self_draw"
    other = rng.choice(SEATS.replace(line["winner"], ""))
    line["discarder"] = other if drawn else None
    return {"discarder"}


def kong_draw_without_kong(rng: Random, line: Line) -> set[str]:
    if any("kong" in meld["kind"] for meld in line["melds"]) and line["source"] == "self_draw":
        return set()
    line["kong_draw"] = True
    return {"kong_draw", "blessing"}


def blessing_out_of_place(rng: Random, line: Line) -> set[str]:
    if line["melds"]:
        line["blessing"] = rng.choice(("heavenly", "earthly"))
    else:
        line["blessing"] = "earthly" if line["winner"] == "E" else "heavenly"
    return {"blessing"}


def wrong_meld(rng: Random, line: Line) -> set[str]:
    """A meld that is none, of tiles that are not wild."""
    if not line["melds"]:
        return set()
    plain = [tile for tile in NAMES if tile[1] in "mps" and tile not in line["wild_kinds"]]
    one = rng.choice(plain)
    other = rng.choice([tile for tile in plain if tile[1] != one[1]])
    third = rng.choice("mps".replace(one[1], "").replace(other[1], ""))
    meld = {"kind": rng.choice(("chow", "pung")), "tiles": join([one, other, f"5{third}"])}
    if set(split(meld["tiles"])) & set(split(line["wild_kinds"])):
        return set()
    line["melds"] = [meld, *line["melds"][1:]]
    return {"melds"}


def honour_chow(rng: Random, line: Line) -> set[str]:
    if not line["melds"]:
        return set()
    line["melds"] = [{"kind": "chow", "tiles": "123z"}, *line["melds"][1:]]
    return {"melds"}


def short_kong(rng: Random, line: Line) -> set[str]:
    if not line["melds"]:
        return set()
    line["melds"] = [{"kind": "kong", "tiles": "555p"}, *line["melds"][1:]]
    return {"melds", "kong_draw"}


def wilds_of_another_contract(rng: Random, line: Line) -> set[str]:
    contract = line["contract"]
    if line["ruleset"] == "free":
        line["contract"] = {"by": "E", "tai": 2, "form": "two_wild"}
        return {"contract"}
    if contract is None:
        line["wild_kinds"] = "5m"
        return {"wild_kinds", "contract"}
    line["wild_kinds"] = "" if line["wild_kinds"] else "5m"
    # Without the wilds a meld may be none.
    return {"wild_kinds", "contract", "melds"}


def wrong_contract(rng: Random, line: Line) -> set[str]:
    if line["contract"] is None:
        return set()
    change = rng.choice(
        (
            {"tai": 1},
            {"tai": 31},
            {"tai": "2"},
            {"tai": True},
            {"tai": 2.5},
            {"by": "X"},
            {"by": None},
            {"form": "three_wild"},
            {"form": None},
        )
    )
    line["contract"] = line["contract"] | change
    return {"contract"}


FAULTS: tuple[Callable[[Random, Line], set[str]], ...] = (
    wrong_value,
    wrong_value,
    wrong_value,
    missing_field,
    wrong_number_of_tiles,
    fifth_tile,
    own_discard,
    discarder_of_nothing,
    kong_draw_without_kong,
    blessing_out_of_place,
    wrong_meld,
    honour_chow,
    short_kong,
    wilds_of_another_contract,
    wrong_contract,
)


def random_fault(rng: Random) -> Fault:
    """A line with one fault; some are not even JSON."""
    if rng.random() < 0.05:
        return Fault(rng.choice(NOT_A_HAND), frozenset())
    while True:
        line = random_line(rng)
        if line["source"] == "exhausted":
            continue
        fields = rng.choice(FAULTS)(rng, line)
        if fields:
            return Fault(json.dumps(line), frozenset(fields))
