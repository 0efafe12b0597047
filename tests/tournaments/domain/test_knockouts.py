"""Knock-outs and double elimination from the log: who meets whom, who is out, who has won."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from tests.tournaments.domain.cup import (
    CUP,
    cup,
    plan,
    play,
    podium,
    refusal,
    result,
    seated,
    start,
    table,
)
from tests.tournaments.domain.desk import SEED, running
from tournaments.domain import commands as c
from tournaments.domain.books import standings_of
from tournaments.domain.knockout_plans import knockout_plan
from tournaments.domain.knockouts import bracket_of
from tournaments.domain.refusals import Refused
from tournaments.domain.stages import next_plan
from tournaments.domain.terms import Stage, Uneven


def test_seventeen_play_one_table_while_thirteen_have_byes():
    desk = cup(17)
    assert play(desk) == 1
    assert seated(desk, 1) == {"P1.1": "14 15 16 17"}
    assert desk.state.rounds[1].plan.byes == tuple(f"p{n:02}" for n in range(1, 14))
    play(desk)
    assert seated(desk, 2) == {
        "M1.1": "01 08 09 16",
        "M1.2": "02 07 10 15",
        "M1.3": "03 06 11 14",
        "M1.4": "04 05 12 13",
    }
    play(desk)
    play(desk)
    assert podium(desk) == "01 02 03 04"
    assert bracket_of(desk.state, "main").byes[0] == "p01"


def test_the_first_seeds_of_a_first_stage_are_drawn():
    desk = running(*"abcdefgh", stages=(CUP,))
    drawn = next_plan(desk.state, "main", SEED)
    assert isinstance(drawn, c.AdvanceStage)
    assert (sorted(drawn.entries), drawn.draw.label) == (list("abcdefgh"), ("order", "main"))
    assert drawn == next_plan(desk.state, "main", SEED)
    desk.do(drawn)
    assert isinstance(next_plan(desk.state, "main", SEED), c.PlanRounds)


def test_somebody_who_enters_after_the_draw_does_not_move_the_seeds():
    desk = cup(8)
    before = bracket_of(desk.state, "main").entrants
    desk.enter("late")
    assert bracket_of(desk.state, "main").entrants == before
    play(desk)
    assert "late" not in {line.player for line in standings_of(desk.state, "main").lines}


def test_one_of_each_table_advances_where_the_terms_say_so():
    desk = cup(16, Stage("main", "knockout", 1, top=1))
    play(desk)
    number = play(desk)
    assert seated(desk, number) == {"F": "01 02 03 04"}


def test_the_next_round_waits_for_the_last_table():
    desk = cup(16)
    number = plan(desk)
    start(desk, number)
    for key in ("M1.1", "M1.2", "M1.3"):
        result(desk, number, key)
    assert refusal(desk) == "tables_unfinished"


def test_winds_are_evened_out_over_the_rounds():
    desk = cup(16, Stage("main", "knockout", 1, final_matches=4))
    numbers = [play(desk) for _ in range(6)]
    plans = [desk.state.rounds[number].plan for number in numbers]
    seats = [seating.seats for one in plans for seating in one.tables]
    winds = Counter(seats.index("p01") for seats in seats if "p01" in seats)
    assert sorted(winds.values()) == [1, 1, 2, 2]
    assert refusal(desk) == "stage_over"


def test_a_final_of_three_matches_is_added_up_with_what_was_brought():
    stage = Stage("main", "knockout", 1, final_matches=3, final_carry="last")
    desk = cup(8, stage, tie_breaks=("game_points",))
    play(desk)
    assert bracket_of(desk.state, "main").filled["F"].status == "ready"
    play(desk, F="02 01 03 04")
    assert bracket_of(desk.state, "main").filled["F"].status == "running"
    play(desk), play(desk)
    ranking = bracket_of(desk.state, "main").filled["F"].ranking
    assert [(rank.player, rank.score[0] // 12) for rank in ranking] == [
        ("p01", 30 + 10 + 30 + 30), ("p02", 30 + 30 + 10 + 10), ("p03", 10 - 30), ("p04", 10 - 90),
    ]  # fmt: skip


def test_a_penalty_counts_where_matches_are_added_up_and_leaves_a_tables_places_alone():
    desk = cup(8, Stage("main", "knockout", 1, final_matches=2), tie_breaks=("game_points",))
    play(desk)
    desk.do(c.GivePenalty("x1", "p01", 1, None, "late", 500))
    assert "p01" in bracket_of(desk.state, "main").filled["F"].players
    play(desk), play(desk)
    desk.do(c.GivePenalty("x2", "p01", 2, None, "late", 500))
    assert podium(desk) == "02 03 04 01"
    desk.do(c.LiftPenalty("x2", "appeal"))
    assert podium(desk) == "01 02 03 04"


class TestPlansByHand:
    def test_two_of_one_table_change_places(self):
        desk = cup(8)
        plan(desk)
        desk.do(c.SwapSeats(1, 1, "p01", "p04"))
        assert table(desk, 1, "M1.1").key == "M1.1"

    def test_nobody_is_moved_to_another_table_of_the_bracket(self):
        desk = cup(8)
        plan(desk)
        assert desk.code(c.SwapSeats(1, 1, "p01", "p02")) == "bracket_changed"

    def test_a_table_that_names_no_place_in_the_bracket_is_refused(self):
        desk = cup(8)
        tables = (["p01", "p02", "p03", "p04"],)
        made = desk.plan(1, *tables)
        assert desk.code(c.PlanRounds((made,))) == "not_in_bracket"

    def test_a_plan_made_before_a_result_changed_is_refused(self):
        desk = cup(16)
        play(desk)
        stale = next_plan(desk.state, "main", SEED)
        desk.do(c.ReopenRound(1, "miscounted", despite_dependents=True))
        result(desk, 1, "M1.1", "09 16")
        assert desk.code(stale) == "bracket_changed"

    def test_whoever_needs_a_certain_table_has_it(self):
        desk = cup(16)
        person = desk.state.entries["p05"].person
        desk.do(c.ChangeEntry("p05", replace(person, fixed_table=9)))
        plan(desk)
        numbers = {one.key: one.table for one in desk.state.rounds[1].plan.tables}
        assert numbers == {"M1.1": 1, "M1.2": 2, "M1.3": 3, "M1.4": 9}


class TestFinalRanking:
    def test_by_the_round_reached_and_then_by_points(self):
        desk = cup(16)
        play(desk, M1_4="04 05 13 12")
        play(desk), play(desk)
        lines = standings_of(desk.state, "main").lines
        assert [line.player for line in lines[:4]] == ["p01", "p02", "p03", "p04"]
        assert [line.place for line in lines[:5]] == [1, 2, 3, 4, 5]
        assert {line.player for line in lines[-4:]} == {"p16", "p15", "p14", "p12"}
        assert lines[0].ahead.criterion == "reached"

    def test_whoever_is_still_in_is_ahead_of_whoever_is_out(self):
        desk = cup(8)
        play(desk)
        lines = standings_of(desk.state, "main").lines
        assert {line.player for line in lines[:4]} == {"p01", "p02", "p03", "p04"}

    def test_dropping_the_worst_round_is_not_for_knock_outs(self):
        desk = cup(8, drop_worst=1)
        play(desk), play(desk)
        assert all(part.counted for part in standings_of(desk.state, "main").line("p01").parts)

    def test_as_after_an_earlier_round(self):
        desk = cup(8)
        play(desk), play(desk)
        then = standings_of(desk.state, "main", 1)
        assert [line.place for line in then.lines[:4]] == [1, 1, 3, 3]

    def test_a_small_final_decides_five_to_eight(self):
        desk = cup(8, Stage("main", "knockout", 1, small_final=True))
        play(desk)
        assert play(desk, S="08") == 2
        assert seated(desk, 2) == {"S": "05 06 07 08", "F": "01 02 03 04"}
        assert [line.player for line in standings_of(desk.state, "main").lines][4] == "p08"

    def test_those_in_a_small_final_are_ahead_of_those_who_went_out_before(self):
        desk = cup(16, Stage("main", "knockout", 1, small_final=True))
        play(desk), play(desk)
        desk.do(c.GivePenalty("x", "p08", 1, None, "rude", 0, 1000))
        lines = standings_of(desk.state, "main").lines
        assert {line.player for line in lines[4:8]} == {"p05", "p06", "p07", "p08"}

    def test_a_small_final_is_left_out_where_too_few_play(self):
        desk = cup(7, Stage("main", "knockout", 1, small_final=True))
        play(desk), play(desk)
        assert "S" not in bracket_of(desk.state, "main").filled


class TestDoubleElimination:
    def test_one_lost_table_puts_nobody_out(self):
        desk = cup(8, Stage("main", "double_elimination", 1))
        play(desk, M1_1="08 05")
        keys = [sorted(seated(desk, play(desk))) for _ in range(2)]
        assert keys == [["L1.1", "U2.1"], ["L2.1"]]
        play(desk)
        assert podium(desk) == "01 02 03 04"

    def test_seven_play_without_a_second_chance(self):
        desk = cup(7, Stage("main", "double_elimination", 1))
        assert bracket_of(desk.state, "main").bracket.kind == "single"

    def test_who_leaves_falls_through_the_lower_half(self):
        desk = cup(8, Stage("main", "double_elimination", 1), helpers=2)
        play(desk)
        desk.do(c.WithdrawEntry("p05"))
        play(desk), play(desk), play(desk)
        lines = standings_of(desk.state, "main").lines
        assert lines[-1].player in ("p05", "p06", "p07", "p08")
        assert podium(desk) == "01 02 03 04"


def test_a_knock_out_may_end_with_the_last_four():
    last = Stage("last", "final", 2, "top_of_standings", 4, 0)
    names = tuple(f"p{number:02}" for number in range(1, 17))
    desk = running(*names, stages=(Stage("main", "knockout", 1, play_to="last_four"), last))
    desk.do(c.AdvanceStage("main", names))
    play(desk), play(desk, M2_1="06 01")
    assert bracket_of(desk.state, "main").is_over
    lines = standings_of(desk.state, "main").lines
    assert {line.player for line in lines[:2]} == {"p02", "p06"}
    assert {line.player for line in lines[2:4]} == {"p01", "p03"}
    advance = next_plan(desk.state, "last", SEED)
    assert set(advance.entries) == {"p06", "p02", "p01", "p03"}
    assert set(advance.entries[:2]) == {"p06", "p02"}


def test_the_last_four_stay_four_though_three_of_them_leave():
    desk = cup(8, Stage("main", "knockout", 1, play_to="last_four"))
    play(desk)
    desk.do(*(c.WithdrawEntry(entry) for entry in ("p01", "p02", "p03")))
    assert (podium(desk), bracket_of(desk.state, "main").passed) == ("", frozenset())


def test_a_table_can_be_played_early_once_its_four_are_known():
    desk = cup(17, uneven=Uneven("byes"))
    early = knockout_plan(desk.state, "main", SEED, early=True)
    assert [one.key for one in early.plans[0].tables] == ["P1.1", "M1.4"]
    desk.do(early)
    start(desk, 1)
    result(desk, 1, "P1.1"), result(desk, 1, "M1.4")
    desk.do(c.ConfirmRound(1))
    assert seated(desk, play(desk)).keys() == {"M1.1", "M1.2", "M1.3"}


def test_who_still_plays_has_no_bye_in_a_round_begun_early():
    desk = cup(16)
    number = plan(desk)
    start(desk, number)
    for key in ("M1.1", "M1.2", "M1.3"):
        result(desk, number, key)
    assert refusal(desk) == "tables_unfinished"
    with pytest.raises(Refused):
        knockout_plan(desk.state, "main", SEED, early=True)
    desk = cup(22)
    number = plan(desk)
    start(desk, number)
    result(desk, number, "P1.1")
    early = knockout_plan(desk.state, "main", SEED, early=True).plans[0]
    playing = {entry for key in ("P1.2", "P1.3") for entry in table(desk, 1, key).seats}
    assert early.tables
    assert not playing & set(early.byes)
