"""Winning, best tai and waits against libraries of riichi mahjong, on the same hands.

The hands have no wilds, for the peers know none; the row with eight wilds compares the
engine with itself. Where the engine keeps what it finds out about classes of lanes, every
round has hands of its own, which neither side has met before; as on a running site, it has
met others.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import TypeVar

import riichienv
from mahjong.agari import Agari
from mahjong.hand_calculating.hand import HandCalculator
from mahjong.hand_calculating.hand_config import HandConfig

from benchmarks.hands import KINDS, complete_hands, counts, half_complete, ids
from benchmarks.paired import Rates, Work, alternate
from benchmarks.row import Row
from engine.hands import pack
from engine.rulesets import get_ruleset
from engine.scoring import Frame, Plan, evaluate, is_win, plan_for, waits

HANDS = 4_000
WARM_UP = 5
SETS = 4
SOUTH = 1

Hands = list[tuple[int, ...]]
T = TypeVar("T")


def in_turns(batches: list[list[T]], ask: Callable[[T], object]) -> Work:
    """Each call asks about the hands of the next batch; the first call about several."""
    turns = iter([[hand for batch in batches[:WARM_UP] for hand in batch], *batches[WARM_UP:]])

    def work() -> int:
        hands = next(turns)
        for hand in hands:
            ask(hand)
        return len(hands)

    return work


def batches_of(
    make: Callable[[int, int], Hands], rounds: int, size: int = HANDS, first: int = 0
) -> list[Hands]:
    return [make(size, first + seed) for seed in range(WARM_UP + rounds)]


def each(batches: list[Hands], form: Callable[[tuple[int, ...]], T]) -> list[list[T]]:
    """The batches in another form."""
    return [[form(hand) for hand in batch] for batch in batches]


def plan() -> Plan:
    return plan_for(Frame(get_ruleset("bao"), SOUTH))


def is_complete(hand: int) -> bool:
    return is_win(hand, SETS)


def win_against_mahjong(rounds: int) -> Rates:
    batches = batches_of(half_complete, rounds)
    ours = in_turns(each(batches, pack), is_complete)
    return alternate(ours, in_turns(each(batches, counts), Agari.is_agari), rounds)


def eight_wilds_against_none(rounds: int) -> Rates:
    rng = Random(8)
    batches = batches_of(half_complete, rounds)
    # Six tiles are natural, the other eight of the fourteen are wilds.
    few = each(batches, lambda hand: pack(rng.sample(hand, 6)))
    return alternate(in_turns(few, is_complete), in_turns(each(batches, pack), is_complete), rounds)


def best_tai(batches: list[Hands]) -> Work:
    south = plan()
    return in_turns(each(batches, pack), lambda hand: evaluate(south, hand, 0))


def tai_against_mahjong(rounds: int) -> Rates:
    batches = batches_of(complete_hands, rounds)
    estimate, config = HandCalculator().estimate_hand_value, HandConfig(is_tsumo=True)
    peer = in_turns(each(batches, ids), lambda hand: estimate(hand, hand[0], config=config))
    return alternate(best_tai(batches), peer, rounds)


def tai_against_riichienv(rounds: int) -> Rates:
    batches = batches_of(complete_hands, rounds, first=1_000)
    conditions = riichienv.Conditions(tsumo=True, player_wind=SOUTH)
    evaluator = riichienv.HandEvaluator
    peer = in_turns(each(batches, ids), lambda hand: evaluator(hand).calc(hand[0], [], conditions))
    return alternate(best_tai(batches), peer, rounds)


def ready_hands(size: int, seed: int) -> Hands:
    """Thirteen of the fourteen tiles of hands of which half are complete."""
    rng = Random(seed)
    return [tuple(sorted(rng.sample(hand, 13))) for hand in half_complete(size, seed)]


def waits_against_mahjong(rounds: int) -> Rates:
    batches, south = batches_of(ready_hands, rounds, HANDS // 4), plan()
    ours = in_turns(each(batches, pack), lambda hand: waits(south, hand))
    return alternate(ours, in_turns(each(batches, counts), try_all), rounds)


def try_all(tiles: list[int]) -> list[int]:
    """What a user of a win check alone does: add each kind of which a copy is left."""
    found = []
    for kind in range(KINDS):
        if tiles[kind] < 4:
            tiles[kind] += 1
            if Agari.is_agari(tiles):
                found.append(kind)
            tiles[kind] -= 1
    return found


ROWS = (
    Row("win", "win check ÷ `mahjong` `is_agari`", 10, "hands/s", win_against_mahjong),
    Row(
        "wilds",
        "win check with 8 wilds ÷ own without wilds",
        0.9,
        "hands/s",
        eight_wilds_against_none,
    ),
    Row(
        "tai",
        "best tai with its elements ÷ `mahjong` `estimate_hand_value`",
        50,
        "hands/s",
        tai_against_mahjong,
    ),
    Row(
        "tai-rust",
        "best tai with its elements ÷ `riichienv` `HandEvaluator`",
        2,
        "hands/s",
        tai_against_riichienv,
    ),
    Row("waits", "waits ÷ `mahjong`, 34 tries", 15, "hands/s", waits_against_mahjong),
)
