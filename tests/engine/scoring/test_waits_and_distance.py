"""Waits 听 and distance 上听数, against trying every tile."""

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from engine.hands import UNIT, count, pack, unpack
from engine.melds import Meld
from engine.notation import format_tile, parse_tiles
from engine.rulesets import get_ruleset
from engine.scoring import (
    Frame,
    distance,
    evaluate,
    is_complete,
    plan_for,
    split_wilds,
    waits,
    waits_on_discard,
)

WALL = [kind for kind in range(34) for _ in range(4)]


def plan(game="bao", wild_kinds="", melds=(), **options):
    ruleset = get_ruleset(game, options)
    return plan_for(Frame(ruleset, 1, tuple(melds), parse_tiles(wild_kinds)))


def named(found: dict[int, int]) -> dict[str, int]:
    return {format_tile(kind): tai for kind, tai in found.items()}


@st.composite
def near_hands(draw, tiles=13):
    """Sets and a pair with a few tiles exchanged, so that many are ready or nearly so."""
    pieces = draw(st.lists(st.integers(0, 20) | st.integers(100, 133), min_size=4, max_size=4))
    hand = []
    for piece in pieces:
        if piece >= 100:
            hand += [piece - 100] * 3
        else:
            first = piece // 7 * 9 + piece % 7
            hand += [first, first + 1, first + 2]
    hand += [draw(st.integers(0, 33))] * 2
    for _ in range(draw(st.integers(0, 2))):
        hand[draw(st.integers(0, 13))] = draw(st.integers(0, 33))
    assume(all(hand.count(kind) <= 4 for kind in hand))
    return tuple(draw(st.permutations(hand))[:tiles])


plans = st.builds(
    plan,
    game=st.sampled_from(["bao", "free"]),
    wild_kinds=st.sampled_from(["", "5m", "5m6m", "1z2z", "9s1s"]),
    fifth_copy=st.booleans(),
)


def test_two_sided_wait() -> None:
    assert named(waits(plan(), pack(parse_tiles("123m456m789m23p44z")))) == {"1p": 2, "4p": 2}


def test_nine_gates() -> None:
    found = waits(plan(), pack(parse_tiles("1112345678999m")))
    assert list(named(found)) == [f"{rank}m" for rank in range(1, 10)]


def test_a_kind_of_which_none_is_left_is_not_waited_for() -> None:
    kong = Meld("concealed_kong", (9,) * 4, (9,) * 4)
    held = plan(melds=[kong])
    assert named(waits(held, pack(parse_tiles("123m456m23p44z")))) == {"4p": 1}
    assert waits(plan(), pack(parse_tiles("123m456m789m1111p"))) == {}


def test_a_wild_is_waited_for_as_a_full_wild_when_drawn_and_as_its_face_on_a_discard() -> None:
    facts = plan(wild_kinds="9p")
    hand = pack(parse_tiles("123m456m789m23p44z"))
    assert list(named(waits(facts, hand))) == ["1p", "4p", "9p"]
    assert list(named(waits_on_discard(facts, hand))) == ["1p", "4p"]
    face = pack(parse_tiles("123m456m789m78p44z"))
    assert list(named(waits_on_discard(facts, face))) == ["6p", "9p"]


@settings(max_examples=150)
@given(near_hands(), plans)
def test_waits_are_the_kinds_that_complete_the_hand(tiles, facts) -> None:
    hand = pack(tiles)
    expected = {}
    for kind in range(34):
        if count(hand, kind) < 4:
            evaluation = evaluate(facts, *split_wilds(hand + UNIT[kind], facts.frame.wild_kinds))
            if evaluation:
                expected[kind] = evaluation.tai
    assert waits(facts, hand) == expected


@settings(max_examples=150)
@given(near_hands(), plans)
def test_ready_means_that_something_is_waited_for(tiles, facts) -> None:
    hand = pack(tiles)
    assert (distance(facts, hand) == 0) == bool(waits(facts, hand))


@settings(max_examples=150)
@given(near_hands(14), plans)
def test_complete_is_one_before_ready(tiles, facts) -> None:
    hand = pack(tiles)
    naturals, _ = split_wilds(hand, facts.frame.wild_kinds)
    assert (distance(facts, hand) == -1) == is_complete(facts, naturals)


@settings(max_examples=60)
@given(st.permutations(WALL).map(lambda tiles: tuple(tiles[:13])), plans)
def test_one_exchange_at_best_comes_one_step_nearer(tiles, facts) -> None:
    hand = pack(tiles)
    before = distance(facts, hand)
    after = min(
        distance(facts, hand + UNIT[drawn] - UNIT[discarded])
        for drawn in range(34)
        if count(hand, drawn) < 4
        for discarded in {*unpack(hand), drawn}
    )
    assert after == max(0, before - 1) if before else after <= 0


@settings(max_examples=60)
@given(st.permutations(WALL).map(lambda tiles: tuple(tiles[:14])), plans)
def test_fourteen_tiles_are_as_far_as_after_the_best_discard(tiles, facts) -> None:
    hand = pack(tiles)
    best = min(distance(facts, hand - UNIT[kind]) for kind in set(unpack(hand)))
    assert distance(facts, hand) in (best, -1)
