"""A result of a bracket corrected after people went on by it: who stays by decision, who goes."""

from __future__ import annotations

import pytest

from tests.tournaments.domain.cup import cup, plan, play, podium, result, start
from tests.tournaments.domain.desk import SEED
from tests.tournaments.domain.kept import (
    WHY,
    at,
    codes,
    correct,
    decide,
    final_planned,
    is_whole,
    places,
    start_published,
)
from tournaments.domain import commands as c
from tournaments.domain.books import standings_of
from tournaments.domain.corrections import decisions_open
from tournaments.domain.knockouts import bracket_of
from tournaments.domain.next_lines import published_lines
from tournaments.domain.parts import Result
from tournaments.domain.stages import next_plan
from tournaments.domain.terms import Stage


def test_who_is_kept_plays_the_final_and_whoever_would_have_is_out():
    desk = final_planned()
    assert at(desk, "F") == "01 02 03 04"
    correct(desk, 1, "M1.1", "01 05 04 08")
    desk.do(c.PublishPairings(2, 1))
    assert desk.code(c.StartRound(2, 1, 0)) == "bracket_changed"
    assert "decide_dependents" in codes(desk)
    decide(desk)
    assert at(desk, "F") == "01 02 03 04"
    assert not list(decisions_open(desk.state))
    start_published(desk)
    result(desk, 2, "F", "04 01 02 03")
    desk.do(c.ConfirmRound(2))
    assert podium(desk) == "04 01 02 03"
    assert places(desk).startswith("1:04 2:01 3:02 4:03 5:05")
    is_whole(desk)
    assert bracket_of(desk.state, "main").kept["F"].reason == WHY


def test_the_table_itself_has_its_corrected_order_and_points():
    desk = final_planned()
    correct(desk, 1, "M1.1", "05 08 01 04")
    decide(desk)
    sitting = bracket_of(desk.state, "main").filled["M1.1"]
    assert [rank.player for rank in sitting.ranking] == ["p05", "p08", "p01", "p04"]
    assert sitting.ways == ("p01", "p04", "p05", "p08")
    (node,) = [n for n in bracket_of(desk.state, "main").drawing().nodes if n.key == "M1.1"]
    assert {s.player: (s.rank, s.advances) for s in node.seats} == {
        "p01": (3, True), "p04": (4, True), "p05": (1, False), "p08": (2, False),
    }  # fmt: skip


def test_the_plan_that_was_kept_can_be_made_again_with_the_same_four():
    desk = final_planned()
    correct(desk, 1, "M1.1", "05 08 01 04")
    decide(desk)
    desk.do(next_plan(desk.state, "main", SEED))
    assert sorted(desk.state.rounds[2].plan.tables[0].seats) == ["p01", "p02", "p03", "p04"]
    start(desk, 2)
    desk.do(c.UndoRoundStart(2), c.DropPlan(2))
    plan(desk)
    assert sorted(desk.state.rounds[2].plan.tables[0].seats) == ["p01", "p02", "p03", "p04"]


@pytest.mark.parametrize("is_played", [False, True])
def test_a_final_that_was_begun_or_played_stands(is_played: bool):
    desk = final_planned()
    start(desk, 2)
    if is_played:
        result(desk, 2, "F", "03 02 04 01")
        desk.do(c.ConfirmRound(2))
    correct(desk, 1, "M1.1", "05 08 01 04")
    if is_played:
        assert bracket_of(desk.state, "main").overtaken == ("F",)
        assert "play_again" in codes(desk)
    decide(desk)
    if not is_played:
        result(desk, 2, "F", "03 02 04 01")
        desk.do(c.ConfirmRound(2))
    assert podium(desk) == "03 02 04 01"
    assert "play_again" not in codes(desk)
    assert not list(decisions_open(desk.state))
    assert [line.player for line in standings_of(desk.state, "main").lines][:4] == [
        "p03", "p02", "p04", "p01",
    ]  # fmt: skip
    is_whole(desk)
    desk.do(c.FinishTournament(SEED))


def test_a_final_that_is_paired_again_is_played_by_the_others():
    desk = final_planned()
    start(desk, 2)
    result(desk, 2, "F", "03 02 04 01")
    desk.do(c.ConfirmRound(2))
    correct(desk, 1, "M1.1", "05 08 01 04")
    decide(desk, "pair_again")
    assert bracket_of(desk.state, "main").overtaken == ("F",)
    play(desk, F="08 05 02 03")
    assert podium(desk) == "08 05 02 03"
    assert not bracket_of(desk.state, "main").kept
    is_whole(desk)


def test_a_plan_is_paired_again_after_the_decision():
    desk = final_planned()
    correct(desk, 1, "M1.1", "05 08 01 04")
    decide(desk, "pair_again")
    assert "plan_again" in codes(desk)
    desk.do(next_plan(desk.state, "main", SEED))
    assert sorted(desk.state.rounds[2].plan.tables[0].seats) == ["p02", "p03", "p05", "p08"]


def test_a_later_ruling_that_changes_it_once_more_is_decided_about_anew():
    desk = final_planned()
    correct(desk, 1, "M1.1", "05 08 01 04")
    decide(desk)
    correct(desk, 1, "M1.1", "08 01 05 04", "r2")
    (effect,) = desk.state.corrections["r2"].open_effects
    assert (effect.leaving, effect.entering) == (("p04",), ("p08",))
    assert at(desk, "F") == "01 02 03 08"
    decide(desk, id_="r2")
    assert at(desk, "F") == "01 02 03 04"
    start(desk, 2)
    is_whole(desk)


def test_a_later_ruling_that_changes_points_alone_needs_no_decision():
    desk = final_planned()
    correct(desk, 1, "M1.1", "05 08 01 04")
    decide(desk)
    seating = desk.state.rounds[1].plan.tables[0]
    more = {"p05": 60, "p08": 5, "p01": -5, "p04": -60}
    points = tuple(more[entry] for entry in seating.seats)
    desk.do(c.CorrectResult("r2", 1, 1, None, Result(points, (), "log"), "r2"))
    assert desk.state.corrections["r2"].effects == ()
    assert at(desk, "F") == "01 02 03 04"


def test_a_correction_taken_back_leaves_all_as_it_was():
    desk = final_planned()
    correct(desk, 1, "M1.1", "05 08 01 04")
    decide(desk)
    correct(desk, 1, "M1.1", "01 04 05 08", "r2")
    assert not list(decisions_open(desk.state))
    assert not bracket_of(desk.state, "main").kept
    assert at(desk, "F") == "01 02 03 04"
    start(desk, 2)


def test_a_result_entered_anew_is_what_people_go_on_by():
    desk = final_planned()
    correct(desk, 1, "M1.1", "05 08 01 04")
    decide(desk)
    desk.do(c.ReopenRound(1, "another sheet was found", despite_dependents=True))
    result(desk, 1, "M1.1", "01 08 04 05")
    assert at(desk, "F") == "01 02 03 08"
    is_whole(desk)


def test_tables_of_a_bracket_are_kept_together_and_so_is_what_was_played_since():
    desk = cup(16)
    play(desk), play(desk)
    final = at(desk, "F")
    plan(desk)
    correct(desk, 1, "M1.1", "16 01 08 09")
    assert {one.ref for one in desk.state.corrections["r1"].open_effects} > {"main/F"}
    decide(desk)
    assert not list(decisions_open(desk.state))
    assert at(desk, "F") == final
    start(desk, 3)
    result(desk, 3, "F")
    desk.do(c.ConfirmRound(3))
    assert len(places(desk).split()) == 16
    is_whole(desk)


def test_in_double_elimination_nobody_is_lost_or_meets_in_two_halves():
    desk = cup(16, Stage("main", "double_elimination", 1))
    play(desk)
    number = plan(desk)
    before = {one.key: set(one.seats) for one in desk.state.rounds[number].plan.tables}
    correct(desk, 1, "U1.1", "16 09 08 01")
    assert len(desk.state.corrections["r1"].open_effects) > 1
    decide(desk)
    assert not list(decisions_open(desk.state))
    start(desk, number)
    for key in before:
        result(desk, number, key)
    desk.do(c.ConfirmRound(number))
    is_whole(desk)
    while not bracket_of(desk.state, "main").is_over:
        play(desk)
        is_whole(desk)
    assert len(podium(desk).split()) == 4


def test_who_is_kept_and_leaves_afterwards_is_stood_in_for():
    desk = final_planned()
    desk.enter("s0", kind="stand_in")
    correct(desk, 1, "M1.1", "05 08 01 04")
    decide(desk)
    desk.do(c.WithdrawEntry("p01", "ill"))
    plan(desk)
    (seating,) = desk.state.rounds[2].plan.tables
    assert seating.absent == ("p01",)
    is_whole(desk)


def test_published_lists_follow_the_decision():
    desk = final_planned()
    start(desk, 2)
    result(desk, 2, "F", "03 02 04 01")
    desk.do(c.ConfirmRound(2))
    was = published_lines(desk.state, "main", 2)
    correct(desk, 1, "M1.1", "01 05 04 08")
    assert [one.entry for one in published_lines(desk.state, "main", 2)][:4] != [
        one.entry for one in was
    ][:4]
    decide(desk)
    assert [one.entry for one in published_lines(desk.state, "main", 2)][:5] == [
        "p03", "p02", "p04", "p01", "p05",
    ]  # fmt: skip
