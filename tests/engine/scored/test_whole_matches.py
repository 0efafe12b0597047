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
from tests.engine.scored.keeper import Keeper, random_entry

GAMES = ("bao", "free")


def played(seed: int, ruleset: str, hands: int = 12) -> Keeper:
    """Hands entered, confirmed, contested, put right and taken back, to the end of the match."""
    rng = Random(seed)
    sheet = Keeper(ruleset, length=Length("hands", hands))
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
                before = sheet.state._replace(dealer=hand.dealer, repeat=hand.repeat)
                sheet.say(c.CorrectHand(number, None, "no", random_entry(before, rng)))
            case "withdraw" if rng.random() < 0.3:
                sheet.say(c.WithdrawHand(last, None, "not yet"))
    except IllegalAction:
        pass


@pytest.mark.parametrize("ruleset", GAMES)
@pytest.mark.parametrize("seed", range(6))
def test_points_add_up_to_zero_after_every_hand(ruleset, seed):
    state = played(seed, ruleset).state
    assert sum(state.points) == 0
    for hand in state.sheet:
        assert sum(hand.gains) == 0
    assert state.points == tuple(
        sum(hand.gains[place] for hand in state.sheet) for place in range(4)
    )


@pytest.mark.parametrize("ruleset", GAMES)
@pytest.mark.parametrize("seed", range(6))
def test_the_record_is_proved_and_leads_to_the_same_sheet(ruleset, seed):
    sheet = played(seed, ruleset)
    record = sheet.record()
    report = verify(record)
    assert (report.problems, report.complete) == ((), True)
    walk = Walk(load(record))
    walk.to_end()
    assert walk.state == sheet.state


@pytest.mark.parametrize("ruleset", GAMES)
@pytest.mark.parametrize("seed", range(6))
def test_after_corrections_every_hand_follows_from_those_before(ruleset, seed):
    """As if all had been entered right from the start."""
    sheet = played(seed, ruleset)
    clean = Keeper(ruleset, length=Length("open"))
    for hand in sheet.state.sheet:
        clean.enter(hand.entry)
    assert [hand.gains for hand in clean.state.sheet] == [hand.gains for hand in sheet.state.sheet]
    assert [(h.dealer, h.repeat) for h in clean.state.sheet] == [
        (h.dealer, h.repeat) for h in sheet.state.sheet
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
    found = result_of(sheet.state, hand.entry, Standing(hand.dealer, hand.repeat))
    assert found.breakdown == hand.breakdown
