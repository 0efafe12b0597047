"""Z4 after the fact: a finished hand that is voided, and played again by a later deal.

The next deal after the running hand, if one runs, has that hand's dealer and repeat count. Where
no other hand was scored in between, the voided hand never was: the deal goes on from the new one.
Otherwise what was played in between keeps its place, and after the replay the deal goes on as it
would have without it. The seats of the moment are kept until all replays are over.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.rulings.court import Replay
from engine.rulings.events import Place

if TYPE_CHECKING:
    from engine.play.state import MatchState


def next_deal(state: MatchState) -> tuple[Place, int]:
    """Who deals the next hand, and its repeat count."""
    voided = state.court.hand(state.court.replays[0]) if state.court.replays else None
    return (voided.places[0], voided.repeat) if voided else (state.dealer, state.repeat)


def dealt(state: MatchState, number: int) -> MatchState:
    """The match as a hand is dealt: which deal is a replay, and what it goes back to."""
    court = state.court
    voided = court.hand(court.replays[0]) if court.replays else None
    if voided is None:
        return state if court.replaying is None else _with(state, None)
    natural = court.hands[-1].number == voided.number and not state.reseated
    replay = Replay(number, natural)
    lost = voided.lost_deal if natural else state.lost_deal
    return _with(state, replay)._replace(lost_deal=lost)


def _with(state: MatchState, replay: Replay | None) -> MatchState:
    return state._replace(court=state.court._replace(replaying=replay))
