"""A hand at the table, kept by hand from its events alone: who may do what, and what follows.

Written from the rules, without a look at the engine: tiles are texts, hands are lists, and every
question is answered by trying. Wins are scored by the oracle.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import combinations
from typing import Any

from tests.bruteforce import oracle, settle
from tests.bruteforce.tiles import NAMES, SEATS, is_honour, join, neighbours, split

FORMS = ("two_wild", "one_wild", "no_wild")
CLAIM_ORDER = {"win": 0, "pung": 1, "kong": 1, "chow": 2, "wild pung": 3, "wild kong": 3}
Action = tuple[str, ...]


def after(seat: str, turns: int = 1) -> str:
    return SEATS[(SEATS.index(seat) + turns) % 4]


def snake_case(name: str) -> str:
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name).lower()


class Meld:
    """`tiles` as they lie, `kind` of meld, `run` the tiles they stand for."""

    def __init__(self, kind: str, tiles: Iterable[str], run: Iterable[str]) -> None:
        self.kind, self.tiles, self.run = kind, sorted(tiles), sorted(run)

    @property
    def natural(self) -> bool:
        return self.tiles == self.run


class Table:
    """One hand. `stage` is auction, naming, turn, discard, kong or over."""

    def __init__(self, free: bool, options: dict[str, Any], repeat: int, wall: list[str]) -> None:
        self.free, self.options, self.repeat = free, options, repeat
        self.wall = wall[53:]
        bounds = dict(zip(SEATS, ((0, 14), (14, 27), (27, 40), (40, 53)), strict=True))
        self.hands = {seat: wall[start:end] for seat, (start, end) in bounds.items()}
        self.melds: dict[str, list[Meld]] = {seat: [] for seat in SEATS}
        self.story: list[tuple[str, str]] = []
        self.voices: list[tuple[str, tuple[int, int] | None]] = []
        self.contract: dict[str, Any] | None = None
        self.wilds: tuple[str, ...] = ()
        self.stage = "naming" if free else "auction"
        self.seat, self.tile, self.how = "E", wall[13], "dealt"
        self.barred: set[str] = set()
        self.answers: dict[str, Action] = {}

    # What a seat may do.

    def menu(self, seat: str) -> set[Action]:
        if self.stage in ("discard", "kong"):
            if seat == self.seat or seat in self.answers:
                return set()
            return {("pass",)} | set(self.claims(seat))
        if seat != self.acting():
            return set()
        look = {"auction": self.bids, "naming": self.namings, "turn": self.moves}
        return set(look[self.stage]()) if self.stage in look else set()

    def acting(self) -> str:
        if self.stage == "auction":
            return self.speaker()
        if self.stage == "naming":
            return self.contract["by"] if self.contract else "E"
        return self.seat

    def speaker(self) -> str:
        if not self.voices:
            return "E"
        seat = after(self.voices[-1][0])
        if not self.options["bid_reentry"]:
            silent = {who for who, bid in self.voices if bid is None}
            while seat in silent and len(silent) < 4:
                seat = after(seat)
        return seat

    def bids(self) -> Iterator[Action]:
        yield ("pass_bid",)
        last = max((bid for _, bid in self.voices if bid), default=(0, 0))
        for tai in range(2, self.options["max_bid"] + 1):
            for place, form in enumerate(FORMS):
                if (tai, place) > last:
                    yield "bid", str(tai), form

    def namings(self) -> list[Action]:
        count = self.options["free_wild_kinds"]
        if self.contract:
            count = 2 - FORMS.index(self.contract["form"])
        held = [name for name in NAMES if name in self.hands[self.acting()]]
        must_hold = not self.free and self.options["wild_must_be_held"]
        return (must_hold and self.wild_sets(held, count)) or self.wild_sets(NAMES, count)

    def wild_sets(self, kinds: Iterable[str], count: int) -> list[Action]:
        free_choice = self.options["wild_pair"] == "any"
        return [
            ("name_wilds", join(named))
            for named in combinations(kinds, count)
            if count < 2 or free_choice or neighbours(*named)
        ]

    def moves(self) -> Iterator[Action]:
        if self.how != "claimed":
            if self.may_win(self.seat):
                yield ("win",)
            if self.may_kong():
                yield from self.own_kongs()
        for tile in self.discards():
            yield "discard", tile

    def may_kong(self) -> bool:
        return len(self.wall) > self.options["dead_wall"]

    def discards(self) -> set[str]:
        held = set(self.hands[self.seat])
        banned = set(self.wilds) if self.options["wild_discard"] == "forbidden" else set()
        return (held - banned - self.barred) or (held - banned) or held

    def may_stand_in(self, what: str) -> bool:
        """Whether a wild may stand for another tile in such a meld (C5, C6)."""
        allowed = {"pung": True, "chow": self.options["wild_chow"]}
        allowed["kong"] = self.options["wild_kong"] and not self.free
        return bool(allowed[what] and self.options["wild_meld_max"])

    def own_kongs(self) -> Iterator[Action]:
        hand = Counter(self.hands[self.seat])
        held_wilds = [wild for wild in self.wilds if hand[wild]]
        for tile in hand:
            if hand[tile] == 4 and self.may_be_kong(tile):
                yield "kong", "concealed_kong", join([tile] * 4)
            if hand[tile] >= 3 and tile not in self.wilds and self.may_stand_in("kong"):
                for wild in held_wilds:
                    yield "kong", "concealed_kong", join([tile] * 3 + [wild])
        for meld in self.melds[self.seat]:
            if meld.kind != "pung":
                continue
            tile = meld.run[0]
            allowed = self.may_be_kong(tile) if meld.natural else self.may_stand_in("kong")
            if hand[tile] and allowed:
                own = () if tile not in self.wilds else (join([tile] * 4),)
                yield "kong", "added_kong", join([tile]), *own
            if meld.natural and tile not in self.wilds and self.may_stand_in("kong"):
                for wild in held_wilds:
                    yield "kong", "added_kong", join([wild]), join([tile] * 4)

    def may_be_kong(self, tile: str) -> bool:
        return tile not in self.wilds or bool(self.options["kong_of_wilds"])

    def claims(self, seat: str) -> Iterator[Action]:
        if self.may_win(seat):
            yield "claim", "win", ""
        dead = self.tile in self.wilds and self.options["wild_discard"] != "face"
        if self.stage == "kong" or dead:
            return
        for kind in ("pung", "kong"):
            if kind == "pung" or self.may_kong():
                yield from self.equal_tiles(seat, kind, 2 if kind == "pung" else 3)
        if seat == after(self.seat) and not is_honour(self.tile):
            yield from self.runs(seat)

    def equal_tiles(self, seat: str, kind: str, needed: int) -> Iterator[Action]:
        hand = Counter(self.hands[seat])
        if hand[self.tile] >= needed and (kind == "pung" or self.may_be_kong(self.tile)):
            yield "claim", kind, join([self.tile] * needed)
        if (
            hand[self.tile] >= needed - 1
            and self.tile not in self.wilds
            and self.may_stand_in(kind)
        ):
            for wild in self.wilds:
                if hand[wild]:
                    yield "claim", kind, join([self.tile] * (needed - 1) + [wild])

    def runs(self, seat: str) -> Iterator[Action]:
        hand, number, suit = self.hands[seat], int(self.tile[0]), self.tile[1]
        for low in range(max(1, number - 2), min(7, number) + 1):
            run = [f"{low + step}{suit}" for step in range(3)]
            others = [tile for tile in run if tile != self.tile]
            if all(tile in hand for tile in others):
                yield "claim", "chow", join(others), join(run)
            if self.tile in self.wilds or not self.may_stand_in("chow"):
                continue
            for kept, gap in (others, others[::-1]):
                for wild in self.wilds:
                    if kept in hand and kept not in self.wilds and wild in hand and wild != gap:
                        yield "claim", "chow", join([kept, wild]), join(run)

    def may_win(self, seat: str) -> bool:
        if self.stage == "discard" and self.options["wild_discard"] == "forbidden":
            # Only somebody who holds nothing else ever discards one.
            return self.tile not in self.wilds and oracle.score(self.line(seat)).wins
        return oracle.score(self.line(seat)).wins

    def line(self, seat: str) -> dict[str, Any]:
        drawn = self.stage == "turn"
        concealed = list(self.hands[seat])
        if drawn:
            concealed.remove(self.tile)
        return {
            "ruleset": "free" if self.free else "bao",
            "options": self.options,
            "winner": seat,
            "source": {"turn": "self_draw", "discard": "discard", "kong": "robbed_kong"}[
                self.stage
            ],
            "discarder": None if drawn else self.seat,
            "concealed": join(concealed),
            "winning_tile": self.tile,
            "melds": [
                {"kind": meld.kind, "tiles": join(meld.tiles), "stands_as": join(meld.run)}
                for meld in self.melds[seat]
            ],
            "wild_kinds": join(self.wilds),
            "contract": self.contract,
            "kong_draw": drawn and self.how == "replacement",
            "blessing": self.blessing(seat),
            "laozhuang": self.repeat,
        }

    def blessing(self, seat: str) -> str | None:
        """E12."""
        acts = [act for act, _ in self.story]
        if self.stage == "turn" and seat == "E" and not acts:
            return "heavenly"
        if self.free:
            first = self.stage == "turn" and self.story[-1:] == [("draw", seat)]
            calm = not {"claim", "kong"} & set(acts) and self.story.count(("draw", seat)) == 1
            return "earthly" if first and calm and seat != "E" else None
        discards = [who for act, who in self.story if act == "discard"]
        return "earthly" if self.stage == "discard" and discards == ["E"] else None

    # What follows.

    def hears(self, kind: str, data: dict[str, Any]) -> None:
        """One event."""
        handler = getattr(self, f"on_{snake_case(kind)}", None)
        if handler:
            handler(data)

    def on_bid_made(self, data: dict[str, Any]) -> None:
        self.voices.append((data["seat"], (data["tai"], FORMS.index(data["form"]))))

    def on_bid_passed(self, data: dict[str, Any]) -> None:
        self.voices.append((data["seat"], None))

    def on_auction_ended(self, data: dict[str, Any]) -> None:
        assert data == {"outcome": self.auction_outcome(), "contract": self.auction_contract()}
        self.contract = data["contract"]
        wilds = self.contract and self.contract["form"] != "no_wild"
        self.stage = "naming" if wilds else "turn"

    def auction_outcome(self) -> str | None:
        """How the auction is over; None while it goes on (A1, A4)."""
        bids = [(who, bid) for who, bid in self.voices if bid]
        if not bids:
            return None if len(self.voices) < 4 else str(self.options["all_pass"])
        if self.options["bid_reentry"]:
            over = len(self.voices) >= 3 and all(bid is None for _, bid in self.voices[-3:])
        else:
            over = len({who for who, bid in self.voices if bid is None} | {bids[-1][0]}) == 4
        return "contract" if over else None

    def auction_contract(self) -> dict[str, Any] | None:
        bids = [(who, bid) for who, bid in self.voices if bid]
        if bids:
            who, (tai, form) = bids[-1]
            return {"by": who, "tai": tai, "form": FORMS[form]}
        if self.options["all_pass"] == "dealer_forced":
            return {"by": "E", "tai": 2, "form": "two_wild"}
        return None

    def on_wilds_named(self, data: dict[str, Any]) -> None:
        self.wilds = tuple(split(data["kinds"]))
        self.stage = "turn"

    def on_tile_drawn(self, data: dict[str, Any]) -> None:
        from_head = data["source"] == "head"
        assert len(self.wall) > self.options["dead_wall"]
        assert data["tile"] == self.wall.pop(0 if from_head else -1)
        self.seat, self.tile, self.stage = data["seat"], data["tile"], "turn"
        self.how = "drawn" if from_head else "replacement"
        self.hands[self.seat].append(self.tile)
        self.story.append(("draw", self.seat))

    def on_tile_discarded(self, data: dict[str, Any]) -> None:
        self.tile, self.stage, self.answers, self.barred = data["tile"], "discard", {}, set()
        self.hands[self.seat].remove(self.tile)
        self.story.append(("discard", self.seat))

    def on_claim_passed(self, data: dict[str, Any]) -> None:
        self.answers[data["seat"]] = ("pass",)

    def on_claim_made(self, data: dict[str, Any]) -> None:
        run = (data["stands_as"],) if data["kind"] == "chow" else ()
        self.answers[data["seat"]] = ("claim", data["kind"], data["tiles"], *run)

    def on_meld_claimed(self, data: dict[str, Any]) -> None:
        seat, used = data["seat"], split(data["tiles"])
        assert data["from"] == self.seat
        for tile in used:
            self.hands[seat].remove(tile)
        meld = Meld(data["kind"], [*used, self.tile], split(data["stands_as"]))
        self.melds[seat].append(meld)
        self.story.append(("claim", seat))
        self.seat, self.how, self.stage = seat, "claimed", "turn"
        if data["kind"] == "chow" and self.options["swap_call"]:
            self.barred = self.swaps(meld)

    def swaps(self, meld: Meld) -> set[str]:
        """P8: the tile claimed, and the one that makes a run with the two others."""
        number, suit = int(self.tile[0]), self.tile[1]
        numbers = sorted(int(tile[0]) for tile in meld.run)
        barred = {self.tile}
        if number == numbers[0] and number + 3 <= 9:
            barred.add(f"{number + 3}{suit}")
        if number == numbers[2] and number - 3 >= 1:
            barred.add(f"{number - 3}{suit}")
        return barred

    def on_kong_declared(self, data: dict[str, Any]) -> None:
        seat, added = data["seat"], data["tile"]
        kong = Meld(data["kind"], split(data["tiles"]), split(data["stands_as"]))
        self.story.append(("kong", seat))
        for tile in [added] if added else kong.tiles:
            self.hands[seat].remove(tile)
        if added:
            self.melds[seat].remove(self.pung_under(seat, kong, added))
            self.tile, self.stage, self.answers = added, "kong", {}
        self.melds[seat].append(kong)

    def pung_under(self, seat: str, kong: Meld, added: str) -> Meld:
        for meld in self.melds[seat]:
            if meld.kind == "pung" and sorted([*meld.tiles, added]) == kong.tiles:
                return meld
        raise AssertionError("no pung for this kong")

    def best_answer(self) -> tuple[str, Action] | None:
        """P5, P6: whose claim counts; None if all passed."""
        made = [
            (
                CLAIM_ORDER.get(self.grade(answer), 4),
                (SEATS.index(seat) - SEATS.index(self.seat)) % 4,
                seat,
            )
            for seat, answer in self.answers.items()
            if answer[0] == "claim"
        ]
        if not made:
            return None
        seat = min(made)[2]
        return seat, self.answers[seat]

    def grade(self, answer: Action) -> str:
        kind, tiles = answer[1], split(answer[2])
        if kind == "win":
            return kind
        run = split(answer[3]) if kind == "chow" else [self.tile] * (len(tiles) + 1)
        return kind if sorted([*tiles, self.tile]) == sorted(run) else f"wild {kind}"

    def follows(self) -> tuple[str, str | None]:
        """The event that must come after the last answer, and whose it is."""
        best = self.best_answer()
        if best:
            return ("HandWon" if best[1][1] == "win" else "MeldClaimed"), best[0]
        if self.stage == "kong":
            return "TileDrawn", self.seat
        if len(self.wall) <= self.options["dead_wall"]:
            return "HandExhausted", None
        return "TileDrawn", after(self.seat)

    def exhausted_payments(self) -> dict[str, int]:
        line = {"contract": self.contract, "laozhuang": self.repeat}
        return settle.exhausted(self.free, self.options, line)
