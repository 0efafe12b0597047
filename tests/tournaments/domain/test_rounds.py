"""Rounds in play: starts, tables, clocks, results, disputes, confirmation."""

from __future__ import annotations

import pytest

from tests.tournaments.domain.desk import (
    HANDS,
    MINUTE,
    ROTATION,
    Desk,
    running,
    terms,
)
from tournaments.domain import commands as c
from tournaments.domain import events as e
from tournaments.domain.evolve import evolve
from tournaments.domain.parts import Dependent, Except, Hand, Line, Person, Result
from tournaments.domain.state import clock_left
from tournaments.domain.terms import PenaltyRule

HOUR = 60 * MINUTE


def started(**changes: object) -> Desk:
    return running(**changes).play(1, "abcd", "efgh")


def confirmed(**changes: object) -> Desk:
    desk = started(**changes).results(1)
    desk.do(c.ConfirmRound(1))
    return desk


def left(desk: Desk, table: int, now: int) -> int | None:
    return clock_left(desk.state.rounds[1].tables[table], now)


def test_the_second_who_starts_a_round_is_told():
    assert started().code(c.StartRound(1, 1, 5)) == "round_already_started"


def test_a_start_is_undone_while_nothing_has_happened():
    desk = started()
    desk.do(c.UndoRoundStart(1), c.StartRound(1, 1, 9), c.OpenTable(1, 2, "m2"))
    assert desk.code(c.UndoRoundStart(1)) == "tables_opened"


def test_nobody_starts_a_round_who_is_still_playing():
    desk = started().results(1, 1)
    desk.do(c.PlanRounds((desk.plan(2, "abef", "cdgh"),)), c.PublishPairings(2, 1))
    assert desk.code(c.StartRound(2, 1, 0)) == "still_playing"
    desk.results(1, 2).do(c.StartRound(2, 1, 0))


def test_nobody_starts_a_round_who_has_left():
    desk = running()
    desk.do(c.PlanRounds((desk.plan(1, "abcd", "efgh"),)), c.PublishPairings(1, 1))
    desk.do(c.WithdrawEntry("a"))
    assert desk.code(c.StartRound(1, 1, 0)) == "not_registered"


def test_a_match_belongs_to_one_table():
    desk = started()
    desk.do(c.OpenTable(1, 1, "m1"))
    assert desk.do(c.OpenTable(1, 1, "m1")) == ()
    assert desk.code(c.OpenTable(1, 1, "m2")) == "table_already_open"
    assert desk.code(c.OpenTable(1, 2, "m1")) == "match_used"
    desk.do(c.UnlinkTable(1, 1))
    assert desk.code(c.OpenTable(1, 2, "m1")) == "match_used"
    desk.do(c.OpenTable(1, 1, "m1"))


def test_five_more_minutes_for_one_table_and_then_for_all():
    desk = started()
    desk.do(c.ExtendClock(1, 1, 5 * MINUTE, at=MINUTE), c.ExtendClock(1, None, 5 * MINUTE, at=2))
    assert (left(desk, 1, HOUR), left(desk, 2, HOUR)) == (10 * MINUTE, 5 * MINUTE)


def test_five_more_minutes_after_time_is_up_are_five_from_now():
    desk = started()
    now = HOUR + 3 * MINUTE
    assert left(desk, 1, now) == -3 * MINUTE
    desk.do(c.ExtendClock(1, 1, 5 * MINUTE, now), c.ExtendClock(1, None, 5 * MINUTE, now))
    assert (left(desk, 1, now), left(desk, 2, now)) == (10 * MINUTE, 5 * MINUTE)


def test_a_clock_held_for_the_round_and_the_table_runs_when_both_let_go():
    desk = started()
    desk.do(c.PauseClock(1, 1, MINUTE), c.PauseClock(1, None, 2 * MINUTE))
    desk.do(c.ResumeClock(1, None, 3 * MINUTE))
    assert (left(desk, 1, 9 * HOUR), left(desk, 2, HOUR)) == (59 * MINUTE, MINUTE)
    desk.do(c.ResumeClock(1, 1, 10 * MINUTE))
    assert left(desk, 1, 10 * MINUTE) == 59 * MINUTE
    assert desk.code(c.ResumeClock(1, 1, HOUR)) == "not_paused"


def test_more_time_is_added_while_the_clock_stands_still():
    desk = started()
    desk.do(c.PauseClock(1, None, HOUR + MINUTE), c.ExtendClock(1, 1, MINUTE, at=2 * HOUR))
    assert left(desk, 1, 5 * HOUR) == MINUTE
    assert desk.code(c.PauseClock(1, None, HOUR)) == "already_paused"


def test_a_round_without_a_clock_has_none_to_extend():
    assert started(round_ms=None).code(c.ExtendClock(1, None, 5, 0)) == "no_clock"


@pytest.mark.parametrize(
    ("result", "refusal"),
    [
        (Result((1, 0, 0, 0), (), "log"), ("not_zero_sum", "points")),
        (Result((1, -1), (), "log"), ("not_four", "points")),
        (Result((1, -1, 0, 0), (Hand(1, (2, -2, 0, 0)),), "log"), ("bad_hands", "hands")),
        (Result((1, -1, 0, 0), (Hand(2, (1, -1, 0, 0)),), "log"), ("bad_hands", "hands.0")),
        (
            Result((1, -1, 0, 0), (Hand(1, (1, -1, 0, 0), 4),), "log"),
            ("no_such_place", "hands.0.winner"),
        ),
        (Result((0, 0, 0, 0), (), "rumour"), ("unknown_value", "source")),
    ],
)
def test_careless_results_are_refused(result, refusal):
    assert started().refused(c.TakeResult(1, 1, None, result)) == refusal


def test_a_result_that_flows_in_twice_is_taken_once():
    desk = started()
    desk.do(c.OpenTable(1, 1, "m1"), c.TakeResult(1, 1, "m1", HANDS))
    assert desk.do(c.TakeResult(1, 1, "m1", HANDS)) == ()
    assert desk.code(c.TakeResult(1, 1, "m9", HANDS)) == "wrong_match"


def test_a_result_can_be_withdrawn_unless_its_players_play_on():
    desk = started().results(1)
    desk.do(c.WithdrawResult(1, 1, "typed wrongly"))
    assert desk.code(c.WithdrawResult(1, 1, "")) == "no_result"
    desk.results(1)
    desk.play(2, "abef", "cdgh")
    assert desk.code(c.WithdrawResult(1, 1, "")) == "seated_elsewhere"
    desk.do(c.TakeResult(1, 1, None, HANDS))


def test_a_round_is_confirmed_once_all_results_are_in():
    desk = started().results(1, 1)
    assert desk.code(c.ConfirmRound(1)) == "no_result"
    desk.results(1).do(c.ConfirmRound(1))
    assert desk.code(c.ConfirmRound(1)) == "already_confirmed"
    assert desk.code(c.TakeResult(1, 1, None, HANDS)) == "round_confirmed"


def test_an_open_dispute_holds_a_round_up():
    desk = started().results(1)
    desk.do(c.OpenDispute("d1", 1, 2, "e", "It was my win"))
    assert desk.code(c.ConfirmRound(1)) == "dispute_open"
    desk.do(c.SettleDispute("d1", "It was not"))
    assert desk.code(c.SettleDispute("d1", "It was")) == "already_settled"
    desk.do(c.ReopenDispute("d1", "new facts"))
    assert desk.code(c.ConfirmRound(1)) == "dispute_open"


def test_where_a_match_has_a_log_only_a_call_of_its_referee_is_a_dispute():
    desk = started()
    desk.do(c.OpenTable(1, 2, "m1"))
    assert desk.refused(c.OpenDispute("d1", 1, 2, "e", "mine")) == ("call_referee", "table")
    desk.do(c.OpenDispute("k1", 1, 2, "e", "wrong_score", "call-1"))
    desk.do(c.OpenDispute("d1", 1, 1, "a", "no match here"))
    assert set(desk.state.disputes) == {"k1", "d1"}


def test_a_log_from_before_with_a_dispute_beside_a_match_is_read_and_settled():
    desk = started()
    desk.do(c.OpenTable(1, 2, "m1"))
    desk.state = evolve(desk.state, e.DisputeOpened("d1", 1, 2, "e", "It was my win", None))
    desk.results(1)
    assert desk.code(c.ConfirmRound(1)) == "dispute_open"
    desk.do(c.SettleDispute("d1", "It was not"), c.ReopenDispute("d1", "new facts"))
    desk.do(c.SettleDispute("d1", "No"), c.ConfirmRound(1))
    assert desk.state.rounds[1].status == "confirmed"


def test_exceptions_are_named_with_a_reason():
    desk = started().results(1, 1)
    assert desk.code(c.ConfirmRound(1, (Except(1, "fine"),))) == "not_an_exception"
    assert desk.refused(c.ConfirmRound(1, (Except(2, " "),))) == ("empty", "exceptions.0.why")
    desk.do(c.ConfirmRound(1, (Except(2, "power cut"),)))
    assert desk.state.rounds[1].exceptions == (Except(2, "power cut"),)


def test_reopening_tells_what_rests_on_the_round():
    desk = confirmed()
    desk.play(2, "abef", "cdgh")
    desk.do(c.PublishStandings("main", 1, (Line("a", 1, 30, 48),)))
    assert desk.code(c.ReopenRound(1, "miscounted")) == "has_dependents"
    reopened = desk.do(c.ReopenRound(1, "miscounted", despite_dependents=True))[0]
    assert reopened.dependents == (Dependent("round", "2"), Dependent("standings", "main/1"))
    desk.do(c.TakeResult(1, 1, None, HANDS), c.ConfirmRound(1))


def test_rounds_of_a_rotation_do_not_rest_on_each_other():
    desk = confirmed(stages=(ROTATION,))
    desk.play(2, "abef", "cdgh")
    desk.do(c.ReopenRound(1, "miscounted"))
    assert desk.state.rounds[1].status == "started"


def test_a_round_with_a_missing_table_is_not_reopened_while_its_players_play_on():
    desk = started().results(1, 1)
    desk.do(c.ConfirmRound(1, (Except(2, "later"),)))
    desk.play(2, "abef", "cdgh")
    assert desk.code(c.ReopenRound(1, "now", despite_dependents=True)) == "seated_elsewhere"


def test_a_penalty_follows_the_table_of_penalties_and_can_be_lifted():
    desk = started(terms=terms(penalties=(PenaltyRule("late", "Late", 10, 12),)))
    given = desk.do(c.GivePenalty("p1", "a", 1, "late", ""))[0]
    assert (given.game, given.table) == (10, 12)
    assert desk.code(c.GivePenalty("p1", "a", 1, "late", "")) == "already_given"
    assert desk.code(c.GivePenalty("p2", "a", 1, "rude", "")) == "no_such_rule"
    assert desk.refused(c.GivePenalty("p2", "a", 1, None, "")) == ("empty", "reason")
    assert desk.refused(c.GivePenalty("p2", "a", 1, None, "x", -5)) == ("out_of_range", "game")
    desk.do(c.LiftPenalty("p1", "appeal"))
    assert desk.code(c.LiftPenalty("p1", "appeal")) == "already_lifted"


def test_published_standings_are_kept_by_edition_and_become_official():
    desk = started().results(1)
    desk.do(c.PublishStandings("main", 1, (Line("a", 1, 30, 48),)))
    assert desk.do(c.PublishStandings("main", 1, (Line("a", 1, 30, 48),))) == ()
    assert desk.code(c.MakeOfficial("main", 1)) == "rounds_unfinished"
    desk.do(c.PublishStandings("main", 1, (Line("e", 1, 30, 48),)), c.ConfirmRound(1))
    desk.do(c.MakeOfficial("main", 1))
    assert [one.is_official for one in desk.state.standings] == [False, True]
    assert desk.code(c.MakeOfficial("main", 1)) == "already_official"


def test_line_ends_of_a_form_are_kept_as_plain_ones():
    desk = started()
    desk.do(c.OpenDispute("d1", 1, 1, "a", "one\r\ntwo\rthree"))
    assert desk.state.disputes["d1"].opened.text == "one\ntwo\nthree"
    desk.do(c.SettleDispute("d1", "stands"))
    desk.results(1, 2)
    desk.do(c.ConfirmRound(1, (Except(1, "no\r\nresult"),)))
    assert desk.state.rounds[1].exceptions == (Except(1, "no\nresult"),)
    assert desk.code(c.AddEntry("x", Person("two\r\nlines"))) == "control_character"


def test_a_table_confirmed_without_a_match_is_known_as_such_until_one_is_opened():
    desk = started().results(1, 2)
    desk.do(c.ConfirmRound(1, (Except(1, "not played"),)), c.ReopenRound(1, "late"))
    assert [desk.state.rounds[1].tables[n].is_excepted for n in (1, 2)] == [True, False]
    desk.do(c.OpenTable(1, 1, "m1"))
    assert not desk.state.rounds[1].tables[1].is_excepted
