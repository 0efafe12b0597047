"""Plans of rounds: four at each table, nobody twice, nobody left out, each edition kept."""

from __future__ import annotations

import pytest

from tests.tournaments.domain.desk import DRAW, ROTATION, SEED, SWISS, Desk, running
from tournaments.domain import commands as c
from tournaments.domain import events as e
from tournaments.domain.stages import next_plan
from tournaments.domain.terms import Stage, Uneven


def plan(desk: Desk, *tables: str, number: int = 1, **rest: object) -> c.PlanRounds:
    return c.PlanRounds((desk.plan(number, *tables, **rest),))


@pytest.mark.parametrize(
    ("tables", "code"),
    [
        (("abc", "efgh"), "not_four"),
        (("abcd", "defg"), "seated_twice"),
        (("abcd",), "left_out"),
        (("abcd", "efgx"), "unknown_entry"),
        ((), "no_tables"),
    ],
)
def test_a_plan_that_cannot_be_played_is_refused(tables, code):
    desk = running()
    assert desk.code(plan(desk, *tables)) == code


def test_nobody_who_left_or_waits_is_seated():
    desk = running()
    desk.do(c.WithdrawEntry("h"))
    assert desk.code(plan(desk, "abcd", "efgh")) == "not_registered"


def test_nine_players_sit_out_in_turn():
    desk = running(*"abcdefghi")
    assert desk.code(plan(desk, "abcd", "efgh")) == "left_out"
    desk.do(plan(desk, "abcd", "efgh", sitting_out=("i",)))
    assert desk.code(plan(desk, "abcd", "efgh", byes=("i",))) == "byes_not_agreed"


def test_byes_are_given_where_the_terms_know_them():
    desk = running(*"abcdefghi", uneven=Uneven("byes", 5))
    desk.do(plan(desk, "abcd", "efgh", byes=("i",)))
    assert desk.state.rounds[1].plan.byes == ("i",)


def test_stand_ins_and_built_in_players_fill_a_table():
    desk = running(*"abcdefg").enter("s", kind="stand_in").enter("z", kind="bot")
    desk.do(plan(desk, "abcd", "efgs"), plan(desk, "abcz", "defg"))
    assert desk.code(plan(desk, "abcd", "efgs", byes=("z",))) == "not_a_player"


def test_planning_again_makes_a_new_edition_and_published_ones_are_kept():
    desk = running()
    desk.do(plan(desk, "abcd", "efgh"), c.PublishPairings(1, 1), plan(desk, "abce", "dfgh"))
    assert (desk.state.rounds[1].plan.edition, desk.state.rounds[1].published) == (2, 1)
    assert desk.code(c.PublishPairings(1, 1)) == "edition_changed"
    assert desk.code(c.StartRound(1, 2, 0)) == "not_published"
    desk.do(c.PublishPairings(1, 2))
    assert [kept.edition for kept in desk.state.published] == [1, 2]
    assert desk.code(c.PublishPairings(1, 2)) == "already_published"


def test_a_dropped_plan_leaves_its_edition_number_behind():
    desk = running()
    desk.do(plan(desk, "abcd", "efgh"), c.DropPlan(1), plan(desk, "abcd", "efgh"))
    assert desk.state.rounds[1].plan.edition == 2


def test_a_plan_with_a_penalty_is_not_dropped():
    desk = running()
    desk.do(plan(desk, "abcd", "efgh"), c.GivePenalty("p1", "a", 1, None, "late", 10))
    assert desk.code(c.DropPlan(1)) == "has_penalties"
    desk.do(c.LiftPenalty("p1", "appeal"), c.DropPlan(1))


def test_only_the_last_plan_can_be_dropped():
    desk = running(stages=(ROTATION,))
    desk.do(c.PlanRounds((desk.plan(1, "abcd", "efgh"), desk.plan(2, "abef", "cdgh"))))
    assert desk.code(c.DropPlan(1)) == "later_rounds"


def test_rounds_are_counted_without_a_gap_up_to_what_the_terms_say():
    desk = running(stages=(Stage("main", "swiss", 1),))
    assert desk.code(plan(desk, "abcd", "efgh", number=2)) == "wrong_round"
    desk.do(plan(desk, "abcd", "efgh"))
    assert desk.code(plan(desk, "abcd", "efgh", number=2)) == "too_many_rounds"


def test_the_first_draw_opens_the_seed():
    desk = running()
    drawn = c.PlanRounds((desk.plan(1, "abcd", "efgh"),), DRAW)
    assert desk.refused(drawn) == ("seed_missing", "seed")
    made = desk.do(c.PlanRounds(drawn.plans, DRAW, SEED))
    assert made[0] == e.SeedOpened(SEED)
    assert made[1].draw == DRAW
    assert len(desk.do(drawn)) == 1


def test_a_seed_kept_to_the_end_is_not_asked_for_by_draws():
    desk = running(seed_opens="end")
    desk.do(c.PlanRounds((desk.plan(1, "abcd", "efgh"),), DRAW))
    assert desk.state.seed is None
    assert desk.code(c.OpenSeed(SEED)) == "seed_opens_at_end"


def test_two_change_places_by_hand():
    desk = running(*"abcdefghi")
    desk.do(plan(desk, "abcd", "efgh", sitting_out=("i",)))
    desk.do(c.SwapSeats(1, 1, "a", "e"), c.SwapSeats(1, 2, "b", "i", note="asked for"))
    now = desk.state.rounds[1].plan
    assert [seating.seats for seating in now.tables] == [tuple("eicd"), tuple("afgh")]
    assert (now.sitting_out, now.edition) == (("b",), 3)
    assert desk.code(c.SwapSeats(1, 2, "a", "b")) == "edition_changed"
    assert desk.code(c.SwapSeats(1, 3, "a", "x")) == "not_in_round"


def test_a_plan_changed_by_hand_names_no_draw():
    desk = running()
    desk.do(c.PlanRounds((desk.plan(1, "abcd", "efgh"),), DRAW, SEED), c.SwapSeats(1, 1, "a", "e"))
    assert desk.state.rounds[1].plan.draw is None


def test_a_later_stage_waits_for_those_who_advance():
    desk = running(stages=(SWISS, Stage("last", "final", 1, "top_of_standings", 4)))
    assert desk.code(plan(desk, "aceg", stage="last")) == "not_advanced"
    desk.do(c.AdvanceStage("last", tuple("aceg")))
    assert desk.code(plan(desk, "acef", stage="last")) == "not_in_stage"
    assert desk.code(c.AdvanceStage("last", tuple("abcd"))) == "already_advanced"
    desk.do(plan(desk, "aceg", stage="last"))
    assert desk.code(c.UndoAdvance("last")) == "stage_planned"
    desk.do(c.DropPlan(1), c.UndoAdvance("last"), c.AdvanceStage("last", tuple("abcd")))


def test_a_knock_out_round_leaves_out_who_was_knocked_out():
    desk = running(stages=(Stage("main", "knockout", 2),))
    desk.play(1, "abcd", "efgh").results(1).do(c.ConfirmRound(1))
    desk.play(2, "abef")
    assert desk.state.rounds[2].status == "started"


def test_a_round_can_be_scheduled_and_the_schedule_taken_back():
    desk = running()
    desk.do(plan(desk, "abcd", "efgh"), c.ScheduleRound(1, 1000))
    assert desk.state.rounds[1].starts_at == 1000
    assert desk.do(c.ScheduleRound(1, 1000)) == ()
    desk.do(c.ScheduleRound(1, None))
    assert desk.state.rounds[1].starts_at is None


def test_no_built_in_player_sits_at_real_tiles():
    desk = running(*"abcdefg", play="scored").enter("z", kind="bot")
    assert desk.refused(plan(desk, "abcd", "efgz")) == ("real_tiles", "tables")
    desk.do(next_plan(desk.state, "main", SEED))
    assert len(desk.state.rounds[1].plan.sitting_out) == 3
    desk.do(c.PublishPairings(1, 1), c.StartRound(1, 1, 0))
    seat = c.TakeSeat(1, 1, 0, "z", "bot", None, 1, "no_show")
    assert desk.refused(seat) == ("real_tiles", "person")
