"""Two phones, one hand: noticed, not doubled; who is asked, and how mistakes are put right."""

from __future__ import annotations

from engine.play import commands as c
from engine.scored.entry import Ticked
from tests.engine.scored.keeper import Keeper, exhausted, won


def entered(**changes) -> Keeper:
    """Place 1 has won off place 2, against the contract of place 0, and entered it."""
    sheet = Keeper(**changes)
    sheet.enter(won(1, "all_chows", off=2, bid=(0, 2)), by=1)
    return sheet


def test_the_winner_the_payer_and_a_failed_contractor_are_asked():
    sheet = entered()
    assert sheet.state.sheet[0].confirmed == (1,)
    assert sheet.state.sheet[0].waiting_for == (0, 2)


def test_after_a_self_draw_everybody_is_asked_and_after_an_exhausted_hand_who_pays():
    sheet = Keeper()
    sheet.enter(won(1, "all_pungs", bid=(0, 2)))
    sheet.enter(exhausted(3, 2))
    assert [hand.waiting_for for hand in sheet.state.sheet] == [(0, 1, 2, 3), (3,)]


def test_entering_the_same_hand_again_confirms_it():
    sheet = entered()
    sheet.enter(won(1, "all_chows", off=2, bid=(0, 2)), by=2, hand=1)
    assert len(sheet.state.sheet) == 1
    assert sheet.state.sheet[0].confirmed == (1, 2)


def test_other_elements_of_the_same_worth_are_the_same_hand():
    sheet = entered()
    sheet.enter(won(1, "half_flush", off=2, bid=(0, 2)), by=2, hand=1)
    assert sheet.state.sheet[0].confirmed == (1, 2)
    assert sheet.state.sheet[0].entry.hand == Ticked(("all_chows",))


def test_entering_it_once_more_is_answered_with_what_is_there():
    sheet = entered()
    again = won(1, "all_chows", off=2, bid=(0, 2))
    for by in (1, None):
        assert sheet.refused(c.EnterHand(1, by, again)) == ("same_hand_entered", "L7")


def test_another_hand_of_that_number_is_refused():
    sheet = entered()
    for entry in (
        won(1, "full_flush", off=2, bid=(0, 2)),
        won(1, "all_chows", off=3, bid=(0, 2)),
        won(2, "all_chows", off=1, bid=(0, 2)),
        won(1, "all_chows", off=2, bid=(0, 3)),
        exhausted(0, 2),
    ):
        assert sheet.refused(c.EnterHand(1, 2, entry)) == ("hand_already_entered", "L7")


def test_who_contests_takes_the_own_confirmation_back_and_the_other_way_round():
    sheet = entered()
    sheet.say(c.ContestHand(1, 1, "two tai"))
    assert (sheet.state.sheet[0].confirmed, sheet.state.sheet[0].is_contested) == ((), True)
    sheet.say(c.ConfirmHand(1, 1))
    assert (sheet.state.sheet[0].confirmed, sheet.state.sheet[0].is_contested) == ((1,), False)


def test_saying_the_same_twice_is_noticed():
    sheet = entered()
    assert sheet.refused(c.ConfirmHand(1, 1)) == ("already_confirmed", "L7")
    sheet.say(c.ContestHand(1, 2, "no"))
    assert sheet.refused(c.ContestHand(1, 2, "no")) == ("already_contested", "L7")
    assert sheet.refused(c.ConfirmHand(2, 1)) == ("no_such_hand", "Z2")
    assert sheet.refused(c.ConfirmHand(1, 4)) == ("no_place", "T3")


def test_a_ruling_needs_a_contest_and_settles_it():
    sheet = entered()
    assert sheet.refused(c.UpholdHand(1, "so")) == ("not_contested", "L7")
    sheet.say(c.ContestHand(1, 3, "no"))
    sheet.say(c.UpholdHand(1, "so"))
    assert sheet.state.sheet[0].is_settled


# Mistakes


def test_the_last_hand_is_taken_back_and_its_number_is_free_again():
    sheet = entered()
    sheet.enter(exhausted(0, 2))
    assert sheet.refused(c.WithdrawHand(1, None, "x")) == ("not_the_last_hand", "Z2")
    sheet.say(c.WithdrawHand(2, 3, "we played on"))
    assert (len(sheet.state.sheet), sheet.state.hand_number) == (1, 1)
    sheet.enter(won(3, "full_flush", bid=(3, 2)), hand=2)
    sheet.say(c.WithdrawHand(2, None, "x"))
    sheet.say(c.WithdrawHand(1, None, "x"))
    assert (sheet.points, sheet.state.dealer, sheet.state.repeat) == ([0, 0, 0, 0], 0, 0)


def test_a_corrected_hand_is_asked_about_again():
    sheet = entered()
    sheet.say(c.ConfirmHand(1, 2))
    sheet.say(c.CorrectHand(1, 2, "full flush too", won(1, "full_flush", off=2, bid=(0, 2))))
    hand = sheet.state.sheet[0]
    assert (hand.breakdown["tai"], hand.confirmed, hand.by) == (3, (2,), 2)


def test_a_correction_moves_the_deal_of_all_later_hands():
    sheet = Keeper()
    sheet.enter(won(1, "all_pungs", bid=(2, 2)))
    sheet.enter(exhausted(2, 2), by=0)
    sheet.enter(won(3, "all_pungs", bid=(2, 2)), by=3)
    sheet.say(c.CorrectHand(1, None, "the dealer had won", won(0, "all_pungs", bid=(2, 2))))
    assert [(hand.dealer, hand.repeat) for hand in sheet.state.sheet] == [(0, 0), (0, 1), (0, 2)]
    # All doubled, the second for the first time; the third had been doubled before.
    assert sheet.state.sheet[1].gains == (10, 10, -30, 10)
    assert [hand.confirmed for hand in sheet.state.sheet[1:]] == [(), (3,)]
    assert (sheet.state.dealer, sheet.state.repeat) == (1, 0)


def test_what_a_wind_is_worth_is_derived_again_with_the_dealer():
    """E2: East is worth 2 to the dealer."""
    sheet = Keeper()
    sheet.enter(won(1, "all_pungs", bid=(2, 2)))
    sheet.enter(won(1, "east_pung", bid=(2, 2)))
    assert sheet.state.sheet[1].breakdown["tai"] == 2
    sheet.say(c.CorrectHand(1, None, "", won(0, "all_pungs", bid=(2, 2))))
    assert sheet.state.sheet[1].breakdown["tai"] == 1


def test_a_correction_that_makes_a_later_hand_impossible_names_it():
    """E12: only the dealer has a heavenly win."""
    sheet = Keeper()
    sheet.enter(won(1, "all_pungs", bid=(2, 2)))
    sheet.enter(won(1, "heavenly", bid=(2, 2)))
    correction = c.CorrectHand(1, None, "", won(0, "all_pungs", bid=(2, 2)))
    assert sheet.refused(correction) == ("later_hand_impossible", "E12")


def test_a_correction_that_changes_nothing_is_refused():
    correction = c.CorrectHand(1, 1, "", won(1, "all_chows", off=2, bid=(0, 2)))
    assert entered().refused(correction) == ("same_hand_entered", "L7")


# Final points


def test_final_points_add_up_to_zero():
    sheet = Keeper()
    assert sheet.refused(c.EnterFinalPoints(None, (10, 0, 0, -9))) == ("points_not_zero", "L7")
    assert sheet.refused(c.EnterFinalPoints(None, (10, -10, 0))) == ("points_not_zero", "L7")
    huge = (10**9, -(10**9), 0, 0)
    assert sheet.refused(c.EnterFinalPoints(None, huge)) == ("points_too_many", "L7")
    sheet.say(c.EnterFinalPoints(0, (10, 0, 0, -10)))
    assert sheet.points == [10, 0, 0, -10]


def test_final_points_stand_for_all_hands():
    sheet = entered()
    points = c.EnterFinalPoints(0, (10, 0, 0, -10))
    assert sheet.refused(points) == ("hands_entered", "L7")
    sheet.say(c.WithdrawHand(1, None, ""))
    sheet.say(points)
    assert sheet.refused_entry(exhausted(0, 2)) == ("final_points_entered", "L7")
    sheet.say(c.EnterFinalPoints(3, (10, 0, 0, -10)))
    assert sheet.state.sheet[0].waiting_for == (1, 2)
    other = c.EnterFinalPoints(2, (9, 1, 0, -10))
    assert sheet.refused(other) == ("hand_already_entered", "L7")
    sheet.submit(c.EndMatch(), "place:2")
    assert sheet.state.phase == "ended"
