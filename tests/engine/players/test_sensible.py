"""The sensible player, one decision at a time."""

from __future__ import annotations

import pytest

from engine import players
from engine.errors import InvalidInput
from engine.hands import pack
from engine.melds import Meld
from engine.notation import format_tile, parse_tile, parse_tiles
from engine.play import commands as c
from engine.play.state import MatchState
from engine.players import Chance, SeatView, seat_view
from engine.rules.contract import Contract
from engine.rulesets import get_ruleset
from engine.selfplay import play_one
from engine.tiles import KINDS

SENSIBLE = players.get("sensible")
NOBODY = ((),) * 4


def view(hand: str, ruleset: str = "bao", **changes) -> SeatView:
    """East's own turn early in a hand without wilds."""
    tiles = parse_tiles(hand)
    base = SeatView(
        ruleset=get_ruleset(ruleset),
        seat=0,
        phase="turn",
        concealed=pack(tiles),
        melds=NOBODY,
        discards=NOBODY,
        wilds=(),
        contract=None,
        spoken=(),
        wall_left=80,
        tile=tiles[-1],
        offered_by=None,
    )
    return base._replace(**changes)


def discards(hand: str) -> list[c.Discard]:
    return [c.Discard(0, kind) for kind in sorted(set(parse_tiles(hand)))]


def discarded(hand: str, **changes) -> str:
    """What is discarded from a hand."""
    command = SENSIBLE.choose(view(hand, **changes), discards(hand), Chance("t"))
    assert isinstance(command, c.Discard)
    return format_tile(command.tile)


@pytest.mark.parametrize(
    ("hand", "tile"),
    [
        ("123m456m789m12p55p4z", "4z"),
        ("123m456p789s23m99s1p3z", "1p 3z"),
        ("1122334m55667p19s", "1s 9s"),
    ],
)
def test_the_tile_that_is_in_the_way_goes(hand, tile):
    assert discarded(hand) in tile.split()


def test_a_wild_tile_is_kept():
    assert discarded("123m456m789m12p5p5z4z", wilds=parse_tiles("5z")) != "5z"


def test_a_dead_wait_is_left_for_a_live_one():
    # With 9s gone it waits for 3p, of which none is left; with 1p and 2p it would wait in 索.
    gone = (parse_tiles("3333p"), (), (), ())
    assert discarded("123m456m789m12p889s", discards=gone) in ("1p", "2p")


def test_free_needs_three_tai_so_a_flush_is_kept():
    flush = discarded("1123455678m2p9s4z", ruleset="free")
    assert flush in ("2p", "9s", "4z")


def win_offered(phase: str = "claims") -> tuple[SeatView, list]:
    seen = view("123m456m789m12p55p", phase=phase, tile=parse_tile("3p"), offered_by=3)
    legal = [c.Claim(0, "win"), c.Claim(0, "chow", parse_tiles("12p")), c.PassClaim(0)]
    return seen, legal


def test_every_win_is_taken():
    seen, legal = win_offered()
    assert SENSIBLE.choose(seen, legal, Chance("t")) == c.Claim(0, "win")
    own = view("123m456m789m12p55p3p")
    legal = [c.DeclareWin(0), *discards("123m456m789m12p55p3p")]
    assert SENSIBLE.choose(own, legal, Chance("t")) == c.DeclareWin(0)


def claimed(hand: str, tile: str, claims: list[c.Claim], **changes) -> c.SeatCommand:
    seen = view(hand, phase="claims", tile=parse_tile(tile), offered_by=3, **changes)
    return SENSIBLE.choose(seen, [*claims, c.PassClaim(0)], Chance("t"))


def test_a_claim_that_makes_the_hand_ready_is_made():
    chow = c.Claim(0, "chow", parse_tiles("12p"), parse_tiles("123p"))
    assert claimed("123m456m13s12p55p9s4z", "3p", [chow]) == chow


def test_a_claim_that_helps_nothing_is_passed():
    chow = c.Claim(0, "chow", parse_tiles("46p"), parse_tiles("456p"))
    assert claimed("123m456p789s12m55s", "5p", [chow]) == c.PassClaim(0)


def test_a_claim_that_leaves_the_hand_worthless_is_passed():
    # Free wants three tai; a chow in another suit gives the flush away for nothing.
    chow = c.Claim(0, "chow", parse_tiles("23p"), parse_tiles("123p"))
    assert claimed("1123455678m23p4z", "1p", [chow], ruleset="free") == c.PassClaim(0)


def bid(hand: str, **changes) -> c.SeatCommand:
    legal = [
        c.PassBid(0),
        *[
            c.Bid(0, tai, form)
            for tai in range(2, 14)
            for form in ("two_wild", "one_wild", "no_wild")
        ],
    ]
    return SENSIBLE.choose(view(hand, phase="auction", **changes), legal, Chance("t"))


def test_a_strong_hand_is_bid_on_and_a_weak_one_is_not():
    assert isinstance(bid("111z222m333m44m567z8m"), c.Bid)
    assert bid("147m258p369s12345z") == c.PassBid(0)


def test_wilds_are_named_that_the_hand_holds():
    hand = "555m66m123p789p1234z"
    legal = [c.NameWilds(0, (kind, kind + 1)) for kind in range(8)]
    contract = Contract(0, 2, "two_wild")
    seen = view(hand, phase="naming", contract=contract)
    chosen = SENSIBLE.choose(seen, legal, Chance("t"))
    assert chosen.kinds in ((4, 5), (3, 4), (5, 6))


def test_a_concealed_kong_that_costs_nothing_is_declared():
    hand = "1111z23m456m789p55p"
    kong = c.DeclareKong(0, "concealed_kong", parse_tiles("1111z"))
    assert SENSIBLE.choose(view(hand), [kong, *discards(hand)], Chance("t")) == kong


def test_a_kong_that_breaks_the_hand_is_not():
    hand = "4444m56m123p789p55p"
    kong = c.DeclareKong(0, "concealed_kong", parse_tiles("4444m"))
    assert SENSIBLE.choose(view(hand), [kong, *discards(hand)], Chance("t")) != kong


def test_a_player_sees_no_hidden_tile():
    """Two states that differ only in what a seat cannot see look the same to it."""
    states: list[MatchState] = []
    play_one("bao", hands=1, watch=lambda state, event: states.append(state))
    for state in states:
        hand = state.hand
        if state.phase != "hand" or hand is None:
            continue
        for seat in range(4):
            others = [
                hand.hands[other] if other == seat else pack((other,) * 3) for other in range(4)
            ]
            laid = tuple(
                melds
                if owner == seat
                else tuple(
                    x._replace(meld=Meld("concealed_kong", (owner,) * 4, (owner,) * 4))
                    if x.meld.is_concealed
                    else x
                    for x in melds
                )
                for owner, melds in enumerate(hand.melds)
            )
            hidden = hand._replace(
                hands=tuple(others),
                melds=laid,
                wall=bytes(136),
                answers=(),
                tile=hand.tile if hand.turn == seat or hand.phase in ("claims", "rob") else 5,
            )
            assert seat_view(state._replace(hand=hidden), seat) == seat_view(state, seat)


def test_the_same_seed_plays_the_same_match():
    first, second = (
        play_one("bao", hands=2, seed="s", levels=("sensible", "random") * 2) for _ in range(2)
    )
    assert first.record() == second.record()
    other = play_one("bao", hands=2, seed="s2", levels=("sensible", "random") * 2)
    assert other.record() != first.record()


def test_levels_are_named_when_one_is_unknown():
    with pytest.raises(InvalidInput, match="random, sensible"):
        players.get("grandmaster")


def test_chance_is_even_and_repeatable():
    counts = [0] * KINDS
    chance = Chance("even")
    for _ in range(6800):
        counts[chance.randrange(KINDS)] += 1
    assert min(counts) > 140
    assert max(counts) < 260
    assert [Chance("a").randrange(10**9) for _ in range(2)] == [919_358_381] * 2
