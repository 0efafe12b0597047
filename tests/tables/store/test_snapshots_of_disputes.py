"""A snapshot keeps the disputes of a match, and the hands to be played again."""

from __future__ import annotations

import pytest

from engine.play.codec import event_from_text
from engine.play.events import HandDealt
from engine.play.evolve import evolve
from engine.play.state import MatchState
from tables.events.snapshots import decode, encode
from tests.engine.records import split
from tests.engine.rulings.quarrels import quarrelsome
from tests.engine.rulings.table import disputed


def before_deals(record: bytes) -> list[MatchState]:
    states, state = [], MatchState.empty()
    for row in split(record)[1]:
        event = event_from_text(row.columns.type, row.columns.v, row.columns.data)
        if isinstance(event, HandDealt):
            states.append(state)
        state = evolve(state, event)
    return states


@pytest.mark.parametrize(
    "record", [disputed, *[lambda s=s: quarrelsome(s).record() for s in (3, 8)]]
)
def test_what_is_read_is_what_was_written(record) -> None:
    states = before_deals(record())
    assert any(state.court.rulings for state in states)
    for state in states:
        assert decode(encode(state)) == state._replace(hand=None, leavers=())


def test_a_hand_to_be_played_again_is_among_them() -> None:
    assert any(state.court.replays for state in before_deals(disputed()))
