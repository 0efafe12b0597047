"""Z4 after the fact: a finished hand that is voided, and played again by a later deal.

The next deal after the running hand, if one runs, has that hand's dealer and repeat count. Where
no other hand moved the deal in between, the voided hand never was: the deal goes on from the new
one. Otherwise what was played in between keeps its place, and after the replay, which stands apart,
the deal goes on as it would have without it. Seats do not change until all replays are over.

A score sheet is derived from its first hand on whenever it changes, and does the same there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.rulings.court import Replay
from engine.rulings.events import Place

if TYPE_CHECKING:
    from engine.play.state import HandState, MatchState


def next_deal(state: MatchState) -> tuple[Place, int]:
    """Who deals the next hand, and its repeat count."""
    voided = state.court.hand(state.court.replays[0]) if state.court.replays else None
    return (voided.places[0], voided.repeat) if voided else (state.dealer, state.repeat)


def replay_dealt(state: MatchState, hand: HandState) -> MatchState:
    """The match as a hand is dealt that is played in place of another: dealer rounds stay what
    they were."""
    court = state.court
    voided = court.hand(court.replays[0])
    natural = voided is not None and court.last_to_move == voided and not state.reseated
    return state._replace(
        phase="hand",
        hand=hand,
        hand_number=hand.number,
        reseated=False,
        leavers=(),
        lost_deal=voided.lost_deal if voided and natural else state.lost_deal,
        court=court._replace(replaying=Replay(hand.number, natural)),
    )


def replay_scored(before: MatchState, after: MatchState) -> MatchState:
    """The match after a replay was scored, `after` being what would follow any other hand."""
    replay, court = before.court.replaying, after.court
    after = after._replace(court=court._replace(replays=court.replays[1:], replaying=None))
    if replay is None or replay.natural:
        return after
    apart = court.hands[-1]._replace(apart=True)
    after = after._replace(court=after.court._replace(hands=(*court.hands[:-1], apart)))
    return after._replace(dealer=before.dealer, repeat=before.repeat, lost_deal=before.lost_deal)
