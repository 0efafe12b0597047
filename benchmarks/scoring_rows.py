"""Winning, best tai and waits against libraries of riichi mahjong, on the same hands.

The hands have no wilds, for the peers know none; the row with eight wilds compares the
engine with itself. Where the engine keeps what it finds out about classes of lanes, every
round has hands of its own, which neither side has met before; as on a running site, it has
met others.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import cycle
from random import Random

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
SETS = 4
SOUTH = 1


def plan() -> Plan:
    return plan_for(Frame(get_ruleset("bao"), SOUTH))


def win_checks(hands: list[int]) -> Work:
    def work() -> int:
        for hand in hands:
            is_win(hand, SETS)
        return len(hands)

    return work


def win_against_mahjong(rounds: int) -> Rates:
    hands = half_complete(HANDS)
    theirs = [counts(hand) for hand in hands]
    check = Agari.is_agari

    def peer() -> int:
        for tiles in theirs:
            check(tiles)
        return len(theirs)

    return alternate(win_checks([pack(hand) for hand in hands]), peer, rounds)


def eight_wilds_against_none(rounds: int) -> Rates:
    rng = Random(8)
    hands = half_complete(HANDS)
    # Six tiles are natural, the other eight of the fourteen are wilds.
    few = [pack(rng.sample(hand, 6)) for hand in hands]
    return alternate(win_checks(few), win_checks([pack(hand) for hand in hands]), rounds)


def new_hands_each(rounds: int) -> list[list[tuple[int, ...]]]:
    """Complete hands for the warm-up and for each round, no two of them alike."""
    hands = list(dict.fromkeys(complete_hands(HANDS * (rounds + 2))))
    return [hands[first : first + HANDS] for first in range(0, HANDS * (rounds + 1), HANDS)]


def best_tai(batches: list[list[tuple[int, ...]]]) -> Work:
    packed = cycle([[pack(hand) for hand in hands] for hands in batches])
    south = plan()
    for hand in complete_hands(5 * HANDS, seed=2):
        evaluate(south, pack(hand), 0)

    def work() -> int:
        for hand in next(packed):
            evaluate(south, hand, 0)
        return HANDS

    return work


def tai_against_mahjong(rounds: int) -> Rates:
    batches = new_hands_each(rounds)
    theirs = cycle([[ids(hand) for hand in hands] for hands in batches])
    estimate, config = HandCalculator().estimate_hand_value, HandConfig(is_tsumo=True)

    def peer() -> int:
        for tiles in next(theirs):
            estimate(tiles, tiles[0], config=config)
        return HANDS

    return alternate(best_tai(batches), peer, rounds)


def tai_against_riichienv(rounds: int) -> Rates:
    batches = new_hands_each(rounds)
    theirs = cycle([[ids(hand) for hand in hands] for hands in batches])
    conditions = riichienv.Conditions(tsumo=True, player_wind=SOUTH)
    evaluator = riichienv.HandEvaluator

    def peer() -> int:
        for tiles in next(theirs):
            evaluator(tiles).calc(tiles[0], [], conditions)
        return HANDS

    return alternate(best_tai(batches), peer, rounds)


def waits_against_mahjong(rounds: int) -> Rates:
    rng, size = Random(13), HANDS // 4
    hands = [tuple(sorted(rng.sample(hand, 13))) for hand in half_complete(size * (rounds + 1))]
    starts = range(0, len(hands), size)
    packed = cycle([[pack(hand) for hand in hands[first : first + size]] for first in starts])
    theirs = cycle([[counts(hand) for hand in hands[first : first + size]] for first in starts])
    south = plan()

    def ours() -> int:
        for hand in next(packed):
            waits(south, hand)
        return size

    return alternate(ours, tries(theirs, Agari.is_agari), rounds)


def tries(batches: Iterator[list[list[int]]], check: Callable[[list[int]], bool]) -> Work:
    """What a user of a win check alone does: add each kind of which a copy is left."""

    def work() -> int:
        hands = next(batches)
        for tiles in hands:
            for kind in range(KINDS):
                if tiles[kind] < 4:
                    tiles[kind] += 1
                    check(tiles)
                    tiles[kind] -= 1
        return len(hands)

    return work


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
