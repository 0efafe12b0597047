"""The fold: (state, event) -> state. Believes what it is told and never refuses.

Owns what every event changes. Must not judge: whether an event could happen is for
`decide`, which made it, and for whoever verifies a record.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Final, TypeVar, cast

from engine.errors import EngineError
from engine.hands import UNIT, pack
from engine.hashing import Json
from engine.melds import Meld
from engine.play import events as e
from engine.play.auction import next_speaker
from engine.play.match import Player, from_dealer
from engine.play.melding import barred_after
from engine.play.state import PASSES, PLACES, Answer, Hands, HandState, Laid, MatchState, Spoken
from engine.rules.contract import Contract
from engine.rules.ruleset import Ruleset
from engine.rulesets import get_ruleset
from engine.rulings.court import Court, Played, plus
from engine.rulings.fold import COURT_STEPS, with_played
from engine.rulings.replays import replay_dealt, replay_scored
from engine.scored.fold import SHEET_STEPS
from engine.seats import SEATS, E, Seat

_DEAL: Final = ((0, 14), (14, 27), (27, 40), (40, 53))
_NOBODY: Final = ((), (), (), ())
_T = TypeVar("_T")
_Four = tuple[_T, _T, _T, _T]


def evolve(state: MatchState, event: e.Event) -> MatchState:
    """The state after an event."""
    step = _IN_HAND.get(type(event))
    if step is None:
        return _OF_MATCH[type(event)](state, event)
    hand = state.hand
    if hand is None:
        return state
    # As _with_hand, which a call would make dearer.
    return tuple.__new__(MatchState, (*state[:-1], step(state, hand, event)))


def fold(events: Iterable[e.Event], state: MatchState | None = None) -> MatchState:
    """The state after all of these events."""
    state = MatchState.empty() if state is None else state
    hand = state.hand
    for event in events:
        step = _IN_HAND.get(type(event))
        if step is None:
            # Steps of the hand change nothing else of the match, so it catches up here.
            state = _OF_MATCH[type(event)](_with_hand(state, hand), event)
            hand = state.hand
        elif hand is not None:
            hand = step(state, hand, event)
    return _with_hand(state, hand)


def _with_hand(state: MatchState, hand: HandState | None) -> MatchState:
    """The same match with another state of its hand: a fifth of what `_replace` takes."""
    return tuple.__new__(MatchState, (*state[:-1], hand))


def _put(four: _Four[_T], seat: Seat, value: _T) -> _Four[_T]:
    """Four things by seat, one of them changed."""
    first, second, third, fourth = four
    if seat == 0:
        return value, second, third, fourth
    if seat == 1:
        return first, value, third, fourth
    if seat == 2:
        return first, second, value, fourth
    return first, second, third, value


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


def _bid_made(state: MatchState, hand: HandState, event: e.BidMade) -> HandState:
    bid = Contract(event.seat, event.tai, event.form)
    return _spoken(state, hand, Spoken(event.seat, bid))


def _bid_passed(state: MatchState, hand: HandState, event: e.BidPassed) -> HandState:
    return _spoken(state, hand, Spoken(event.seat, None))


def _spoken(state: MatchState, hand: HandState, voice: Spoken) -> HandState:
    spoken = (*hand.spoken, voice)
    return hand._replace(spoken=spoken, turn=next_speaker(state.ruleset.options, spoken))


def _auction_ended(state: MatchState, hand: HandState, event: e.AuctionEnded) -> HandState:
    contract = event.contract
    if state.ruleset.wild_kinds_named(contract):
        namer = contract.by if contract else E
        return hand._replace(phase="naming", turn=namer, contract=contract)
    return hand._replace(phase="turn", turn=E, contract=contract)


def _wilds_named(state: MatchState, hand: HandState, event: e.WildsNamed) -> HandState:
    return hand._replace(phase="turn", turn=E, wilds=event.kinds)


def _tile_drawn(state: MatchState, hand: HandState, event: e.TileDrawn) -> HandState:
    seat, tile = event.seat, event.tile
    from_head = event.source == "head"
    # Draws, discards and melds write all fields down: a quarter of what `_replace` takes.
    fields = (
        hand.number,
        hand.places,
        hand.repeat,
        hand.wall,
        hand.head + from_head,
        hand.tail - (not from_head),
        "turn",
        seat,
        event.source,
        tile,
        _put(hand.hands, seat, hand.hands[seat] + UNIT[tile]),
        hand.melds,
        hand.discards,
        hand.spoken,
        hand.contract,
        hand.wilds,
        hand.barred,
        event,
        hand.result,
        (),
    )
    return tuple.__new__(HandState, fields)


def _tile_discarded(state: MatchState, hand: HandState, event: e.TileDiscarded) -> HandState:
    seat, tile = event.seat, event.tile
    fields = (
        hand.number,
        hand.places,
        hand.repeat,
        hand.wall,
        hand.head,
        hand.tail,
        "claims",
        seat,
        hand.source,
        tile,
        _put(hand.hands, seat, hand.hands[seat] - UNIT[tile]),
        hand.melds,
        _put(hand.discards, seat, (*hand.discards[seat], tile)),
        hand.spoken,
        hand.contract,
        hand.wilds,
        (),
        event,
        hand.result,
        (),
    )
    return tuple.__new__(HandState, fields)


def _claim_made(state: MatchState, hand: HandState, event: e.ClaimMade) -> HandState:
    return _answered(hand, Answer(event.seat, event))


def _claim_passed(state: MatchState, hand: HandState, event: e.ClaimPassed) -> HandState:
    # Half of all events: as _answered, which a call would make dearer.
    answers = (*hand.answers, PASSES[event.seat])
    return tuple.__new__(HandState, (*hand[:-1], answers))


def _answered(hand: HandState, answer: Answer) -> HandState:
    return tuple.__new__(HandState, (*hand[:-1], (*hand.answers, answer)))


def _meld_claimed(state: MatchState, hand: HandState, event: e.MeldClaimed) -> HandState:
    seat, source = event.seat, event.source
    meld = Meld(event.kind, tuple(sorted((*event.tiles, event.tile))), event.stands_as)
    fields = (
        hand.number,
        hand.places,
        hand.repeat,
        hand.wall,
        hand.head,
        hand.tail,
        "turn",
        seat,
        "claim",
        None,
        _put(hand.hands, seat, hand.hands[seat] - pack(event.tiles)),
        _put(hand.melds, seat, (*hand.melds[seat], Laid(meld, source))),
        _put(hand.discards, source, hand.discards[source][:-1]),
        hand.spoken,
        hand.contract,
        hand.wilds,
        barred_after(state.ruleset.options, event),
        event,
        hand.result,
        (),
    )
    return tuple.__new__(HandState, fields)


def _kong_declared(state: MatchState, hand: HandState, event: e.KongDeclared) -> HandState:
    seat = event.seat
    meld = Meld(event.kind, event.tiles, event.stands_as)
    if event.tile is None:
        return hand._replace(
            tile=None,
            hands=_put(hand.hands, seat, hand.hands[seat] - pack(event.tiles)),
            melds=_put(hand.melds, seat, (*hand.melds[seat], Laid(meld, None))),
            last=event,
        )
    return hand._replace(
        phase="rob",
        tile=event.tile,
        hands=_put(hand.hands, seat, hand.hands[seat] - UNIT[event.tile]),
        melds=_put(hand.melds, seat, _kong_for_pung(hand.melds[seat], meld)),
        answers=(),
        last=event,
    )


def _kong_for_pung(melds: tuple[Laid, ...], kong: Meld) -> tuple[Laid, ...]:
    return tuple(
        Laid(kong, laid.source)
        if laid.meld.kind == "pung" and laid.meld.stands_as == kong.stands_as[:3]
        else laid
        for laid in melds
    )


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


def _hand_replayed(
    state: MatchState, hand: HandState, event: e.HandRedealt | e.HandVoided
) -> HandState:
    """Same dealer, same repeat count, nothing scored (A4, Z4)."""
    return hand._replace(phase="over", result=event)


# Each function takes the one event type that its key names, which a dict's type cannot say.
_OF_MATCH: Final = cast(
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
        **SHEET_STEPS,
        **COURT_STEPS,
    },
)
# These change the running hand alone.
_IN_HAND: Final = cast(
    "Mapping[type[e.Event], Callable[[MatchState, HandState, e.Event], HandState]]",
    {
        e.BidMade: _bid_made,
        e.BidPassed: _bid_passed,
        e.AuctionEnded: _auction_ended,
        e.WildsNamed: _wilds_named,
        e.TileDrawn: _tile_drawn,
        e.TileDiscarded: _tile_discarded,
        e.ClaimMade: _claim_made,
        e.ClaimPassed: _claim_passed,
        e.MeldClaimed: _meld_claimed,
        e.KongDeclared: _kong_declared,
        e.HandRedealt: _hand_replayed,
        e.HandVoided: _hand_replayed,
    },
)
