"""Claims on a discard: who may claim what, and whose claim counts (P2-P6, C5-C7)."""

from __future__ import annotations

from itertools import permutations

import pytest

from engine.errors import IllegalAction
from engine.notation import parse_tile, parse_tiles
from engine.play import commands as c
from engine.play import events as e
from engine.play.defaults import waiting_on
from engine.play.state import MatchState
from engine.rules.contract import Form
from engine.seats import E, N, S, W
from tests.engine.play.builder import claim, discard, laid, menu, passes, position, run

SCATTERED = "19m19p19s1234567z"
CONTRACT: tuple[str, int, Form] = ("E", 2, "two_wild")


def offered(tile: str, wilds: str = "", ruleset: str = "bao", **hands: str) -> MatchState:
    """East discards a tile before these hands."""
    contract = CONTRACT if wilds and ruleset == "bao" else None
    held = {"E": SCATTERED + tile, **hands}
    state = position(ruleset=ruleset, hands=held, wilds=wilds, contract=contract)
    return discard(state, tile)


def test_all_three_others_are_asked_whatever_they_hold() -> None:
    state = offered("5z")
    assert waiting_on(state) == (1, 2, 3)
    assert [menu(state, letter) for letter in "ESWN"] == [[], ["pass"], ["pass"], ["pass"]]


def test_nothing_happens_before_the_last_answer() -> None:
    state = offered("4p", S="56p147m258s12345z", N="44p147m258s12345z")
    state, events = run(state, claim("N", "pung", "44p"), claim("S", "chow", "56p"))
    assert [type(event) for event in events] == [e.ClaimMade, e.ClaimMade]
    assert waiting_on(state) == (2,)
    state, events = run(state, c.PassClaim(W))
    assert isinstance(events[-1], e.MeldClaimed)


def test_each_seat_answers_once() -> None:
    state, _ = run(offered("4p"), c.PassClaim(S))
    with pytest.raises(IllegalAction, match="South has answered already"):
        run(state, c.PassClaim(S))
    with pytest.raises(IllegalAction, match="East cannot answer the own tile"):
        run(state, c.PassClaim(E))
    assert menu(state, "S") == []


def test_chow_is_from_the_previous_player_only() -> None:
    state = offered("4p", S="2356p147m258s123z", W="4456p147m258s123z")
    assert menu(state, "S") == [
        "claim chow 23p 234p", "claim chow 35p 345p", "claim chow 56p 456p", "pass",
    ]  # fmt: skip
    assert menu(state, "W") == ["claim pung 44p", "pass"]
    with pytest.raises(IllegalAction, match="West does not play after East") as refused:
        run(state, claim("W", "chow", "56p"))
    assert refused.value.rule == "P2"


@pytest.mark.parametrize(("turn", "following"), ["ES", "SW", "WN", "NE"])
def test_only_the_next_player_in_turn_order_chows(turn: str, following: str) -> None:
    hands = dict.fromkeys("ESWN", "5568p147m258s123z") | {turn: SCATTERED + "7p"}
    state = discard(position(turn=turn, hands=hands), "7p")
    may_chow = [letter for letter in "ESWN" if menu(state, letter, "claim")]
    assert may_chow == [following]


def test_honours_make_no_chow() -> None:
    state = offered("2z", S="13z147m258s1456p56z")
    with pytest.raises(IllegalAction, match="honours make no chow") as refused:
        run(state, claim("S", "chow", "13z"))
    assert (refused.value.code, refused.value.rule) == ("chow_of_honours", "P2")


def test_no_run_crosses_a_suit_border() -> None:
    assert menu(offered("9m", S="8m1p2p147m258s1234z"), "S") == ["claim chow 78m 789m", "pass"]
    assert menu(offered("1p", S="89m47m258s12345z5p"), "S") == ["pass"]


def test_pung_and_kong_are_from_anybody() -> None:
    state = offered("4p", N="444p147m258s1234z")
    assert menu(state, "N") == ["claim pung 44p", "claim kong 444p", "pass"]
    state, events = run(state, claim("N", "kong", "444p"), *passes("SW"))
    assert isinstance(events[-1], e.TileDrawn)
    assert events[-2:] == [
        e.MeldClaimed(N, E, parse_tile("4p"), "kong", parse_tiles("444p"), parse_tiles("4444p")),
        e.TileDrawn(N, events[-1].tile, "tail"),
    ]


def test_a_pung_without_the_tiles_is_refused_with_what_is_held() -> None:
    with pytest.raises(IllegalAction, match="cannot pung 4p: South holds one 4p") as refused:
        run(offered("4p", S="4p147m258s12345z1p"), claim("S", "pung", "44p"))
    assert (refused.value.code, refused.value.rule) == ("not_held", "P3")


def test_the_claimed_tile_moves_from_the_discards_to_the_meld() -> None:
    state, _ = run(offered("4p", W="44p147m258s12345z"), claim("W", "pung", "44p"), *passes("SN"))
    assert state.hand is not None
    assert state.hand.discards[E] == ()
    assert state.hand.melds[W][0].meld.tiles == parse_tiles("444p")
    assert (state.hand.turn, state.hand.source) == (W, "claim")


def test_nobody_claims_and_the_next_player_draws() -> None:
    state = position(hands={"E": SCATTERED + "4p"}, draws="9m")
    state, events = run(discard(state, "4p"), *passes("WSN"))
    assert events[-1] == e.TileDrawn(S, parse_tile("9m"), "head")


def ranked(first: c.Claim, second: c.Claim, state: MatchState) -> int:
    """Whose claim counts; the same in every order of the answers."""
    third = c.PassClaim(({S, W, N} - {first.seat, second.seat}).pop())
    winners = set()
    for order in permutations((first, second, third)):
        _, events = run(state, *order)
        last = next(x for x in events if isinstance(x, e.MeldClaimed | e.HandWon))
        winners.add(last.seat)
    (winner,) = winners
    return winner


def test_a_win_comes_before_a_kong() -> None:
    state = offered("5z", S="555z147m258s1234p", N="123m456p789s11z55z")
    assert ranked(claim("S", "kong", "555z"), claim("N", "win"), state) == N


def test_several_winners_the_first_in_turn_order_wins_alone() -> None:
    state = offered("1z", S="123m456p789s1777z", N="123m456p789s1555z")
    assert ranked(claim("N", "win"), claim("S", "win"), state) == S


def test_a_natural_pung_comes_before_a_natural_chow() -> None:
    state = offered("4p", S="56p147m258s12345z", N="44p147m258s12345z")
    assert ranked(claim("S", "chow", "56p"), claim("N", "pung", "44p"), state) == N


def test_a_natural_chow_comes_before_a_wild_kong() -> None:
    state = offered("4p", wilds="8m9m", S="56p147m258s12345z", N="44p8m147m258s1234z")
    assert ranked(claim("S", "chow", "56p"), claim("N", "kong", "44p8m"), state) == S


def test_a_wild_pung_comes_before_a_wild_chow() -> None:
    state = offered("4p", wilds="8m9m", S="5p8m147m258s12345z", N="4p9m147m258s12345z")
    chow = claim("S", "chow", "5p8m", "456p")
    assert ranked(chow, claim("N", "pung", "4p9m"), state) == N


def test_a_natural_pung_comes_before_a_wild_kong() -> None:
    state = offered("4p", wilds="8m9m", W="4p8m147m258s12345z", N="44p147m258s12345z")
    assert ranked(claim("W", "pung", "4p8m"), claim("N", "pung", "44p"), state) == N


def test_of_equal_claims_the_nearest_in_turn_order_counts() -> None:
    state = offered("4p", wilds="8m9m", W="4p8m147m258s12345z", N="4p9m147m258s12345z")
    assert ranked(claim("N", "pung", "4p9m"), claim("W", "pung", "4p8m"), state) == W


def test_a_higher_claim_that_arrives_last_still_counts() -> None:
    state = offered("4p", S="56p147m258s12345z", N="44p147m258s12345z")
    _, events = run(state, claim("S", "chow", "56p"), c.PassClaim(W), claim("N", "pung", "44p"))
    assert isinstance(events[-1], e.MeldClaimed)
    assert events[-1].seat == N


def test_a_wild_that_shows_its_face_makes_a_natural_meld() -> None:
    state = offered("4p", wilds="5p6p", S="56p147m258s12345z", N="4p5p147m258s12345z")
    assert ranked(claim("S", "chow", "56p", "456p"), claim("N", "pung", "45p"), state) == S


def test_a_wild_chow_says_which_run_it_makes() -> None:
    state = offered("4p", wilds="8m9m", S="5p8m147m258s12345z")
    assert menu(state, "S") == ["claim chow 8m5p 345p", "claim chow 8m5p 456p", "pass"]
    for stands_as in ("345p", "456p"):
        after, _ = run(state, claim("S", "chow", "5p8m", stands_as), *passes("WN"))
        assert after.hand is not None
        assert after.hand.melds[S][0].meld.stands_as == parse_tiles(stands_as)


def test_a_wild_chow_that_does_not_say_is_the_first_possible() -> None:
    state = offered("4p", wilds="8m9m", S="5p8m147m258s12345z")
    _, events = run(state, claim("S", "chow", "5p8m"))
    assert events == [e.ClaimMade(S, "chow", parse_tiles("8m5p"), parse_tiles("345p"))]


def test_the_same_tiles_may_make_a_natural_and_a_wild_chow() -> None:
    state = offered("4p", wilds="5p6p", S="56p147m258s12345z")
    assert menu(state, "S", "claim") == ["claim chow 56p 456p"]
    state = offered("4p", wilds="3p4p", S="35p147m258s12345z")
    assert menu(state, "S", "claim") == ["claim chow 35p 345p"]
    state = offered("5p", wilds="3p4p", S="46p147m258s12345z")
    assert menu(state, "S", "claim") == ["claim chow 46p 456p", "claim chow 46p 567p"]


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({}, ["claim pung 8m4p", "claim chow 8m5p 345p", "claim chow 8m5p 456p"]),
        ({"wild_chow": False}, ["claim pung 8m4p"]),
        ({"wild_meld_max": 0}, []),
    ],
)
def test_melds_with_a_wild_may_be_switched_off(
    options: dict[str, bool], expected: list[str]
) -> None:
    state = position(
        options=options, hands={"E": SCATTERED + "4p", "S": "5p8m147m258s12345z"},
        wilds="8m9m", contract=CONTRACT,
    )  # fmt: skip
    chows = [x for x in expected if "chow" in x]
    assert menu(discard(state, "4p"), "S", "claim") == chows
    state = position(
        options=options, hands={"E": SCATTERED + "4p", "N": "4p8m147m258s12345z"},
        wilds="8m9m", contract=CONTRACT,
    )  # fmt: skip
    assert menu(discard(state, "4p"), "N", "claim") == [x for x in expected if "pung" in x]


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({}, ["claim pung 44p", "claim pung 8m4p", "claim kong 8m44p"]),
        ({"wild_kong": False}, ["claim pung 44p", "claim pung 8m4p"]),
        ({"wild_meld_max": 0}, ["claim pung 44p"]),
    ],
)
def test_c6_an_exposed_kong_holds_a_wild_where_the_options_allow_it(
    options: dict[str, bool], expected: list[str]
) -> None:
    state = position(
        options=options, hands={"E": SCATTERED + "4p", "N": "44p8m47m258s12345z"},
        wilds="8m9m", contract=CONTRACT,
    )  # fmt: skip
    assert menu(discard(state, "4p"), "N", "claim") == expected


def test_free_knows_only_natural_melds() -> None:
    state = offered("4p", ruleset="free", wilds="8m9m", S="45p8m147m258s1234z")
    assert menu(state, "S") == ["pass"]
    with pytest.raises(IllegalAction) as refused:
        run(state, claim("S", "pung", "4p8m"))
    assert refused.value.rule == "C5"


def test_free_discards_are_not_won_on() -> None:
    state = offered("5z", ruleset="free", S="123m456p789s1155z", wilds="8m9m")
    assert menu(state, "S") == ["claim pung 55z", "pass"]
    with pytest.raises(IllegalAction) as refused:
        run(state, claim("S", "win"))
    assert refused.value.code == "source_not_allowed"


def wild_thrown(option: str, hand: str, tile: str = "8m") -> list[str]:
    state = position(
        options={"wild_discard": option}, hands={"E": SCATTERED + tile, "S": hand},
        wilds="8m9m", contract=CONTRACT,
    )  # fmt: skip
    return menu(discard(state, tile), "S")


def test_a_discarded_wild_is_its_own_face() -> None:
    assert wild_thrown("face", "6788m1258s12345z") == [
        "claim pung 88m", "claim chow 67m 678m", "pass",
    ]  # fmt: skip


def test_beside_a_wild_that_stands_in_no_other_wild_shows_its_face() -> None:
    assert wild_thrown("face", "6m9m147p258s12345z") == ["pass"]
    assert wild_thrown("face", "7m9m147p258s12345z") == ["claim chow 79m 789m", "pass"]


def test_a_dead_wild_is_of_use_to_nobody() -> None:
    assert wild_thrown("dead", "6788m1258s12345z") == ["pass"]
    assert wild_thrown("dead", "55p67m1258s12345z", "5p") == ["claim pung 55p", "pass"]
    melds = {"E": [laid("pung", f"{n}{n}{n}p", "S") for n in (1, 3, 5, 7)]}
    state = position(
        options={"wild_discard": "forbidden"}, hands={"E": "89m", "S": "6788m1258s12345z"},
        melds=melds, wilds="8m9m", contract=CONTRACT, source="claim",
    )  # fmt: skip
    assert menu(discard(state, "8m"), "S") == ["pass"]
    state = position(
        options={"wild_discard": "dead"}, hands={"E": SCATTERED + "8m", "S": "88m147p258s12345z"},
        wilds="8m9m", contract=CONTRACT,
    )  # fmt: skip
    with pytest.raises(IllegalAction) as refused:
        run(discard(state, "8m"), claim("S", "pung", "88m"))
    assert refused.value.rule == "C7"


def test_a_win_on_a_dead_wild_is_refused() -> None:
    for option, wins in (("face", True), ("dead", False)):
        state = position(
            options={"wild_discard": option}, wilds="8m9m", contract=CONTRACT,
            hands={"E": SCATTERED + "8m", "S": "67m456p789s55577z"},
        )  # fmt: skip
        assert ("claim win" in menu(discard(state, "8m"), "S")) is wins


def test_the_contractor_needs_the_tai_of_the_bid() -> None:
    for tai, wins in ((2, True), (3, False)):
        state = position(
            hands={"E": SCATTERED + "6p", "S": "123m45p789s55577z"}, wilds="8m9m",
            contract=("S", tai, "two_wild"), discards={"W": "9p"},
        )  # fmt: skip
        assert ("claim win" in menu(discard(state, "6p"), "S")) is wins
    with pytest.raises(IllegalAction, match="2 tai are less than the contract") as refused:
        run(discard(state, "6p"), claim("S", "win"))
    assert (refused.value.code, refused.value.rule) == ("below_contract", "W2")


def test_passing_a_win_has_no_consequence() -> None:
    hands = {"E": SCATTERED + "6p", "S": "123m45p789s55577z"}
    state = position(hands=hands, draws="6p", wall_left=60)
    state, _ = run(discard(state, "6p"), *passes("SWN"))
    assert "win" in menu(state, "S")


def test_a_kong_claim_on_own_pung_needs_three_in_hand() -> None:
    melds = {"W": [laid("pung", "444p", "N")]}
    state = position(hands={"E": SCATTERED + "4p", "W": "147m258s1234z"}, melds=melds)
    assert menu(discard(state, "4p"), "W") == ["pass"]
