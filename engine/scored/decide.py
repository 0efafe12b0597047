"""Decisions about a score sheet: entering, confirming, contesting and putting right.

Owns what each command leads to. What a hand comes to is in `settle`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final, NamedTuple, NoReturn

from engine.errors import EngineError, IllegalAction
from engine.hashing import Json
from engine.play import commands as c
from engine.play import events as e
from engine.play.match import from_dealer
from engine.play.matches import end_reason
from engine.play.refusals import refuse
from engine.play.state import MatchState
from engine.scored.entry import Entry, Place
from engine.scored.fold import SHEET_STEPS, with_sheet
from engine.scored.settle import Standing, settled
from engine.scored.sheet import PLACES, Points, ScoredHand, gains_of

Events = tuple[e.Event, ...]
MOST_HANDS: Final = 1000
MOST_POINTS: Final = 10_000_000


class Result(NamedTuple):
    """What a hand comes to where it stands."""

    dealer: Place
    repeat: int
    points: Points
    breakdown: Mapping[str, Json]


def _enter_hand(state: MatchState, command: c.EnterHand) -> Events:
    _require_scoring(state)
    if command.hand <= len(state.sheet):
        return _enter_again(state, command)
    _require_room(state, command.hand)
    found = result_of(state, command.entry, standing_of(state))
    return (e.HandEntered(command.hand, command.by, command.entry, *found),)


def _require_room(state: MatchState, number: int) -> None:
    """The next hand of a match that goes on."""
    following = len(state.sheet) + 1
    if number != following:
        refuse("hand_gap", "Z2", f"hand {following} comes next, not hand {number}")
    if any(hand.entry is None for hand in state.sheet):
        refuse("final_points_entered", "L7", "final points have been entered for this match")
    if end_reason(state, time_called=False) or number > MOST_HANDS:
        refuse("match_complete", "Z2", "all hands of this match have been entered")


def _enter_again(state: MatchState, command: c.EnterHand) -> Events:
    """The same hand from another phone confirms it; another one has to be contested."""
    hand = _hand(state, command.hand)
    if hand.entry is None:
        refuse("final_points_entered", "L7", "final points have been entered for this match")
    found = result_of(state, command.entry, Standing(hand.places, hand.repeat))
    if not _says_the_same(hand, command.entry, found):
        refuse(
            "hand_already_entered",
            "L7",
            f"hand {hand.number} is there already, and otherwise: contest or correct it",
        )
    return _acknowledged(state, hand, command.by)


def _acknowledged(state: MatchState, hand: ScoredHand, by: Place | None) -> Events:
    if by is None or by in hand.confirmed:
        refuse("same_hand_entered", "L7", f"hand {hand.number} is there already, just so")
    return _confirmed(state, hand, by)


def _says_the_same(hand: ScoredHand, entry: Entry, found: Result) -> bool:
    """Whether two entries differ in nothing but how the tai were found."""
    there = hand.entry
    return (
        there is not None
        and replace(there, hand=None) == replace(entry, hand=None)
        and hand.breakdown["tai"] == found.breakdown["tai"]
        and hand.gains == found.points
    )


def _enter_final_points(state: MatchState, command: c.EnterFinalPoints) -> Events:
    """Points of a whole match; they add up to 0 (L7) and stand for its hands."""
    _require_scoring(state)
    points = command.points
    total = sum(points)
    if len(points) != len(PLACES) or total:
        refuse("points_not_zero", "L7", f"the points add up to {total:+}, not to 0")
    if max(map(abs, points)) > MOST_POINTS:
        refuse("points_too_many", "L7", f"at most {MOST_POINTS} points")
    if not state.sheet:
        return (e.FinalPointsEntered(1, command.by, points),)
    hand = state.sheet[-1]
    if hand.entry is not None:
        refuse("hands_entered", "L7", "hands have been entered for this match")
    if hand.gains != points:
        refuse("hand_already_entered", "L7", "other points have been entered: contest them")
    return _acknowledged(state, hand, command.by)


def _confirm_hand(state: MatchState, command: c.ConfirmHand) -> Events:
    _require_scoring(state)
    hand = _hand(state, command.hand)
    _require_place(command.place)
    if command.place in hand.confirmed:
        refuse("already_confirmed", "L7", f"place {command.place} has confirmed this hand")
    return _confirmed(state, hand, command.place)


def _confirmed(state: MatchState, hand: ScoredHand, place: Place) -> Events:
    """The confirmation; with the last one that was missing, a match of full length ends."""
    confirmed = e.HandConfirmed(hand.number, place)
    return confirmed, *_end_after(state, confirmed)


def _end_after(state: MatchState, event: e.Event) -> tuple[e.MatchEnded, ...]:
    return sheet_end(SHEET_STEPS[type(event)](state, event))


def sheet_end(after: MatchState) -> tuple[e.MatchEnded, ...]:
    """The end of a match, if all its hands are there and settled now."""
    reason = end_reason(after, time_called=False)
    if reason is None or not all(hand.is_settled for hand in after.sheet):
        return ()
    return (e.MatchEnded(reason, after.points),)


def _contest_hand(state: MatchState, command: c.ContestHand) -> Events:
    _require_scoring(state)
    hand = _hand(state, command.hand)
    _require_place(command.place)
    _require_unruled(state, hand)
    if any(one == (command.place, command.text) for one in hand.contests):
        refuse("already_contested", "L7", f"place {command.place} has said so already")
    return (e.HandContested(hand.number, command.place, command.text),)


def _uphold_hand(state: MatchState, command: c.UpholdHand) -> Events:
    _require_scoring(state)
    hand = _hand(state, command.hand)
    if not hand.contests:
        refuse("not_contested", "L7", f"nobody contests hand {hand.number}")
    upheld = e.HandUpheld(hand.number, command.reason)
    return upheld, *_end_after(state, upheld)


def _correct_hand(state: MatchState, command: c.CorrectHand) -> Events:
    """The hand as it was, and every later one that comes to something else because of it."""
    _require_scoring(state)
    hand = _hand(state, command.hand)
    _require_unruled(state, hand)
    if hand.entry is None:
        refuse("final_points_entered", "L7", "take the final points back, and enter them again")
    if hand.entry == command.entry:
        refuse("same_hand_entered", "L7", f"hand {hand.number} is there already, just so")
    found = result_of(state, command.entry, Standing(hand.places, hand.repeat))
    corrected = e.HandCorrected(hand.number, command.by, command.reason, command.entry, *found)
    return corrected, *_rederived(SHEET_STEPS[e.HandCorrected](state, corrected), hand.number)


def _rederived(state: MatchState, number: int) -> Events:
    """The hands after `number` that are no longer what they were, each derived from the one
    before."""
    events: list[e.Event] = []
    replays = dict(state.court.replayed)
    for hand in state.sheet[number:]:
        # Hands that have yet to be played again are no matter of the past.
        now = state._replace(court=state.court._replace(replays=()))
        before = with_sheet(now, state.sheet[: hand.number - 1])
        if hand.number not in replays and end_reason(before, time_called=False):
            _later_hand_fails(hand, "Z2", "the match would be over before it")
        found = _again(before, hand)
        if found != Result(hand.dealer, hand.repeat, hand.gains, hand.breakdown):
            event = e.HandRederived(hand.number, *found)
            state = SHEET_STEPS[e.HandRederived](state, event)
            events.append(event)
    return tuple(events)


def _again(before: MatchState, hand: ScoredHand) -> Result:
    assert hand.entry is not None
    try:
        return result_of(before, hand.entry, standing_of(before))
    except IllegalAction as error:
        _later_hand_fails(hand, error.rule, error.message)
    except EngineError as error:
        _later_hand_fails(hand, "W1", error.message)


def _later_hand_fails(hand: ScoredHand, rule: str, why: str) -> NoReturn:
    refuse("later_hand_impossible", rule, f"hand {hand.number} could not be as entered: {why}")


def _withdraw_hand(state: MatchState, command: c.WithdrawHand) -> Events:
    _require_scoring(state)
    hand = _hand(state, command.hand)
    if hand.number != len(state.sheet):
        message = f"only the last hand, {len(state.sheet)}, can be taken back: correct this one"
        refuse("not_the_last_hand", "Z2", message)
    _require_unruled(state, hand)
    return (e.HandWithdrawn(hand.number, command.by, command.reason),)


def _require_unruled(state: MatchState, hand: ScoredHand) -> None:
    """What a referee has ruled on is not put right beside the ruling."""
    if state.court.last_word(hand.number):
        refuse("hand_ruled", "Z4", f"a ruling stands on hand {hand.number}; only another undoes it")


def standing_of(state: MatchState) -> Standing:
    """Under what the next hand is played."""
    return Standing(from_dealer(state.order, state.dealer), state.repeat)


def result_of(state: MatchState, entry: Entry, standing: Standing) -> Result:
    """What an entry comes to in a hand of this match with this dealer and repeat count.

    Raises IllegalAction or InvalidInput.
    """
    fixed = state.setup.fixed_wilds if state.setup else ()
    breakdown = settled(state.ruleset, fixed, entry, standing)
    points = gains_of(standing.places, breakdown)
    return Result(standing.dealer, standing.repeat, points, breakdown)


def _require_scoring(state: MatchState) -> None:
    if state.phase == "ended":
        refuse("no_match", "Z2", "the match is over")
    if state.phase != "scoring":
        refuse("not_scored", "Z2", "the score of this match is not entered by hand")


def _hand(state: MatchState, number: int) -> ScoredHand:
    if not 1 <= number <= len(state.sheet):
        refuse("no_such_hand", "Z2", f"hand {number} has not been entered")
    return state.sheet[number - 1]


def _require_place(place: int) -> None:
    if place not in PLACES:
        refuse("no_place", "T3", f"there is no place {place}: 0 to 3")


# Merged into the decider's table, where each key's function takes just that command.
SCORED_DECISIONS: Final[Mapping[type[c.ScoredCommand], object]] = {
    c.EnterHand: _enter_hand,
    c.EnterFinalPoints: _enter_final_points,
    c.ConfirmHand: _confirm_hand,
    c.ContestHand: _contest_hand,
    c.UpholdHand: _uphold_hand,
    c.CorrectHand: _correct_hand,
    c.WithdrawHand: _withdraw_hand,
}
