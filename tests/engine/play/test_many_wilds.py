"""Hands with up to eight wilds 财神 in play (C1, C5-C7, W4)."""

from __future__ import annotations

from engine.notation import parse_tiles
from engine.play import commands as c
from engine.play import events as e
from engine.play.state import MatchState
from engine.rules.contract import Form
from engine.seats import E, S
from tests.engine.play.builder import claim, discard, laid, menu, passes, position, run

CONTRACT: tuple[str, int, Form] = ("S", 2, "two_wild")
EIGHT = "55556666m"


def with_eight(rest: str = "147p258s", **more: object) -> MatchState:
    return position(
        hands={"E": EIGHT + rest}, drawn=rest[-2] + rest[-1], wilds="5m6m", contract=CONTRACT,
        discards={"E": "1z"}, **more,
    )  # fmt: skip


def test_eight_wilds_win_with_six_tiles_that_have_nothing_in_common() -> None:
    state = with_eight("1122z3p9s")
    assert menu(state, "E")[0] == "win"
    _, events = run(state, c.DeclareWin(E))
    won = events[-1]
    assert isinstance(won, e.HandWon)
    assert isinstance(won.breakdown["tai"], int)
    assert won.breakdown["tai"] >= 1
    tiles = "".join(str(one["tiles"]) for one in won.breakdown["as"])
    assert len(parse_tiles(tiles)) == 14


def test_every_kind_of_eight_wilds_may_be_discarded() -> None:
    assert [x for x in menu(with_eight(), "E", "discard") if x[-1] == "m"] == [
        "discard 5m", "discard 6m",
    ]  # fmt: skip


def test_no_kong_of_wilds_though_all_eight_are_held() -> None:
    assert menu(with_eight(), "E", "kong") == []
    state = with_eight(options={"kong_of_wilds": True})
    assert menu(state, "E", "kong") == [
        "kong concealed_kong 5555m", "kong concealed_kong 6666m",
    ]  # fmt: skip


def test_each_wild_kind_offers_its_own_meld_but_never_two_wilds() -> None:
    state = position(
        hands={"E": "19m19p19s1234567z4p", "S": EIGHT + "4p258s1z"}, wilds="5m6m",
        contract=CONTRACT,
    )  # fmt: skip
    assert menu(discard(state, "4p"), "S", "claim") == [
        "claim win", "claim pung 5m4p", "claim pung 6m4p",
    ]  # fmt: skip


def test_wilds_show_their_faces_in_a_natural_run() -> None:
    state = position(
        hands={"E": "19m19p19s1234567z4m", "S": EIGHT + "4p258s1z"}, wilds="5m6m",
        contract=CONTRACT,
    )  # fmt: skip
    assert menu(discard(state, "4m"), "S", "claim") == ["claim chow 56m 456m"]


def test_four_wild_melds_leave_a_hand_of_one_pair() -> None:
    melds = {
        "S": [
            laid("pung", "1p1p5m", "E", "111p"), laid("pung", "2p2p5m", "E", "222p"),
            laid("pung", "3p3p5m", "E", "333p"), laid("pung", "9s9s5m", "E", "999s"),
        ]
    }  # fmt: skip
    state = position(
        hands={"E": "19m19p19s1234567z4p", "S": "6m"}, melds=melds, wilds="5m6m",
        contract=("S", 2, "two_wild"), discards={"E": "1z"},
    )  # fmt: skip
    state = discard(state, "4p")
    assert menu(state, "S") == ["pass"]  # All pungs alone is one tai of the two that were bid.
    state, events = run(state, *passes("SWN"))
    drawn = events[-1]
    assert isinstance(drawn, e.TileDrawn)
    assert drawn.seat == S


def test_a_discarded_wild_is_claimed_as_its_face_by_a_hand_full_of_wilds() -> None:
    state = position(
        hands={"E": "19m19p19s1234567z5m", "N": "5556666m47p258s1z"}, wilds="5m6m",
        contract=CONTRACT,
    )  # fmt: skip
    state = discard(state, "5m")
    assert menu(state, "N", "claim") == ["claim pung 55m"]
    _, events = run(state, claim("N", "pung", "55m"), *passes("SW"))
    assert isinstance(events[-1], e.MeldClaimed)
    assert events[-1].stands_as == parse_tiles("555m")
