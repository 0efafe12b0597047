"""Every millisecond of a match belongs to somebody, once."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.errors import IllegalAction
from engine.play import commands as c
from engine.play import events as e
from engine.play import time_ledger as time_ledger_module
from engine.play.codec import event_from_text
from engine.play.time_ledger import HOUSE, Ledger, Timed, time_ledger
from tests.engine.play.timed import CLOCKS, TimedTable, timed_match
from tests.engine.scored.keeper import Keeper

ALL = ("player", "network", "pause", *HOUSE)


def table(ruleset: str = "free") -> TimedTable:
    """A match whose dealer has to discard; nothing has taken any time so far."""
    one = TimedTable(3)
    for command in setting_up(ruleset):
        one.do(command, 0)
    return one


def setting_up(ruleset: str) -> list[c.Command]:
    model = TimedTable(3)
    model.start(ruleset, {"free_wild": "random"})
    model.deal()
    return model.commands


def discard(one: TimedTable, after: int) -> None:
    one.do(c.Discard(one.state.hand.turn, one.state.hand.tile), after)


def turn(one: TimedTable) -> int:
    """The place in turn."""
    return one.state.hand.place_of(one.state.hand.turn)


def close(one: TimedTable) -> Ledger:
    return time_ledger(one.log)


@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 10_000), ruleset=st.sampled_from(("bao", "free")))
def test_it_adds_up(seed: int, ruleset: str):
    one = timed_match(seed, ruleset)
    ledger = close(one)
    ended = next(timed.at for timed in one.log if isinstance(timed.event, e.MatchEnded))
    assert ledger.duration == ended - one.log[0].at
    assert ledger.total == ledger.duration
    assert all(one.ms > 0 for one in ledger.slices)
    assert sum(ledger.of(owner) for owner in ALL) == ledger.duration
    assert sum(ledger.of(*ALL, hand=hand) for hand in range(one.state.hand_number + 1)) == (
        ledger.duration
    )


@settings(max_examples=15, deadline=None)
@given(seed=st.integers(0, 10_000))
def test_a_longer_log_changes_nothing_that_was_told_but_excuses(seed: int):
    one = timed_match(seed)
    for end in range(1, len(one.log), 97):
        ledger = time_ledger(one.log[:end])
        assert ledger.total == ledger.duration == one.log[end - 1].at - one.log[0].at


def test_a_turn_is_the_players_and_what_it_overran_comes_from_the_reserve():
    one = table()
    place = turn(one)
    discard(one, CLOCKS.decision_ms + 2_500)
    ledger = close(one)
    assert ledger.of_places()[place] == CLOCKS.decision_ms + 2_500
    assert ledger.reserve[place] == CLOCKS.reserve_ms - 2_500
    assert sum(ledger.reserve) == 4 * CLOCKS.reserve_ms - 2_500


def test_those_who_have_yet_to_answer_share_a_window():
    one = table()
    place = turn(one)
    discard(one, 0)
    for seat, after in ((1, 900), (2, 500), (3, 300)):
        one.do(c.PassClaim(seat), after)
    by_seat = [close(one).of_places()[(place + seat) % 4] for seat in range(4)]
    assert by_seat == [0, 300, 300 + 250, 300 + 250 + 300]


def test_what_cannot_be_shared_evenly_is_shared_all_the_same():
    one = table()
    discard(one, 0)
    one.do(c.PassClaim(1), 100)
    assert sorted(close(one).of_places()) == [0, 33, 33, 34]


def test_a_pause_is_nobodys_time():
    one = table()
    place = turn(one)
    one.do(c.PauseMatch("call"), 1_000)
    one.do(c.ResumeMatch(), 60_000)
    discard(one, 500)
    ledger = close(one)
    assert (ledger.of("pause"), ledger.of_places()[place]) == (60_000, 1_500)
    assert ledger.reserve[place] == CLOCKS.reserve_ms


def test_time_the_service_was_down_is_the_houses():
    one = table()
    place = turn(one)
    one.do(c.ExcuseDowntime(8_000), 2_000)
    discard(one, 300)
    ledger = close(one)
    assert (ledger.of("downtime"), ledger.of_places()[place]) == (8_000, 2_300)
    assert ledger.reserve[place] == CLOCKS.reserve_ms


def test_a_built_in_player_spends_the_houses_time():
    one = table()
    place = turn(one)
    one.do(c.TakeOver(place, "random"), 1_000)
    discard(one, 700)
    ledger = close(one)
    assert (ledger.of("bot"), ledger.of_places()[place]) == (700, 1_000)
    assert ledger.of_places("bot")[place] == 700


def test_what_the_network_took_is_given_back_and_is_not_the_players():
    one = table()
    place = turn(one)
    discard(one, CLOCKS.decision_ms + 400)
    one.do(c.ExcuseNetwork(place, 150), 5)
    ledger = close(one)
    assert ledger.of_places("network")[place] == 150
    assert ledger.of_places()[place] == CLOCKS.decision_ms + 250
    assert ledger.reserve[place] == CLOCKS.reserve_ms - 250
    assert [(x.place, x.ms, x.reason) for x in ledger.given] == [(place, 150, "network")]
    assert ledger.unfounded == ()


def test_more_than_a_decision_took_of_the_reserve_is_unfounded():
    one = table()
    place = turn(one)
    discard(one, CLOCKS.decision_ms + 100)
    one.do(c.ExcuseNetwork(place, 150), 0)
    assert close(one).unfounded == (len(one.log),)
    one.do(c.ExcuseNetwork((place + 1) % 4, 1), 0)
    assert len(close(one).unfounded) == 2


def measured(one: TimedTable, *ms: int) -> Ledger:
    """The account once the hand is voided, its secret is open and the way was measured."""
    one.do(c.VoidHand("over"), 0)
    one.open_secret()
    one.do(c.MeasureNetwork(1, ms), 0)
    return close(one)


def test_of_each_decision_the_way_to_the_server_is_the_networks():
    one = table()
    place = turn(one)
    discard(one, 1_000)
    for seat, after in ((1, 900), (2, 500), (3, 30)):
        one.do(c.PassClaim(seat), after)
    ledger = measured(one, 200, 200, 200, 200)
    lost = [ledger.of_places("network")[(place + seat) % 4] for seat in range(4)]
    assert lost == [200, 200, 200, 200]
    own = [ledger.of_places()[(place + seat) % 4] for seat in range(4)]
    assert own == [800, 100, 350, 380]
    assert ledger.reserve == (CLOCKS.reserve_ms,) * 4
    assert ledger.total == ledger.duration


def test_the_way_took_no_more_than_the_decision_lasted():
    one = table()
    place = turn(one)
    discard(one, 150)
    ledger = measured(one, *([2_000] * 4))
    assert (ledger.of_places("network")[place], ledger.of_places()[place]) == (150, 0)
    assert ledger.total == ledger.duration


def test_what_was_given_back_is_not_counted_again():
    one = table()
    place = turn(one)
    discard(one, CLOCKS.decision_ms + 400)
    one.do(c.ExcuseNetwork(place, 150), 0)
    ledger = measured(one, *([100] * 4))
    assert ledger.of_places("network")[place] == 150
    assert ledger.of_places()[place] == CLOCKS.decision_ms + 250
    assert ledger.reserve[place] == CLOCKS.reserve_ms - 250


def test_a_way_that_nobody_measured_takes_nothing():
    one = table()
    place = turn(one)
    discard(one, 1_000)
    ledger = measured(one, *[0 if p == place else 300 for p in range(4)])
    assert ledger.of_places("network")[place] == 0


def test_what_the_network_may_have_taken_is_bounded_over_a_match(monkeypatch):
    monkeypatch.setattr(time_ledger_module, "NETWORK_COUNTED_MS", 500)
    one = table()
    place = turn(one)
    discard(one, 2_000)
    ledger = measured(one, *([800] * 4))
    assert ledger.of_places("network")[place] == 500
    assert ledger.uncounted[place] == 300
    assert ledger.total == ledger.duration


def test_a_measure_that_comes_after_the_end_counts_too():
    one = timed_match(5)
    before = close(one)
    one.do(c.MeasureNetwork(1, (900, 0, 0, 0)), 60_000)
    after = close(one)
    assert after.of_places("network")[0] > before.of_places("network")[0]
    assert (after.duration, after.total) == (before.duration, before.duration)
    assert after.reserve == before.reserve


@pytest.mark.parametrize(
    ("hand", "ms", "code"),
    [
        (1, (100, 0, 0, 0), "hand_running"),
        (0, (100, 0, 0, 0), "no_hand"),
        (2, (100, 0, 0, 0), "no_hand"),
    ],
)
def test_nothing_is_told_of_the_way_while_a_hand_runs(hand: int, ms: tuple[int, ...], code: str):
    one = table()
    with pytest.raises(IllegalAction) as caught:
        one.do(c.MeasureNetwork(hand, ms), 0)
    assert caught.value.code == code


@pytest.mark.parametrize("ms", [(2_001, 0, 0, 0), (0, 0, 0, 0), (-1, 5, 0, 0), (5, 5, 5)])
def test_the_way_is_measured_within_bounds(ms: tuple[int, ...]):
    one = table()
    one.do(c.VoidHand("over"), 0)
    one.open_secret()
    with pytest.raises(IllegalAction) as caught:
        one.do(c.MeasureNetwork(1, ms), 0)
    assert caught.value.code == "bad_time"


def test_what_rulings_give_and_take_is_there():
    one = table()
    ruling = c.MakeRuling("r", None, 1, "clock_given", ("P1",), "rae", {"place": 2, "ms": 7_000})
    one.do(ruling, 0)
    one.do(c.GrantClock(1, 300, "spilt tea"), 0)
    one.do(c.MakeRuling("s", None, 1, "score_stands", ("P1",), "rae", supersedes="r"), 0)
    given = [(x.place, x.ms, x.reason) for x in close(one).given]
    assert given == [(2, 7_000, "ruling r"), (1, 300, "spilt tea"), (2, -7_000, "ruling s")]
    assert close(one).reserve[2] == CLOCKS.reserve_ms


def test_before_and_between_hands_it_is_the_houses():
    one = TimedTable(3)
    commands = setting_up("free")
    for command in commands:
        one.do(command, 10)
    ledger = close(one)
    assert (ledger.of("entropy"), ledger.of("between")) == (80, 20)
    assert ledger.total == 100


def test_with_real_tiles_it_is_the_tables():
    keeper = Keeper()
    keeper.say(c.EnterFinalPoints(0, (3, -1, -1, -1)))
    rows = [row.columns for row in keeper.log.rows]
    log = [
        Timed(row.seq, 1_000 * row.seq, event_from_text(row.type, row.v, row.data)) for row in rows
    ]
    assert time_ledger(log).of("table") == 1_000 * (len(log) - 1)


def test_a_clock_that_was_set_back_takes_nothing_away():
    one = table()
    discard(one, 500)
    one.do(c.PassClaim(1), -300)
    ledger = close(one)
    assert ledger.total == ledger.duration == 500


def test_what_comes_after_the_end_counts_no_more():
    one = timed_match(5)
    before = close(one)
    one.do(c.CallReferee("c", 0, 1, "other"), 90_000)
    assert close(one) == before


def test_the_network_has_a_quota():
    one = table()
    for _ in range(15):
        one.do(c.ExcuseNetwork(0, 2_000), 0)
    for command, code in (
        (c.ExcuseNetwork(0, 1), "network_quota"),
        (c.ExcuseNetwork(1, 2_001), "bad_time"),
        (c.ExcuseNetwork(1, 0), "bad_time"),
    ):
        with pytest.raises(IllegalAction) as caught:
            one.do(command, 0)
        assert caught.value.code == code
