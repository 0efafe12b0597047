"""Matches played for a review, and what there is to count in one."""

from __future__ import annotations

from accounts.models import User
from engine.play.command_codec import command_to_json
from engine.play.legal import legal
from engine.players import Chance, get, seat_view
from tables import folds, selectors, services
from tables.models import Table
from tables.review.connections import Losses
from tables.review.irregularities import Tally, tally
from tests.tables.conftest import play, state_of


def play_whole(table: Table, players: list[User]) -> Table:
    """Play random actions to the end of the match; the table's row as it is then.

    With one hand somebody takes a good while over each of their discards.
    """
    play(table, players, seed=5)
    table.refresh_from_db()
    return table


def counted(table: Table, losses: Losses | None = None) -> Tally:
    """The figures of a table's log, and of the connections that were lost at it."""
    lines = selectors.lines(table)
    return tally(lines, folds.state_after(lines), losses)


def play_sensibly(table: Table, players: list[User], seed: str = "1", hands: int = 99) -> None:
    """Play until the match is over or so many hands are; some are won.

    Every seat is played by the sensible built-in player.
    """
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
