"""A match that is running while the software is upgraded goes on under its own rules."""

from __future__ import annotations

from dataclasses import replace

import pytest

from accounts.models import User
from engine import rulesets, versions
from engine.play.commands import PassClaim
from engine.play.match import ENGINE_VERSION
from engine.play.state import MatchState
from engine.rules.settlement import Part
from engine.rulesets.bao import BAO_GAME
from engine.verify import verify
from engine.versions import Engine
from tables import selectors, services
from tables.live.publishing import actions
from tests.tables.conftest import Opener, play, state_of

pytestmark = pytest.mark.django_db(transaction=True)


def no_payment(*_arguments: object) -> tuple[Part, ...]:
    """What the new rules pay for a hand: nothing."""
    return ()


def test_a_running_match_keeps_the_ruleset_version_it_was_opened_with(
    open_table: Opener, players: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    old = open_table("bao", hands=1)
    play(old, players, seed=61, steps=30)
    changed = replace(BAO_GAME, version=2, win_parts=no_payment, exhausted_parts=no_payment)
    monkeypatch.setitem(rulesets.GAMES, ("bao", 2), changed)
    services.FOLDS.forget()
    new = open_table("bao", hands=1)
    assert (state_of(old).ruleset.version, state_of(new).ruleset.version) == (1, 2)
    for seed, table in ((62, old), (63, new)):
        play(table, players, seed=seed)
        table.refresh_from_db()
        assert verify(selectors.record_export(table).encode()).ok
    assert any(old.points)
    assert not any(new.points)


def test_a_running_match_keeps_the_engine_it_was_opened_with(
    open_table: Opener, players: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    table = open_table("free", hands=1)

    def refuse(_state: MatchState, _command: object) -> tuple:
        raise AssertionError("the new engine was asked")

    monkeypatch.setitem(versions.ENGINES, "next", Engine(refuse, refuse, refuse))
    for module in ("engine.play.setup", "tables.events.log"):
        monkeypatch.setattr(f"{module}.ENGINE_VERSION", "next")
    services.FOLDS.forget()
    play(table, players, seed=64)
    assert state_of(table).phase == "ended"


def test_the_menu_of_a_seat_comes_from_the_engine_of_its_match(
    open_table: Opener, players: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    table = open_table("free", hands=1)
    play(table, players, seed=65, steps=12)
    state = state_of(table)
    assert state.phase == "hand"
    always_pass = versions.ENGINES[ENGINE_VERSION]._replace(
        legal=lambda _state, seat: (PassClaim(seat),)
    )
    monkeypatch.setitem(versions.ENGINES, ENGINE_VERSION, always_pass)
    assert [actions(state, place) for place in range(4)] == [[{"type": "pass"}]] * 4
