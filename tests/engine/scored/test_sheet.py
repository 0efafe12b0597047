"""A match with real tiles: what is entered is settled, and dealer and laozhuang follow."""

from __future__ import annotations

import pytest

from engine.errors import EngineError
from engine.play import commands as c
from engine.play.decide import decide
from engine.play.match import Length, Player
from engine.play.state import MatchState
from engine.verify import verify
from tests.engine.records import PEOPLE
from tests.engine.scored.keeper import Keeper, exhausted, free_won, won


def test_a_contractor_who_wins_is_paid_tai_and_stake():
    """X1: C self-draws, 3 tai."""
    sheet = Keeper()
    sheet.enter(won(1, "full_flush", bid=(1, 2)))
    assert sheet.points == [-13, 39, -13, -13]


def test_the_discarder_pays_double_and_a_failed_contractor_the_stake():
    """X5: neither is C: one discards, W wins, 1 tai."""
    sheet = Keeper()
    sheet.enter(won(1, "all_chows", off=2, bid=(0, 2)))
    assert sheet.points == [-16, 9, 3, 4]


def test_the_dealer_who_wins_stays_and_the_next_hand_counts_twice():
    """X6, L6, Z2."""
    sheet = Keeper()
    sheet.enter(won(0, "full_flush", bid=(0, 2)))
    assert (sheet.state.dealer, sheet.state.repeat) == (0, 1)
    sheet.enter(won(0, "full_flush", bid=(0, 2)))
    assert sheet.state.sheet[1].gains == (78, -26, -26, -26)


def test_another_winner_passes_the_deal_on_and_an_exhausted_hand_does_not():
    """Z2, Z3."""
    sheet = Keeper()
    sheet.enter(won(2, "all_pungs", bid=(0, 2)))
    assert (sheet.state.dealer, sheet.state.repeat) == (1, 0)
    sheet.enter(exhausted(3, 2))
    assert (sheet.state.dealer, sheet.state.repeat) == (1, 1)
    assert sheet.state.sheet[1].gains == (5, 5, 5, -15)


def test_in_the_free_game_the_winner_deals():
    sheet = Keeper("free")
    sheet.enter(free_won(2, "full_flush"))
    assert (sheet.points, sheet.state.dealer) == ([-2, -2, 6, -2], 2)


def test_the_first_dealer_is_the_first_place_or_who_is_named():
    assert Keeper().state.dealer == 0
    sheet = Keeper(first_dealer=2)
    sheet.enter(won(2, "east_pung", bid=(0, 2)))
    assert sheet.state.sheet[0].breakdown["tai"] == 2


def test_a_dealer_forced_contract_is_the_dealers():
    """A4."""
    sheet = Keeper(options={"all_pass": "dealer_forced"}, first_dealer=3)
    sheet.enter(exhausted(auction="dealer_forced"))
    assert sheet.points == [5, 5, 5, -15]


@pytest.mark.parametrize(
    ("entry", "refusal"),
    [
        (exhausted(auction="dealer_forced"), ("wrong_auction", "A4")),
        (exhausted(), ("no_contract_given", "A1")),
        (exhausted(auction=None), ("no_contract_given", "A1")),
        (exhausted(1, 1), ("invalid_input", "contract")),
        (exhausted(1, 14), ("invalid_input", "contract")),
        (won(1, "all_pungs", source="discard"), ("invalid_input", "discarder")),
        (won(1, "all_pungs", off=1), ("invalid_input", "discarder")),
        (won(1, bid=(0, 2)), ("below_minimum", "W2")),
        (won(1, "full_flush", bid=(1, 4)), ("below_contract", "W2")),
        (won(1, "robbed_kong", source="robbed_kong", off=2), ("rob_not_allowed", "P7")),
    ],
)
def test_what_cannot_have_been_is_refused_with_the_rule(entry, refusal):
    assert Keeper().refused_entry(entry) == refusal


def test_the_free_game_knows_no_contract_and_no_win_on_a_discard():
    sheet = Keeper("free")
    assert sheet.refused_entry(exhausted(0, 2)) == ("no_auction", "A1")
    entry = free_won(1, "full_flush", source="discard", off=2)
    assert sheet.refused_entry(entry) == ("source_not_allowed", "W3")
    assert sheet.refused_entry(free_won(1, "all_chows")) == ("below_minimum", "W3")


def test_hands_are_entered_in_order():
    sheet = Keeper()
    assert sheet.refused(c.EnterHand(2, None, exhausted(0, 2))) == ("hand_gap", "Z2")


def test_no_more_hands_than_the_match_has():
    sheet = Keeper(length=Length("hands", 1))
    sheet.enter(exhausted(0, 2))
    assert sheet.refused_entry(exhausted(0, 2)) == ("match_complete", "Z2")


def test_a_match_of_dealer_rounds_is_complete_when_everybody_has_lost_the_deal():
    sheet = Keeper(length=Length("dealer_rounds"))
    for dealer in range(4):
        sheet.enter(won((dealer + 1) % 4, "full_flush", bid=(0, 2)))
    assert sheet.refused_entry(exhausted(0, 2)) == ("match_complete", "Z2")


def test_a_match_of_two_dealer_rounds_counts_both():
    sheet = Keeper(length=Length("dealer_rounds", rounds=2))
    for hand in range(8):
        assert sheet.state.dealer == hand % 4
        sheet.enter(won((hand + 1) % 4, "full_flush", bid=(0, 2)))
        assert sheet.state.dealer_rounds_done == (hand + 1) // 4
    assert sheet.refused_entry(exhausted(0, 2)) == ("match_complete", "Z2")


# Ending


def test_a_match_of_full_length_ends_when_all_asked_have_confirmed():
    sheet = Keeper(length=Length("hands", 1))
    sheet.enter(won(1, "all_chows", off=2, bid=(2, 2)), by=1)
    assert sheet.state.phase == "scoring"
    sheet.say(c.ConfirmHand(1, 2))
    assert (sheet.state.phase, sheet.state.end_reason) == ("ended", "hands")


def test_a_match_does_not_end_over_a_contested_hand():
    sheet = Keeper(length=Length("hands", 1))
    sheet.enter(exhausted(0, 2))
    sheet.say(c.ContestHand(1, 3, "I had won"))
    sheet.say(c.ConfirmHand(1, 0))
    assert sheet.state.phase == "scoring"
    assert sheet.refused(c.EndMatch()) == ("hand_contested", "L7")
    sheet.say(c.UpholdHand(1, "nobody saw it"))
    assert sheet.state.end_reason == "hands"


def test_a_called_time_leaves_the_players_to_enter_what_they_have_played():
    sheet = Keeper()
    sheet.submit(c.CallTime(), "organiser:ann")
    assert sheet.state.phase == "scoring"
    sheet.enter(exhausted(0, 2), by=0)
    sheet.submit(c.EndMatch(), "place:3")
    assert (sheet.state.end_reason, sheet.state.points) == ("time", (-15, 5, 5, 5))


@pytest.mark.parametrize(
    ("length", "time_called", "ends"),
    [
        (Length("hands", 2), False, False),
        (Length("hands", 1), False, True),
        (Length("hands", 2), True, True),
        (Length("open"), False, True),
    ],
)
def test_a_player_may_end_a_match_only_once_it_is_over_in_fact(length, time_called, ends):
    sheet = Keeper(length=length)
    sheet.enter(exhausted(0, 2))
    if time_called:
        sheet.submit(c.CallTime(), "organiser:ann")
    sheet.submit(c.EndMatch(), "place:3")
    codes = [problem.code for problem in verify(sheet.record()).problems]
    assert codes == ([] if ends else ["wrong_actor"])


def test_nothing_is_entered_after_the_end():
    sheet = Keeper()
    sheet.submit(c.EndMatch(), "scorer:5")
    assert sheet.refused_entry(exhausted(0, 2)) == ("no_match", "Z2")


# Setting up


def test_a_match_with_real_tiles_has_no_commitment_and_no_built_in_players():
    state = MatchState.empty()
    people = PEOPLE
    for given, field in (
        ({"commitment": "ab" * 32}, "commitment"),
        ({"players": (*people[:3], Player(3, "b", "bot", "random", "b"))}, "players"),
    ):
        fields = {"commitment": "", "players": people} | given
        command = c.OpenMatch(
            match="m", ruleset="bao", options={}, length=Length("open"), play="scored", **fields
        )
        with pytest.raises(EngineError) as caught:
            decide(state, command)
        assert caught.value.field == field


def test_built_in_players_do_not_take_over():
    assert Keeper().refused(c.TakeOver(0, "random")) == ("real_tiles", "T3")


def test_a_match_that_is_played_here_takes_no_entries():
    from tests.engine.play.builder import opened

    sheet = Keeper()
    sheet.state = opened()
    assert sheet.refused_entry(exhausted(0, 2)) == ("not_scored", "Z2")


def test_its_record_is_proved_and_says_that_there_is_no_wall():
    sheet = Keeper(length=Length("hands", 2))
    sheet.enter(exhausted(0, 2), by=0)
    sheet.enter(won(1, "all_chows", off=2, bid=(2, 2)), by=1)
    sheet.say(c.ConfirmHand(2, 2))
    report = verify(sheet.record())
    assert (report.problems, report.complete, report.hands) == ((), True, 2)
    assert report.play == "scored"
    assert "real tiles" in str(report)
