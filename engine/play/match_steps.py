"""What the events of a match change: its opening, clocks, seats, and a hand's deal and end.

Steps of the fold: each believes the event and never refuses. What happens within a running hand is
in `hand_steps`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, TypeVar, cast

from engine.errors import EngineError
from engine.hands import pack
from engine.hashing import Json
from engine.play import events as e
from engine.play.match import Player, from_dealer
from engine.play.state import PLACES, Hands, HandState, MatchState
from engine.rules.ruleset import Ruleset
from engine.rulesets import get_ruleset
from engine.rulings.court import Court, Played, plus
from engine.rulings.fold import with_played
from engine.rulings.replays import replay_dealt, replay_scored
from engine.seats import SEATS, E, Seat

_DEAL: Final = ((0, 14), (14, 27), (27, 40), (40, 53))
_NOBODY: Final = ((), (), (), ())
_T = TypeVar("_T")


def _put_place(by_place: tuple[_T, ...], place: int, value: _T) -> tuple[_T, ...]:
    return (*by_place[:place], value, *by_place[place + 1 :])


def _match_opened(state: MatchState, event: e.MatchOpened) -> MatchState:
    bots = tuple(p.level if p.kind == "bot" else None for p in event.players)
    return state._replace(
        phase="commit" if event.play == "live" else "scoring",
        dealer=event.first_dealer or 0,
        setup=event,
        ruleset=_ruleset_of(event) or state.ruleset,
        secret=event.commitment,
        players=event.players,
        bots=bots,
    )


def _ruleset_of(event: e.MatchOpened) -> Ruleset | None:
    """None for rules that this engine does not know: the fold goes on, nobody decides with it."""
    try:
        return get_ruleset(event.ruleset, event.options, event.ruleset_version)
    except EngineError:
        return None


def _entropy_committed(state: MatchState, event: e.EntropyCommitted) -> MatchState:
    return _entropy_phase(
        state._replace(digests=_put_place(state.digests, event.place, event.digest))
    )


def _entropy_opened(state: MatchState, event: e.EntropyOpened) -> MatchState:
    return _entropy_phase(
        state._replace(entropies=_put_place(state.entropies, event.place, event.entropy))
    )


def _entropy_missed(state: MatchState, event: e.EntropyMissed) -> MatchState:
    return _entropy_phase(state._replace(missed=(*state.missed, event.place)))


def _entropy_phase(state: MatchState) -> MatchState:
    """All commit before anybody opens; who missed one step is out of the other."""
    if any(not d and p not in state.missed for p, d in enumerate(state.digests)):
        return state
    if any(not o and p not in state.missed for p, o in enumerate(state.entropies)):
        return state._replace(phase="open")
    return state._replace(phase="ready")


def _match_started(state: MatchState, event: e.MatchStarted) -> MatchState:
    return state._replace(
        phase="between",
        secret=event.secret,
        transcript=event.transcript,
        dealer=event.first_dealer,
    )


def _time_called(state: MatchState, event: e.TimeCalled) -> MatchState:
    return state._replace(time_called=True)


def _match_ended(state: MatchState, event: e.MatchEnded) -> MatchState:
    return state._replace(phase="ended", end_reason=event.reason, paused=False)


def _time_lifted(state: MatchState, event: e.TimeLifted) -> MatchState:
    return state._replace(time_called=False)


def _match_paused(state: MatchState, event: e.MatchPaused) -> MatchState:
    return state._replace(paused=True)


def _match_resumed(state: MatchState, event: e.MatchResumed) -> MatchState:
    return state._replace(paused=False)


def _clock_only(
    state: MatchState, event: e.ClockGranted | e.DowntimeExcused | e.NetworkMeasured
) -> MatchState:
    """Clocks keep their own fold."""
    return state


def _network_excused(state: MatchState, event: e.NetworkExcused) -> MatchState:
    excused = state.excused[event.place] + event.ms
    return state._replace(excused=_put_place(state.excused, event.place, excused))


def _bot_took_over(state: MatchState, event: e.BotTookOver) -> MatchState:
    return state._replace(bots=_put_place(state.bots, event.place, event.level))


def _player_returned(state: MatchState, event: e.PlayerReturned) -> MatchState:
    return state._replace(bots=_put_place(state.bots, event.place, None))


def _seat_handed_over(state: MatchState, event: e.SeatHandedOver) -> MatchState:
    place, player = event.place, event.player
    left = (state.players[place],) if state.phase == "hand" else ()
    return state._replace(
        players=_put_place(state.players, place, player.at(place)),
        bots=_put_place(state.bots, place, player.level),
        leavers=(*state.leavers, *left),
        court=_left(state, state.players[place]),
    )


def _left(state: MatchState, player: Player) -> Court:
    """Who played here does not judge here, even after leaving."""
    court = state.court
    if player.kind == "bot" or not player.id or player.id in court.left:
        return court
    return court._replace(left=(*court.left, player.id))


def _hand_dealt(state: MatchState, event: e.HandDealt) -> MatchState:
    wall = event.wall
    hands = tuple(pack(wall[start:end]) for start, end in _DEAL)
    hand = HandState(
        number=event.hand,
        places=from_dealer(state.order, event.dealer),
        repeat=event.repeat,
        wall=wall,
        head=_DEAL[-1][1],
        tail=len(wall),
        phase="auction" if state.ruleset.has_auction else "naming",
        turn=E,
        source="deal",
        tile=wall[13],
        hands=cast(Hands, hands),
        melds=_NOBODY,
        discards=_NOBODY,
        spoken=(),
        contract=None,
        wilds=(),
        answers=(),
        barred=(),
        last=None,
        result=None,
    )
    if state.court.replays:
        return replay_dealt(state, hand)
    # Once every player has lost the deal, the next hand begins another dealer round.
    done = state.dealer_rounds_done
    return state._replace(
        phase="hand",
        hand=hand,
        hand_number=event.hand,
        dealer_rounds=done,
        lost_deal=state.lost_deal if done == state.dealer_rounds else (),
        reseated=False,
        leavers=(),
    )


def _seats_changed(state: MatchState, event: e.SeatsChanged) -> MatchState:
    return state._replace(order=event.order, dealer=event.dealer, reseated=True)


def _secret_opened(state: MatchState, event: e.SecretOpened) -> MatchState:
    return state._replace(phase="between", secret=event.secret)


def _hand_won(state: MatchState, event: e.HandWon) -> MatchState:
    return _hand_scored(state, event, event.seat, event.breakdown["payments"])


def _hand_exhausted(state: MatchState, event: e.HandExhausted) -> MatchState:
    return _hand_scored(state, event, None, event.payments)


def _hand_scored(
    state: MatchState,
    event: e.HandWon | e.HandExhausted,
    winner: Seat | None,
    paid: Json,
) -> MatchState:
    """Points by place, and who deals next (Z2, Z3)."""
    hand = state.hand
    if hand is None:
        return state
    dealer = hand.place_of(state.ruleset.next_dealer(winner))
    stays = dealer == hand.dealer
    lost = state.lost_deal if stays else tuple(sorted({*state.lost_deal, hand.dealer}))
    payments = cast("Mapping[str, int]", paid)
    gains = tuple([payments[SEATS[hand.places.index(place)]] for place in PLACES])
    played = Played(hand.number, hand.places, hand.repeat, gains, state.lost_deal)
    after = state._replace(
        hand=hand._replace(phase="over", result=event),
        points=plus(state.points, gains),
        dealer=dealer,
        repeat=hand.repeat + 1 if stays else 0,
        played=state.played + 1,
        lost_deal=lost,
        court=with_played(state.court, played),
    )
    return after if state.court.replaying is None else replay_scored(state, after)


# Each function takes the one event type that its key names, which a dict's type cannot say.
MATCH_STEPS: Final = cast(
    "Mapping[type[e.Event], Callable[[MatchState, e.Event], MatchState]]",
    {
        e.MatchOpened: _match_opened,
        e.EntropyCommitted: _entropy_committed,
        e.EntropyOpened: _entropy_opened,
        e.EntropyMissed: _entropy_missed,
        e.MatchStarted: _match_started,
        e.TimeCalled: _time_called,
        e.TimeLifted: _time_lifted,
        e.MatchEnded: _match_ended,
        e.MatchPaused: _match_paused,
        e.MatchResumed: _match_resumed,
        e.ClockGranted: _clock_only,
        e.DowntimeExcused: _clock_only,
        e.NetworkExcused: _network_excused,
        e.NetworkMeasured: _clock_only,
        e.BotTookOver: _bot_took_over,
        e.PlayerReturned: _player_returned,
        e.SeatHandedOver: _seat_handed_over,
        e.HandDealt: _hand_dealt,
        e.HandWon: _hand_won,
        e.HandExhausted: _hand_exhausted,
        e.SecretOpened: _secret_opened,
        e.SeatsChanged: _seats_changed,
    },
)
