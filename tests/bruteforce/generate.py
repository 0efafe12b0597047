"""Random lines of `score` input that break no rule, leaning towards complete hands."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

from tests.bruteforce.options import CHOICES, complete
from tests.bruteforce.readings import KONGS
from tests.bruteforce.tiles import (
    NAMES,
    SEATS,
    SUITS,
    Block,
    chow,
    is_honour,
    join,
    neighbours,
    pair,
    pung,
)

STYLES = ("mixed", "chows", "pungs", "one suit", "half flush", "honours", "honours and pungs")


class OutOfTilesError(Exception):
    """The four copies of a kind are used up: try another hand."""


def random_line(rng: Random) -> dict[str, Any]:
    """One line of input; the shape of interfaces is kept even where a value is the default."""
    while True:
        try:
            return Maker(rng).line()
        except OutOfTilesError:
            continue


class Maker:
    """Makes one line; its fields are the choices made so far."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng
        self.ruleset = rng.choice(("bao", "free"))
        self.free = self.ruleset == "free"
        self.given = self.some_options()
        self.options = complete(self.ruleset, self.given)
        self.contract = None if self.free else self.some_contract()
        self.wild = self.some_wilds()
        self.used: Counter[str] = Counter()

    def chance(self, share: float) -> bool:
        return self.rng.random() < share

    def some_options(self) -> dict[str, Any]:
        if self.chance(0.2):
            return {}
        share = self.rng.choice((0.1, 0.5))
        return {
            name: self.rng.choice(values) for name, values in CHOICES.items() if self.chance(share)
        }

    def some_contract(self) -> dict[str, Any] | None:
        if self.chance(0.15):
            return None
        highest = self.options["max_bid"]
        return {
            "by": self.rng.choice(SEATS),
            "tai": min(highest, self.rng.choice((2, 2, 2, 3, 3, 4, 5, 6, 8, 9, 13))),
            "form": self.rng.choice(("two_wild", "two_wild", "one_wild", "no_wild")),
        }

    def some_wilds(self) -> tuple[str, ...]:
        count = self.options["free_wild_kinds"] if self.free else 0
        if self.contract:
            count = {"two_wild": 2, "one_wild": 1, "no_wild": 0}[self.contract["form"]]
        if count == 0:
            return ()
        first = self.rng.choice(NAMES)
        adjacent = self.options["wild_pair"] == "adjacent"
        others = [tile for tile in NAMES if tile != first]
        if adjacent:
            others = [tile for tile in others if neighbours(first, tile)]
        return (first, self.rng.choice(others)) if count == 2 else (first,)

    # The hand as it is meant to be read.

    def blocks(self) -> list[Block]:
        style = self.rng.choice(STYLES)
        suit = self.rng.choice(SUITS)
        sets = [self.some_set(style, suit) for _ in range(4)]
        return [*sets, pair(self.some_tile(style, suit))]

    def some_tile(self, style: str, suit: str) -> str:
        honour = style.startswith("honours") or (style == "half flush" and self.chance(0.4))
        if honour or (style in ("mixed", "pungs") and self.chance(0.3)):
            return f"{self.rng.randint(1, 7)}z"
        one_suit = style in ("one suit", "half flush")
        return f"{self.rng.randint(1, 9)}{suit if one_suit else self.rng.choice(SUITS)}"

    def some_set(self, style: str, suit: str) -> Block:
        tile = self.some_tile(style, suit)
        chows = {"chows": 1.0, "mixed": 0.6, "one suit": 0.6, "half flush": 0.5}.get(style, 0.0)
        if style == "honours" and self.chance(0.1):
            return chow(self.rng.randint(1, 7), suit)
        if is_honour(tile) or not self.chance(chows):
            return pung(tile)
        return chow(min(7, int(tile[0])), tile[1])

    # The tiles it is laid with.

    def take(self, tile: str) -> str:
        self.used[tile] += 1
        if self.used[tile] > 4:
            raise OutOfTilesError(tile)
        return tile

    def take_wild(self) -> str:
        left = [tile for tile in self.wild if self.used[tile] < 4]
        if not left:
            raise OutOfTilesError("wilds")
        return self.take(self.rng.choice(left))

    def meld(self, block: Block) -> dict[str, str]:
        kind, tiles = block.kind, list(block.tiles)
        if kind == "pung" and self.chance(0.5):
            kind = self.rng.choice(KONGS)
            tiles.append(tiles[0])
        if self.may_be_wild_meld(kind, tiles) and self.chance(0.3):
            stranger = self.rng.choice([tile for tile in self.wild if tile not in tiles])
            place = self.rng.randrange(len(tiles))
            # Input has no word for which end of an open run the wild was laid at (C8).
            if kind == "chow" and place != 1 and not self.options["fifth_copy"]:
                raise OutOfTilesError("an end of a run")
            tiles[place] = stranger
            if set(tiles) & set(self.wild) != {stranger}:
                raise OutOfTilesError("a wild beside the wild")
        elif not self.may_show_faces(kind, tiles):
            raise OutOfTilesError("a meld of wilds")
        return {"kind": kind, "tiles": join(map(self.take, tiles))}

    def may_be_wild_meld(self, kind: str, tiles: list[str]) -> bool:
        options = self.options
        if not set(self.wild) - set(tiles) or options["wild_meld_max"] == 0:
            return False
        if kind in KONGS:
            return bool(options["wild_kong"]) and not self.free
        return kind == "pung" or bool(options["wild_chow"])

    def may_show_faces(self, kind: str, tiles: list[str]) -> bool:
        """Whether a natural meld may hold the wilds it holds (C6, C7)."""
        if tiles[0] not in self.wild or kind == "chow":
            return True
        if kind in KONGS and not self.options["kong_of_wilds"]:
            return False
        return kind == "concealed_kong" or self.options["wild_discard"] == "face"

    def concealed(self, blocks: list[Block]) -> list[str]:
        wanted = [tile for block in blocks for tile in block.tiles]
        most = min(len(wanted), sum(4 - self.used[tile] for tile in self.wild))
        wilds = self.rng.choice((0, 1, 2, most, self.rng.randint(0, most)))
        places = set(self.rng.sample(range(len(wanted)), min(wilds, most)))
        naturals = [tile for place, tile in enumerate(wanted) if place not in places]
        hand = [self.take(tile) for tile in naturals]
        hand += [self.take_wild() for _ in places]
        if self.chance(0.15):
            hand[self.rng.randrange(len(hand))] = self.take(self.rng.choice(NAMES))
        return hand

    # The win itself.

    def line(self) -> dict[str, Any]:
        if self.chance(0.04):
            return self.common() | {"source": "exhausted", "discarder": None}
        blocks = self.blocks()
        exposed = self.rng.choice((0, 0, 0, 1, 2, 3, 4))
        melds = [self.meld(block) for block in blocks[:exposed]]
        hand = self.concealed(blocks[exposed:])
        self.rng.shuffle(hand)
        last = hand.pop()
        winner = self.rng.choice(SEATS)
        how = self.win(winner, last, melds)
        return (
            self.common()
            | how
            | {
                "winner": winner,
                "concealed": join(hand),
                "winning_tile": last,
                "melds": melds,
            }
        )

    def common(self) -> dict[str, Any]:
        return {
            "ruleset": self.ruleset,
            "options": self.given,
            "wild_kinds": join(self.wild),
            "contract": self.contract,
            "kong_draw": False,
            "blessing": None,
            "laozhuang": self.rng.choice((0, 0, 0, 1, 2, 3, 7)),
        }

    def win(self, winner: str, last: str, melds: list[dict[str, str]]) -> dict[str, Any]:
        sources = ["self_draw"] * 4
        may_discard = last not in self.wild or self.options["wild_discard"] != "forbidden"
        if may_discard and (not self.free or self.chance(0.1)):
            sources += ["discard"] * 4
        if self.may_be_robbed(last):
            sources += ["robbed_kong"] * 4
        source = self.rng.choice(sources)
        drawn = source == "self_draw"
        loser = None if drawn else self.rng.choice(SEATS.replace(winner, ""))
        kongs = any(meld["kind"] in KONGS for meld in melds)
        blessing = None if melds else self.blessing(winner, source, loser)
        return {
            "source": source,
            "discarder": loser,
            "kong_draw": drawn and kongs and self.chance(0.5),
            "blessing": blessing if self.chance(0.4) else None,
        }

    def may_be_robbed(self, tile: str) -> bool:
        """Whether another seat can have made a kong with this tile from what is left (C6)."""
        wild_kongs = not self.free and self.options["wild_meld_max"] and self.options["wild_kong"]
        if tile not in self.wild:
            return self.used[tile] <= (2 if wild_kongs and self.wild else 1)
        pung_of_wilds = self.options["kong_of_wilds"] and self.options["wild_discard"] == "face"
        return bool(wild_kongs) or (pung_of_wilds and self.used[tile] == 1)

    def blessing(self, winner: str, source: str, loser: str | None) -> str | None:
        if winner == "E":
            return "heavenly" if source == "self_draw" else None
        if self.free:
            return "earthly" if source == "self_draw" else None
        return "earthly" if source == "discard" and loser == "E" else None
