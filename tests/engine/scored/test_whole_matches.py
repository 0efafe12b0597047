"""Whole matches with real tiles, at random: nothing is lost, and the record proves all of it."""

from __future__ import annotations

import json
from random import Random

import pytest

from engine.errors import IllegalAction
from engine.loading import load
from engine.play import commands as c
from engine.play.codec import event_from_json
from engine.play.evolve import evolve, fold
from engine.play.match import Length
from engine.play.state import MatchState
from engine.scored.decide import Standing, result_of
from engine.verify import Walk, verify
from tests.engine.records import changed, index_of, indices, split
from tests.engine.scored.keeper import Keeper, exhausted, random_entry, won

GAMES = ("bao", "free")
PLAN = ((0, 1, 2, 3), (2, 1, 0, 3), (3, 2, 0, 1))
PLANS = pytest.mark.parametrize("plan", [(), PLAN], ids=["as seated", "seats changed"])


def played(seed: int, ruleset: str, hands: int = 12, plan: tuple = ()) -> Keeper:
    """Hands entered, confirmed, contested, put right and taken back, to the end of the match."""
    rng = Random(seed)
    sheet = Keeper(ruleset, length=Length("hands", hands), seat_plan=plan)
    while sheet.state.phase != "ended":
        if len(sheet.state.sheet) < hands:
            sheet.enter(random_entry(sheet.state, rng), by=rng.choice((None, 0, 1, 2, 3)))
        _something(sheet, rng)
    return sheet


def _something(sheet: Keeper, rng: Random) -> None:
    """What people do with a sheet; what is refused changes nothing."""
    hand = rng.choice(sheet.state.sheet)
    number = hand.number
    last = len(sheet.state.sheet)
    missing = [(one.number, place) for one in sheet.state.sheet for place in one.waiting_for]
    wanted = rng.choice(("confirm", "confirm", "contest", "uphold", "correct", "withdraw"))
    try:
        match wanted:
            case "confirm" if missing:
                for one, place in missing:
                    sheet.say(c.ConfirmHand(one, place))
            case "contest":
                sheet.say(c.ContestHand(number, rng.randrange(4), f"no {rng.random()}"))
            case "uphold":
                sheet.say(c.UpholdHand(number, "so it was"))
            case "correct":
                before = sheet.state._replace(
                    order=hand.places, dealer=hand.dealer, repeat=hand.repeat
                )
                sheet.say(c.CorrectHand(number, None, "no", random_entry(before, rng)))
            case "withdraw" if rng.random() < 0.3:
                sheet.say(c.WithdrawHand(last, None, "not yet"))
    except IllegalAction:
        pass


@pytest.mark.parametrize("ruleset", GAMES)
@pytest.mark.parametrize("seed", range(6))
@PLANS
def test_points_add_up_to_zero_after_every_hand(ruleset, seed, plan):
    state = played(seed, ruleset, plan=plan).state
    assert sum(state.points) == 0
    for hand in state.sheet:
        assert sum(hand.gains) == 0
    assert state.points == tuple(
        sum(hand.gains[place] for hand in state.sheet) for place in range(4)
    )


@pytest.mark.parametrize("ruleset", GAMES)
@pytest.mark.parametrize("seed", range(6))
@PLANS
def test_the_record_is_proved_and_leads_to_the_same_sheet(ruleset, seed, plan):
    sheet = played(seed, ruleset, plan=plan)
    record = sheet.record()
    report = verify(record)
    assert (report.problems, report.complete) == ((), True)
    walk = Walk(load(record))
    walk.to_end()
    assert walk.state == sheet.state


@pytest.mark.parametrize("ruleset", GAMES)
@pytest.mark.parametrize("seed", range(6))
@PLANS
def test_after_corrections_every_hand_follows_from_those_before(ruleset, seed, plan):
    """As if all had been entered right from the start."""
    sheet = played(seed, ruleset, plan=plan)
    clean = Keeper(ruleset, length=Length("open"), seat_plan=plan)
    for hand in sheet.state.sheet:
        clean.enter(hand.entry)
    assert [hand.gains for hand in clean.state.sheet] == [hand.gains for hand in sheet.state.sheet]
    assert [(h.places, h.repeat) for h in clean.state.sheet] == [
        (h.places, h.repeat) for h in sheet.state.sheet
    ]
    assert clean.state.lost_deal == sheet.state.lost_deal
    assert clean.state.dealer_rounds == sheet.state.dealer_rounds


def test_random_matches_hold_corrections_that_move_later_hands():
    types = {
        row.columns.type for seed in range(6) for row in split(played(seed, "bao").record())[1]
    }
    assert {"HandRederived", "HandWithdrawn", "HandUpheld", "MatchEnded"} <= types


@pytest.mark.parametrize("ruleset", GAMES)
def test_folding_event_by_event_is_folding_at_once(ruleset):
    _, rows = split(played(3, ruleset).record())
    events = [
        event_from_json(row.columns.type, row.columns.v, json.loads(row.columns.data))
        for row in rows
    ]
    state = MatchState.empty()
    for event in events:
        state = evolve(state, event)
    assert state == fold(events)


# Changing seats


def deal_lost_by_all(sheet: Keeper) -> None:
    """Four hands, each won by the next player: a whole dealer round."""
    for _ in range(4):
        state = sheet.state
        winner = state.order[(state.order.index(state.dealer) + 1) % 4]
        sheet.enter(won(winner, "full_flush", bid=(state.dealer, 2)))


def test_seats_change_after_each_dealer_round():
    sheet = Keeper(seat_plan=PLAN, first_dealer=0)
    dealers = []
    for order in (*PLAN, PLAN[-1]):
        assert sheet.state.order == order
        deal_lost_by_all(sheet)
        dealers += [hand.dealer for hand in sheet.state.sheet[-4:]]
    assert dealers == [*PLAN[0], *PLAN[1], *PLAN[2], *PLAN[2]]


def test_it_is_told_before_the_next_hand_and_no_longer():
    sheet = Keeper(seat_plan=PLAN, first_dealer=0)
    deal_lost_by_all(sheet)
    assert sheet.state.reseated
    sheet.enter(exhausted(0, 2))
    assert not sheet.state.reseated
    sheet.say(c.WithdrawHand(5, None, "not yet"))
    assert sheet.state.reseated


def test_a_correction_takes_a_change_of_seats_back():
    sheet = Keeper(seat_plan=PLAN, first_dealer=0)
    deal_lost_by_all(sheet)
    sheet.enter(won(2, "full_flush", source="discard", off=1, bid=(2, 2)))
    assert sheet.state.sheet[4].places == PLAN[1]
    sheet.say(c.CorrectHand(4, None, "the dealer won", won(3, "full_flush", bid=(3, 2))))
    assert sheet.state.sheet[4].places == (3, 0, 1, 2)
    assert sheet.state.order == PLAN[1], "now the fifth hand ends the round"
    assert sum(sheet.state.points) == 0


# Forgeries


def forged(type_: str, change, nth: int = 0) -> list[str]:
    record = played(3, "bao").record()
    found = verify(changed(record, index_of(record, type_, nth), change))
    return [problem.code for problem in found.problems]


def test_payments_are_derived_again():
    def pay_more(data):
        first, second, *rest = data["points"]
        data["points"] = [first + 1, second - 1, *rest]

    def more_tai(data):
        data["breakdown"]["tai"] = data["breakdown"].get("tai", 0) + 1

    for type_ in ("HandEntered", "HandCorrected", "HandRederived"):
        assert forged(type_, more_tai) == ["wrong_score"]
        assert forged(type_, lambda data: data.update(repeat=data["repeat"] + 1)) == ["wrong_score"]
    assert forged("HandEntered", pay_more) == ["wrong_score"]


def test_the_dealer_is_derived_again():
    codes = forged("HandEntered", lambda data: data.update(dealer=(data["dealer"] + 1) % 4), 2)
    assert codes == ["wrong_score"]


def test_a_confirmation_comes_from_the_place_itself():
    record = played(3, "bao").record()
    index = index_of(record, "HandConfirmed")
    place = json.loads(split(record)[1][index].columns.data)["place"]
    wrong = changed(record, index, lambda data: None, actor=f"place:{(place + 1) % 4}")
    assert [problem.code for problem in verify(wrong).problems] == ["wrong_actor"]


def test_a_scorer_does_not_judge_what_is_contested():
    record = played(3, "bao").record()
    wrong = changed(record, index_of(record, "HandUpheld"), lambda data: None, actor="scorer:5")
    assert [problem.code for problem in verify(wrong).problems] == ["wrong_actor"]


def test_a_rederived_hand_that_is_left_out_is_missed():
    record = played(3, "bao").record()
    header, rows = split(record)
    from tests.engine.records import rechained

    index = next(indices(record, "HandRederived"))
    kept = [row.columns for row in rows]
    del kept[index]
    assert verify(rechained(header, kept)).problems


def test_an_entry_is_what_its_result_follows_from():
    sheet = played(3, "free")
    hand = sheet.state.sheet[4]
    found = result_of(sheet.state, hand.entry, Standing(hand.places, hand.repeat))
    assert found.breakdown == hand.breakdown
