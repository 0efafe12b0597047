"""Matches in which hands are won: every seat is played by the sensible built-in player."""

from __future__ import annotations

from accounts.models import User
from engine.play.command_codec import command_to_json
from engine.play.legal import legal
from engine.players import Chance, get, seat_view
from tables import services
from tables.models import Table
from tests.tables.conftest import state_of


def play_sensibly(table: Table, players: list[User], seed: str = "1", hands: int = 99) -> None:
    """Play until the match is over or so many hands are."""
    chance, level = Chance(seed), get("sensible")
    state, done = state_of(table), 0
    while state.phase == "hand" and state.hand_number <= hands:
        hand = state.hand
        assert hand is not None
        seat = next(one for one in range(4) if legal(state, one))
        command = level.choose(seat_view(state, seat), legal(state, seat), chance)
        receipt = services.table_act(
            table=table,
            account=players[hand.place_of(seat)],
            action=dict(command_to_json(command)),
            command_id=f"p{seed}-{done}",
        )
        state, done = receipt.fold.state, done + 1
