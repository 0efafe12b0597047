"""Legality at the very end of the wall (T4, T5)."""

from __future__ import annotations

import pytest

from engine.errors import IllegalAction
from engine.notation import parse_tiles
from engine.play import commands as c
from engine.play import events as e
from engine.seats import E, S
from tests.engine.play.builder import claim, discard, laid, menu, passes, position, run

SCATTERED = "19m19p19s1234567z"
READY = "123m45p789s55577z"


@pytest.mark.parametrize(("ruleset", "dead"), [("bao", 26), ("free", 14)])
def test_the_hand_is_exhausted_when_only_the_dead_wall_is_left(ruleset: str, dead: int) -> None:
    for left, ending in ((dead + 1, e.TileDrawn), (dead, e.HandExhausted)):
        state = position(ruleset=ruleset, hands={"E": SCATTERED + "4p"}, wall_left=left)
        _, events = run(discard(state, "4p"), *passes("SWN"))
        assert type(events[-1]) is ending


def test_the_dead_wall_is_an_option() -> None:
    state = position(options={"dead_wall": 0}, hands={"E": SCATTERED + "4p"}, wall_left=1)
    state, events = run(discard(state, "4p"), *passes("SWN"))
    assert isinstance(events[-1], e.TileDrawn)
    assert state.hand is not None
    state = discard(state, "1m")
    _, events = run(state, *passes("EWN"))
    assert isinstance(events[-1], e.HandExhausted)


def test_the_last_discard_may_be_won_on() -> None:
    state = position(hands={"E": SCATTERED + "6p", "S": READY}, wall_left=26)
    _, events = run(discard(state, "6p"), claim("S", "win"), *passes("WN"))
    assert isinstance(events[-1], e.HandWon)


def test_the_last_discard_may_be_claimed_and_play_ends_at_the_next_draw() -> None:
    state = position(hands={"E": SCATTERED + "6p", "S": READY}, wall_left=26)
    state, _ = run(discard(state, "6p"), claim("S", "chow", "45p"), *passes("WN"))
    _, events = run(discard(state, "1m"), *passes("EWN"))
    assert isinstance(events[-1], e.HandExhausted)


def test_a_kong_that_could_not_be_replaced_may_not_be_claimed() -> None:
    for left, found in ((26, []), (27, ["claim kong 666p"])):
        state = position(hands={"E": SCATTERED + "6p", "S": "666p123m789s1577z"}, wall_left=left)
        state = discard(state, "6p")
        assert [x for x in menu(state, "S") if "kong" in x] == found
    state = position(hands={"E": SCATTERED + "6p", "S": "666p123m789s1577z"}, wall_left=26)
    state = discard(state, "6p")
    with pytest.raises(IllegalAction, match="cannot kong 6p: 26 tiles are left") as refused:
        run(state, claim("S", "kong", "666p"))
    assert refused.value.rule == "T5"


def test_an_own_kong_that_could_not_be_replaced_may_not_be_declared() -> None:
    melds = {"E": [laid("pung", "777m", "S")]}
    for left, count in ((26, 0), (27, 2)):
        state = position(hands={"E": "6666p7m123456z"}, melds=melds, drawn="7m", wall_left=left)
        assert len(menu(state, "E", "kong")) == count
    state = position(hands={"E": "6666p7m123456z"}, melds=melds, drawn="7m", wall_left=26)
    with pytest.raises(IllegalAction) as refused:
        run(state, c.DeclareKong(E, "added_kong", parse_tiles("7m")))
    assert (refused.value.code, refused.value.rule) == ("kong_not_replaceable", "T5")


def test_the_last_tile_before_the_dead_wall_may_replace_a_kong_and_win() -> None:
    state = position(hands={"E": "6666p123m45s55577z"}, drawn="6p", wall_left=27, replacement="6s")
    state, _ = run(state, c.DeclareKong(E, "concealed_kong", parse_tiles("6666p")))
    assert "win" in menu(state, "E")
    assert menu(state, "E", "kong") == []


def test_replacements_bring_the_end_of_the_wall_nearer() -> None:
    state = position(hands={"E": "6666p123m45s55z12z"}, drawn="6p", wall_left=27)
    state, _ = run(state, c.DeclareKong(E, "concealed_kong", parse_tiles("6666p")))
    _, events = run(discard(state, "1z"), *passes("SWN"))
    assert isinstance(events[-1], e.HandExhausted)


def test_an_exhausted_hand_costs_the_contractor_the_stake() -> None:
    state = position(
        hands={"E": SCATTERED + "4p"}, wall_left=26, wilds="8m9m", contract=("S", 2, "two_wild"),
        dealer=2,
    )  # fmt: skip
    state, events = run(discard(state, "4p"), *passes("SWN"))
    assert isinstance(events[-1], e.HandExhausted)
    assert events[-1].payments == {"E": 5, "S": -15, "W": 5, "N": 5}
    assert state.points[(S + 2) % 4] == -15
    assert sum(state.points) == 0
