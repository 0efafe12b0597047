"""What a hand waits for, and the tai of each tile, held against trying all 34 kinds slowly."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

from engine.hands import pack
from engine.notation import format_tile, parse_tiles
from engine.rules.melding import meld_readings
from engine.rulesets import get_ruleset
from engine.scoring import Frame, plan_for, waits, waits_on_discard
from engine.seats import parse_seat
from tests.bruteforce import oracle
from tests.bruteforce.generate import random_line
from tests.bruteforce.tiles import NAMES, split

HANDS = 40


def ready_lines(seed: int) -> list[dict[str, Any]]:
    """Hands without the winning tile, most of them waiting for one."""
    rng = Random(seed)
    lines: list[dict[str, Any]] = []
    while len(lines) < HANDS:
        line = random_line(rng)
        if line["source"] != "exhausted":
            lines.append(line | {"kong_draw": False, "blessing": None})
    return lines


def frame_of(line: dict[str, Any]) -> Frame:
    ruleset = get_ruleset(line["ruleset"], line["options"])
    wilds = parse_tiles(line["wild_kinds"])
    melds = tuple(
        meld_readings(ruleset.options, meld["kind"], parse_tiles(meld["tiles"]), wilds)[0]
        for meld in line["melds"]
    )
    return Frame(ruleset, parse_seat(line["winner"]), melds, wilds)


def tried(line: dict[str, Any], source: str) -> dict[str, int]:
    """Every kind of which a copy is left, with the tai of the hand that it completes."""
    held = Counter(split(line["concealed"]))
    held.update(tile for meld in line["melds"] for tile in split(meld["tiles"]))
    found = {}
    for tile in NAMES:
        if held[tile] < 4:
            best = oracle.best_worth(
                oracle.take_apart(line | {"source": source, "winning_tile": tile})
            )
            if best is not None:
                found[tile] = best[0]
    return found


def test_the_waits_of_a_self_draw_are_those_found_by_trying() -> None:
    for line in ready_lines(1):
        hand = pack(parse_tiles(line["concealed"]))
        found = waits(plan_for(frame_of(line)), hand)
        assert {format_tile(kind): tai for kind, tai in found.items()} == tried(line, "self_draw")


def test_the_waits_on_a_discard_are_those_found_by_trying() -> None:
    for line in ready_lines(2):
        hand = pack(parse_tiles(line["concealed"]))
        found = waits_on_discard(plan_for(frame_of(line)), hand)
        assert {format_tile(kind): tai for kind, tai in found.items()} == tried(line, "discard")
