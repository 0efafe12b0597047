"""The answer to one line of `score` input, by trying every reading."""

from __future__ import annotations

from collections import Counter
from typing import Any, NamedTuple

from tests.bruteforce import options as option_table
from tests.bruteforce import settle
from tests.bruteforce.readings import Reading, all_readings, meld_readings
from tests.bruteforce.tai import Hand, Worth, worths
from tests.bruteforce.tiles import SEATS, join, most_copies, split

NOBODY = dict.fromkeys(SEATS, 0)


class Answer(NamedTuple):
    """`reasons`: the refusals that are all true of this hand; empty when it wins."""

    wins: bool
    reasons: frozenset[str]
    tai: int
    payments: dict[str, int]
    multiplier: int
    flat_at_best: bool


class Table(NamedTuple):
    """One line of input, taken apart."""

    free: bool
    options: dict[str, Any]
    line: dict[str, Any]
    wild: set[str]
    hand: Hand
    melds: list[list[Any]]
    naturals: Counter[str]
    wilds: int


def take_apart(line: dict[str, Any]) -> Table:
    free = line["ruleset"] == "free"
    options = option_table.complete(line["ruleset"], line["options"])
    wild = set(split(line["wild_kinds"]))
    concealed = split(line["concealed"])
    (last,) = split(line["winning_tile"])
    faces = [tile for meld in line["melds"] for tile in split(meld["tiles"])]
    hand = Hand(
        free=free,
        options=options,
        seat=line["winner"],
        source=line["source"],
        kong_draw=line["kong_draw"],
        blessing=line["blessing"],
        wild_tiles=sum(tile in wild for tile in [*concealed, last, *faces]),
        any_wild_kind=bool(wild),
    )
    naturals = Counter(tile for tile in concealed if tile not in wild)
    if last not in wild or line["source"] != "self_draw":
        naturals[last] += 1
    melds = [
        [
            block
            for block, _ in meld_readings(meld["kind"], split(meld["tiles"]), wild)
            if meld.get("stands_as") in (None, join(block.tiles))
        ]
        for meld in line["melds"]
    ]
    wilds = len(concealed) + 1 - naturals.total()
    return Table(free, options, line, wild, hand, melds, naturals, wilds)


def readings_of(table: Table, every_rank: bool = False) -> list[Reading]:
    """All readings the options allow (C8)."""
    limited = not table.options["fifth_copy"]
    found = all_readings(table.melds, table.naturals, table.wilds, every_rank or limited)
    return [reading for reading in found if not limited or most_copies(reading) <= 4]


def best_worth(table: Table, every_rank: bool = False) -> tuple[int, bool] | None:
    """Most tai over all readings (W4), and whether a flat element reaches it."""
    top: tuple[int, bool] | None = None
    for reading in readings_of(table, every_rank):
        for worth in worths(reading, table.hand):
            top = max(top or (-1, False), (worth.tai, worth.flat))
    return top


def source_reasons(table: Table) -> set[str]:
    """Why this source may not be won on, whatever the hand (W2, W3, P7, C7)."""
    line, options, reasons = table.line, table.options, set()
    (last,) = split(line["winning_tile"])
    if table.free and line["source"] == "discard":
        reasons.add("source_not_allowed")
    if line["source"] == "robbed_kong" and not may_rob(table):
        reasons.add("rob_not_allowed")
    if last in table.wild and line["source"] != "self_draw" and options["wild_discard"] == "dead":
        reasons.add("dead_wild")
    return reasons


def may_rob(table: Table) -> bool:
    line, options = table.line, table.options
    if table.free:
        return bool(options["free_rob"])
    contract = line["contract"]
    if contract is None or options["rob_scope"] == "anyone":
        return True
    return contract["by"] in (line["winner"], line["discarder"])


def tai_reasons(table: Table, tai: int, flat: bool) -> set[str]:
    """Why a complete hand of so many tai is too cheap (W2, W3)."""
    contract = table.line["contract"]
    if contract and contract["by"] == table.line["winner"]:
        return {"below_contract"} if tai < contract["tai"] else set()
    minimum = table.options["free_minimum"] if table.free else 1
    return {"below_minimum"} if tai < minimum and not flat else set()


def score(line: dict[str, Any]) -> Answer:
    """The answer that the rules give to a valid line."""
    free = line["ruleset"] == "free"
    options = option_table.complete(line["ruleset"], line["options"])
    factor = settle.multiplier(options, line["laozhuang"])
    if line["source"] == "exhausted":
        paid = settle.exhausted(free, options, line)
        return Answer(False, frozenset({"exhausted"}), 0, paid, factor, False)
    table = take_apart(line)
    best = best_worth(table)
    reasons = source_reasons(table)
    if best is None:
        return Answer(False, frozenset(reasons | {"not_complete"}), 0, NOBODY, factor, False)
    tai, flat = best
    reasons |= tai_reasons(table, tai, flat)
    paid = NOBODY if reasons else settle.won(free, options, line, tai)
    return Answer(not reasons, frozenset(reasons), tai, paid, factor, flat)


def is_reading_of(table: Table, reading: Reading) -> bool:
    """Whether these blocks, melds first, can be laid with this hand's tiles."""
    laid, rest = reading[: len(table.melds)], reading[len(table.melds) :]
    if any(block not in choice for block, choice in zip(laid, table.melds, strict=True)):
        return False
    places = Counter(tile for block in rest for tile in block.tiles)
    enough = places.total() == table.naturals.total() + table.wilds and table.naturals <= places
    shape = sorted(block.kind for block in rest if block.kind != "pair")
    limited = not table.options["fifth_copy"] and most_copies(reading) > 4
    pairs = sum(block.kind == "pair" for block in rest)
    return enough and not limited and pairs == 1 and set(shape) <= {"chow", "pung"}


def worths_of(table: Table, reading: Reading) -> list[Worth]:
    return worths(reading, table.hand)
