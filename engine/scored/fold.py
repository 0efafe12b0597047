"""The fold of a score sheet: what every event of a match with real tiles changes.

Believes what it is told, as all of the fold does.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, cast

from engine.play import events as e
from engine.play.state import MatchState
from engine.rulings.court import BESIDE, Played, Replayed
from engine.scored.sheet import PLACES, Contest, ScoredHand, Sheet, replaced, totals
from engine.seats import SEATS


def with_sheet(state: MatchState, sheet: Sheet) -> MatchState:
    """The match with another sheet, and all that follows from it."""
    setup = state.setup
    first = setup.first_dealer if setup else None
    replays = dict(state.court.replayed)
    if state.court.replays:
        # What is entered next is played in place of the first of these.
        replays.setdefault(len(sheet) + 1, state.court.replays[0])
    found = totals(state.ruleset, first or 0, setup.seat_plan if setup else (), sheet, replays)
    court = state.court._replace(hands=tuple([_played(hand) for hand in found.sheet]))
    voided = {*court.replays, *[one.of for one in court.replayed if one.number <= len(sheet)]}
    return state._replace(
        sheet=found.sheet,
        points=found.points if not court.ruled else court.total,
        court=court,
        order=found.order,
        reseated=found.reseated,
        dealer=found.dealer,
        repeat=found.repeat,
        lost_deal=found.lost_deal,
        dealer_rounds=found.dealer_rounds,
        hand_number=len(sheet),
        played=sum([hand.entry is not None and hand.number not in voided for hand in sheet]),
    )


def _played(hand: ScoredHand) -> Played:
    return Played(hand.number, hand.places, hand.repeat, hand.gains, is_total=hand.entry is None)


def _hand_entered(state: MatchState, event: e.HandEntered) -> MatchState:
    sheet = (*state.sheet, _as_told(event))
    return with_sheet(_replay_entered(state, event.hand), sheet)


def _replay_entered(state: MatchState, number: int) -> MatchState:
    """The first of the hands to be played again has been."""
    court = state.court
    if not court.replays:
        return state
    replayed = (*court.replayed, Replayed(number, court.replays[0]))
    return state._replace(court=court._replace(replays=court.replays[1:], replayed=replayed))


def _final_points_entered(state: MatchState, event: e.FinalPointsEntered) -> MatchState:
    payments = dict(zip(SEATS, event.points, strict=True))
    hand = ScoredHand(
        number=event.hand,
        entry=None,
        by=event.by,
        dealer=state.dealer,
        repeat=0,
        breakdown={"payments": payments, "parts": [], "multiplier": 1},
        gains=event.points,
        confirmed=() if event.by is None else (event.by,),
        contests=(),
    )
    return with_sheet(state, (*state.sheet, hand))


def _hand_confirmed(state: MatchState, event: e.HandConfirmed) -> MatchState:
    hand = state.sheet[event.hand - 1]
    contests = tuple([one for one in hand.contests if one.place != event.place])
    confirmed = tuple(sorted({*hand.confirmed, event.place}))
    return _changed(state, hand._replace(confirmed=confirmed, contests=contests))


def _hand_contested(state: MatchState, event: e.HandContested) -> MatchState:
    hand = state.sheet[event.hand - 1]
    others = tuple([one for one in hand.contests if one.place != event.place])
    contests = (*others, Contest(event.place, event.text))
    confirmed = tuple([place for place in hand.confirmed if place != event.place])
    return _changed(state, hand._replace(confirmed=confirmed, contests=contests))


def _hand_upheld(state: MatchState, event: e.HandUpheld) -> MatchState:
    """A ruling ends the matter: nobody is asked any more."""
    hand = state.sheet[event.hand - 1]
    return _changed(state, hand._replace(confirmed=(0, 1, 2, 3), contests=()))


def _hand_corrected(state: MatchState, event: e.HandCorrected) -> MatchState:
    return _changed(state, _as_told(event))


def _as_told(event: e.HandEntered | e.HandCorrected) -> ScoredHand:
    return ScoredHand(
        number=event.hand,
        entry=event.entry,
        by=event.by,
        dealer=event.dealer,
        repeat=event.repeat,
        breakdown=event.breakdown,
        gains=event.points,
        confirmed=() if event.by is None else (event.by,),
        contests=(),
    )


def _hand_rederived(state: MatchState, event: e.HandRederived) -> MatchState:
    """What was confirmed stays so where the same is paid, or a ruling says what is."""
    hand = state.sheet[event.hand - 1]
    same = event.points == hand.gains or state.court.last_word(hand.number)
    return _changed(
        state,
        hand._replace(
            dealer=event.dealer,
            repeat=event.repeat,
            breakdown=event.breakdown,
            gains=event.points,
            confirmed=hand.confirmed if same else (),
        ),
    )


def _hand_withdrawn(state: MatchState, event: e.HandWithdrawn) -> MatchState:
    court = state.court
    undone = tuple([one.of for one in court.replayed if one.number == event.hand])
    replayed = tuple([one for one in court.replayed if one.number != event.hand])
    court = court._replace(replays=(*undone, *court.replays), replayed=replayed)
    return with_sheet(state._replace(court=court), state.sheet[: event.hand - 1])


def ruled_sheet(state: MatchState, event: e.RulingMade) -> MatchState:
    """The sheet under a ruling, which ends the matter for its hand: nobody is asked any more."""
    sheet = state.sheet
    if event.kind not in BESIDE and 1 <= event.hand <= len(sheet):
        hand = sheet[event.hand - 1]._replace(confirmed=PLACES, contests=())
        sheet = replaced(sheet, hand)
    return with_sheet(state, sheet)


def _changed(state: MatchState, hand: ScoredHand) -> MatchState:
    return with_sheet(state, replaced(state.sheet, hand))


# Each function takes the one event type that its key names, which a dict's type cannot say.
SHEET_STEPS: Final = cast(
    "Mapping[type[e.Event], Callable[[MatchState, e.Event], MatchState]]",
    {
        e.HandEntered: _hand_entered,
        e.FinalPointsEntered: _final_points_entered,
        e.HandConfirmed: _hand_confirmed,
        e.HandContested: _hand_contested,
        e.HandUpheld: _hand_upheld,
        e.HandCorrected: _hand_corrected,
        e.HandRederived: _hand_rederived,
        e.HandWithdrawn: _hand_withdrawn,
    },
)
