"""Refusals: commands from nowhere, and rules that this engine does not know."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.errors import IllegalAction
from engine.play import commands as c
from engine.play import events as e
from engine.play.evolve import evolve
from engine.play.legal import legal
from engine.play.state import MatchState
from tests.engine.play.builder import discard, position
from tests.strategies import Table


@pytest.mark.parametrize("seat", [-1, 4, 99])
def test_a_seat_that_does_not_exist_is_refused(seat: int) -> None:
    turn = position(hands={"E": "19m19p19s1234567z4p"}, drawn="4p")
    window = discard(turn, "4p")
    table = Table(1)
    for state in (turn, window):
        table.state = state
        assert legal(state, seat) == ()
        for command in (c.PassClaim(seat), c.TimeOut(seat), c.DeclareWin(seat), c.PassBid(seat)):
            with pytest.raises(IllegalAction):
                table.do(command)


@pytest.mark.parametrize("place", [-1, 4])
def test_a_place_that_does_not_exist_is_refused(place: int) -> None:
    table = Table(1)
    table.open()
    with pytest.raises(IllegalAction) as refused:
        table.do(c.CommitEntropy(place, "0" * 64))
    assert refused.value.code == "no_place"


def test_every_refusal_has_a_code_a_rule_and_a_message() -> None:
    state = position(hands={"E": "19m19p19s1234567z4p"}, drawn="4p")
    table = Table(1)
    table.state = state
    with pytest.raises(IllegalAction) as refused:
        table.do(c.PassClaim(1))
    assert refused.value.as_dict() == {
        "code": "wrong_phase",
        "rule": "P5",
        "message": "not possible now: a player is in turn",
    }


def test_the_fold_never_raises_even_for_rules_it_does_not_know() -> None:
    table = Table(1)
    table.open()
    opened = table.events[0]
    assert isinstance(opened, e.MatchOpened)
    state = evolve(MatchState.empty(), replace(opened, ruleset_version=999))
    assert state.phase == "commit"
    assert evolve(MatchState.empty(), e.ClaimPassed(1)) == MatchState.empty()
