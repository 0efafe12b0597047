"""Standings from the log of a tournament: who gets which points."""

from __future__ import annotations

from tests.tournaments.domain.desk import HANDS, POINTS, SEED, SWISS, Desk, running
from tournaments.domain import commands as c
from tournaments.domain.books import book_of, rules_of, standings_of
from tournaments.domain.evolve import fold
from tournaments.domain.parts import Hand, Result
from tournaments.domain.terms import Stage, Uneven

FINAL = Stage("last", "final", 1, "top_of_standings", 4, 50)
WHOLE = 12


def game(desk: Desk, stage: str = "main") -> dict[str, int]:
    return {line.player: line.totals.game for line in standings_of(desk.state, stage).lines}


def places(desk: Desk, stage: str = "main") -> list[str]:
    return [f"{line.place}{line.player}" for line in standings_of(desk.state, stage).lines]


def test_points_go_to_those_who_sat_there():
    desk = running().play(1, "abcd", "efgh").results(1, 1)
    assert game(desk) == {"a": 30, "b": 10, "c": -10, "d": -30, "e": 0, "f": 0, "g": 0, "h": 0}
    assert places(desk)[:2] == ["1a", "2b"]


def test_each_hand_belongs_to_whoever_it_is_credited_to():
    desk = running(*"abcdefghi").play(1, "abcd", "efgh", sitting_out=("i",))
    desk.do(c.TakeSeat(1, 1, 0, "i", "player", "i", 2, "drop_out"))
    hands = (Hand(1, (9, -3, -3, -3), 0, 1), Hand(2, (-6, 6, 0, 0), 1, 2))
    desk.do(c.TakeResult(1, 1, None, Result((3, 3, -3, -3), hands, "log")))
    assert (game(desk)["a"], game(desk)["i"]) == (9, -6)


def test_a_substitute_on_off_and_on_again_changes_nothing_for_the_player():
    desk = running().enter("s", kind="stand_in").play(1, "abcd", "efgh")
    desk.do(c.TakeSeat(1, 1, 0, "s", "substitute", "a", 1, "substitute"))
    desk.do(c.TakeSeat(1, 1, 0, "a", "player", "a", 2, "returned"))
    desk.do(c.TakeResult(1, 1, None, HANDS))
    desk.results(1, 2)
    assert game(desk)["a"] == 11
    assert "s" not in game(desk)
    assert standings_of(fold(desk.events), "main") == standings_of(desk.state, "main")


def test_a_stand_in_is_ranked_nowhere_and_the_others_keep_their_places():
    desk = running(*"abcdefg").enter("s", kind="stand_in").play(1, "sabc", "defg").results(1)
    assert game(desk)["a"] == 10
    line = standings_of(desk.state, "main").line("a")
    assert line.parts[0].rank == 2
    assert "s" not in game(desk)


def test_byes_and_penalties_count_and_lifted_ones_do_not():
    desk = running(*"abcdefghi", uneven=Uneven("byes", 5, 2 * WHOLE))
    desk.play(1, "abcd", "efgh", byes=("i",)).results(1)
    desk.do(c.GivePenalty("p1", "i", 1, None, "late", 2), c.GivePenalty("p2", "a", 1, None, "x", 9))
    desk.do(c.LiftPenalty("p2", "appeal"))
    line = standings_of(desk.state, "main").line("i")
    assert (line.totals.game, line.totals.game_points, line.totals.table) == (5, 36, 24)
    assert standings_of(desk.state, "main").line("a").totals.game_penalty == 0


def test_a_bye_in_a_knock_out_is_worth_no_points():
    desk = running(*"abcde", stages=(Stage("main", "knockout", 2),), uneven=Uneven("byes", 5))
    desk.play(1, "abcd", byes=("e",)).results(1)
    assert game(desk)["e"] == 0


def test_a_penalty_counts_before_the_results_of_its_round_are_in():
    desk = running().play(1, "abcd", "efgh").results(1)
    desk.do(c.ConfirmRound(1))
    desk.do(c.PlanRounds((desk.plan(2, "abef", "cdgh"),)))
    desk.do(c.GivePenalty("p1", "a", 2, None, "late", 10))
    assert standings_of(desk.state, "main").line("a").totals.game_penalty == 10
    assert standings_of(desk.state, "main", 1).line("a").totals.game_penalty == 0


def test_whoever_left_keeps_the_place_of_their_points():
    desk = running(*"abcdefghi").play(1, "abcd", "efgh", sitting_out=("i",)).results(1)
    desk.do(c.WithdrawEntry("a"), c.WithdrawEntry("i"))
    assert "1a" in places(desk)
    assert "i" not in game(desk)


def test_a_final_carries_half_of_the_points():
    desk = running(stages=(SWISS, FINAL)).play(1, "abcd", "efgh").results(1)
    desk.do(c.ConfirmRound(1), c.AdvanceStage("last", tuple("aebf")))
    assert game(desk, "last") == {"a": 15, "e": 15, "b": 5, "f": 5}
    desk.play(2, "fbea", stage="last").results(2)
    assert game(desk, "last") == {"f": 35, "b": 15, "e": 5, "a": -15}
    assert [match.round for match in book_of(desk.state, "last").matches] == [2]


def test_a_changed_result_changes_standings_and_what_is_carried():
    desk = running(stages=(SWISS, FINAL)).play(1, "abcd", "efgh").results(1)
    desk.do(c.ConfirmRound(1), c.AdvanceStage("last", tuple("aebf")))
    desk.do(c.ReopenRound(1, "typed the wrong way round", True))
    desk.do(c.TakeResult(1, 1, None, Result(POINTS.points[::-1], (), "organiser")))
    assert game(desk, "last")["a"] == -15


def test_lots_are_drawn_once_the_seed_is_open():
    desk = running(tie_breaks=("game_points", "lot")).play(1, "abcd", "efgh").results(1)
    assert rules_of(desk.state).criteria == ("game_points",)
    assert places(desk)[:2] == ["1a", "1e"]
    desk.do(c.OpenSeed(SEED))
    assert [place[0] for place in places(desk)] == list("12345678")
