"""Heavenly 天胡 and earthly 地胡 wins (E12)."""

from __future__ import annotations

from engine.notation import parse_tiles
from engine.play import commands as c
from engine.play import events as e
from engine.play.state import MatchState
from engine.seats import E
from tests.engine.play.builder import claim, discard, laid, passes, position, run

READY = "123m45p789s55577z"


def elements(*events: e.Event) -> list[object]:
    won = events[-1]
    assert isinstance(won, e.HandWon)
    listed = won.breakdown["elements"]
    assert isinstance(listed, list)
    return [element["id"] for element in listed]


def dealt(hand: str, **more: object) -> MatchState:
    return position(hands={"E": hand}, drawn="7z", source="deal", **more)


def test_the_dealer_wins_with_the_tiles_dealt() -> None:
    _, events = run(dealt("123m456p789s55577z"), c.DeclareWin(E))
    assert elements(*events) == ["heavenly"]


def test_after_a_kong_a_win_is_not_heavenly() -> None:
    state = dealt("1111m45p789s55577z", replacement="6p")
    state, _ = run(state, c.DeclareKong(E, "concealed_kong", parse_tiles("1111m")))
    _, events = run(state, c.DeclareWin(E))
    assert "heavenly" not in elements(*events)
    assert "kong_draw" in elements(*events)


def test_bao_a_win_on_the_dealers_first_discard_is_earthly() -> None:
    state = position(hands={"E": "19m19p19s1234567z6p", "N": READY}, source="deal", drawn="7z")
    _, events = run(discard(state, "6p"), claim("N", "win"), *passes("SW"))
    assert elements(*events) == ["earthly"]


def test_bao_the_dealers_second_discard_is_not_earthly() -> None:
    state = position(
        hands={"E": "19m19p19s1234567z6p", "N": READY}, discards={"E": "9p", "S": "9s"}
    )
    _, events = run(discard(state, "6p"), claim("N", "win"), *passes("SW"))
    assert elements(*events) == ["dragon_pung", "no_wild"]


def test_bao_the_second_discard_is_not_earthly_though_the_first_was_claimed() -> None:
    state = position(
        hands={"E": "19m19p19s1234567z6p", "N": READY},
        melds={"W": [laid("pung", "999m", "E")]},
    )
    _, events = run(discard(state, "6p"), claim("N", "win"), *passes("SW"))
    assert elements(*events) == ["dragon_pung", "no_wild"]


def test_bao_a_first_discard_after_a_kong_is_earthly_and_no_kong_draw() -> None:
    state = position(
        hands={"E": "1111m19p19s123456z", "N": READY}, source="deal", drawn="6z", replacement="6p"
    )
    state, _ = run(state, c.DeclareKong(E, "concealed_kong", parse_tiles("1111m")))
    _, events = run(discard(state, "6p"), claim("N", "win"), *passes("SW"))
    assert elements(*events) == ["earthly"]


def test_bao_another_players_discard_is_not_earthly() -> None:
    state = position(turn="S", hands={"S": "19m19p19s1234567z6p", "N": READY}, discards={"E": "9p"})
    _, events = run(discard(state, "6p"), claim("N", "win"), *passes("EW"))
    assert elements(*events) == ["dragon_pung", "no_wild"]


def free_draw(**more: object) -> list[object]:
    state = position(
        ruleset="free", turn="W", drawn="6p", wilds="8m9m",
        hands={"W": "222456p55566677z"},
        **more,
    )  # fmt: skip
    return elements(*run(state, c.DeclareWin(2))[1])


def test_free_the_first_tile_drawn_is_earthly() -> None:
    assert free_draw(discards={"E": "9p", "S": "9s"}) == ["earthly"]


def test_free_a_later_draw_is_not_earthly() -> None:
    assert free_draw(discards={"E": "9p", "S": "9s", "W": "9s"}) != ["earthly"]


def test_free_a_claim_before_ends_the_blessing() -> None:
    melds = {"S": [laid("pung", "999m", "E")]}
    assert free_draw(discards={"E": "9p", "S": "9s"}, melds=melds) != ["earthly"]
    melds = {"E": [laid("concealed_kong", "9999m")]}
    assert free_draw(discards={"E": "9p", "S": "9s"}, melds=melds) != ["earthly"]


def test_free_the_dealers_own_first_draw_is_not_earthly() -> None:
    state = position(ruleset="free", drawn="6p", wilds="8m9m", hands={"E": "222456p55566677z"})
    assert elements(*run(state, c.DeclareWin(E))[1]) != ["earthly"]
