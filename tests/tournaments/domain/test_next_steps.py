"""What an organiser is offered: what is due, what is waited for, what can be taken back."""

from __future__ import annotations

from tests.tournaments.domain.cup import cup, plan, play, result
from tests.tournaments.domain.desk import SEED, SWISS, Desk, running
from tournaments.domain import commands as c
from tournaments.domain import next_lines
from tournaments.domain.books import standings_of
from tournaments.domain.next_steps import what_next
from tournaments.domain.remembering import Remembered
from tournaments.domain.stages import next_plan, stage_on
from tournaments.domain.steps import Step
from tournaments.domain.terms import Stage
from tournaments.points.twelfths import WHOLE

FINAL = Stage("last", "final", 1, "top_of_standings", 4)


def codes(desk: Desk, *when: str) -> list[str]:
    return [step.code for step in what_next(desk.state, SEED) if step.when in (when or ("now",))]


def ways_back(desk: Desk) -> dict[str, str | None]:
    """What can be taken back; of what cannot be, why not."""
    steps = [one for one in what_next(desk.state, SEED) if one.when == "undo"]
    assert all((one.command is None) != (one.reason is None) for one in steps
               if one.code != "reopen_round")  # fmt: skip
    return {one.code: one.reason for one in steps}


def step(desk: Desk, code: str) -> Step:
    return next(one for one in what_next(desk.state, SEED) if one.code == code)


def planned(**changes: object) -> Desk:
    desk = running(**changes)
    desk.do(next_plan(desk.state, "main", SEED))
    return desk


def test_a_draft_is_opened():
    assert codes(Desk().create()) == ["open_registration"]


def test_registration_leads_to_a_start_once_a_table_is_full():
    desk = Desk().create()
    desk.do(c.OpenRegistration())
    assert step(desk, "start_tournament").reason == "too_few_players"
    assert codes(desk, "undo") == ["undo_registration"]
    desk.enter(*"abcde").do(c.CheckIn("a"))
    assert codes(desk) == ["start_tournament"]
    assert "start_without_absent" not in codes(desk, "may")
    desk.do(*(c.CheckIn(entry) for entry in "bcd"))
    assert step(desk, "start_without_absent").entries == ("e",)
    desk.do(c.CloseRegistration())
    assert "reopen_registration" in codes(desk, "may")


def test_what_cannot_be_taken_back_says_why_at_every_phase():
    desk = Desk().create(stages=(Stage("main", "swiss", 1), FINAL))
    assert ways_back(desk) == {}
    desk.do(c.OpenRegistration())
    desk.enter(*"abcdefgh")
    assert ways_back(desk) == {"undo_registration": "has_entries"}
    desk.do(c.StartTournament())
    desk.do(next_plan(desk.state, "main", SEED), c.PublishPairings(1, 1))
    desk.do(c.GivePenalty("p1", "a", 1, None, "late", 10))
    assert ways_back(desk) == {"undo_start": "rounds_planned", "drop_plan": "has_penalties"}
    desk.do(c.StartRound(1, 1, 0))
    assert ways_back(desk) == {"undo_start": "rounds_started", "undo_round_start": None}
    desk.do(c.OpenTable(1, 1, "m1"))
    assert ways_back(desk)["undo_round_start"] == "tables_opened"
    desk.results(1).do(c.ConfirmRound(1))
    desk.do(next_plan(desk.state, "last", SEED))
    assert ways_back(desk)["undo_advance"] is None
    desk.do(next_plan(desk.state, "last", SEED))
    assert ways_back(desk)["undo_advance"] == "stage_planned"
    desk.do(c.PublishPairings(2, 1), c.StartRound(2, 1, 0))
    assert ways_back(desk)["undo_advance"] == "rounds_started"
    desk.results(2).do(c.ConfirmRound(2), c.FinishTournament(SEED))
    assert ways_back(desk) == {"undo_finish": None}
    desk.do(c.ArchiveTournament())
    assert ways_back(desk) == {"undo_archive": None}


def test_those_who_wait_are_let_in_where_there_is_room():
    desk = Desk().create(4)
    desk.do(c.OpenRegistration())
    desk.enter(*"abcde").do(c.StartTournament())
    assert (step(desk, "let_in").when, step(desk, "let_in").entries) == ("wait", ("e",))
    desk.do(c.WithdrawEntry("a"))
    assert (step(desk, "let_in").when, step(desk, "let_in").count) == ("may", 1)


def test_a_round_is_planned_published_started_and_confirmed():
    desk = running()
    assert (codes(desk), codes(desk, "undo")) == (["plan_round"], ["undo_start"])
    desk.do(next_plan(desk.state, "main", SEED))
    assert codes(desk) == ["publish_pairings"]
    assert ways_back(desk) == {"undo_start": "rounds_planned", "drop_plan": None}
    desk.do(step(desk, "publish_pairings").command)
    assert codes(desk) == ["start_round"]
    desk.do(c.StartRound(1, 1, 0))
    assert codes(desk) == []
    assert codes(desk, "wait") == ["wait_for_table", "wait_for_table", "confirm_round"]
    assert "undo_round_start" in codes(desk, "undo")
    desk.results(1, 1)
    assert [step(desk, "wait_for_table").table, step(desk, "confirm_round").reason] == [
        2, "no_result",
    ]  # fmt: skip
    desk.results(1).do(step(desk, "confirm_round").command)
    assert codes(desk) == ["plan_round"]
    assert step(desk, "plan_round").count == 3


def test_a_dispute_is_settled_before_the_round_is_confirmed():
    desk = running().play(1, "abcd", "efgh").results(1)
    desk.do(c.OpenDispute("d1", 1, 2, "e", "It was my win"))
    assert codes(desk) == ["settle_dispute"]
    assert set(step(desk, "settle_dispute").entries) == set("efgh")


def test_a_plan_that_cannot_be_played_any_more_is_made_again():
    desk = planned()
    desk.do(c.PublishPairings(1, 1), c.WithdrawEntry("a"))
    assert codes(desk) == ["plan_again"]
    assert step(desk, "plan_again").reason == "not_registered"
    desk.enter("late")
    desk.do(next_plan(desk.state, "main", SEED))
    assert codes(desk) == ["publish_pairings"]


def test_a_late_arrival_is_left_out_until_the_round_is_planned_again():
    desk = planned().enter("late")
    assert step(desk, "plan_again").reason == "left_out"


def test_players_who_still_play_are_waited_for():
    desk = planned(stages=(Stage("main", "rotation", 3),))
    desk.do(c.PublishPairings(1, 1), c.StartRound(1, 1, 0), c.PublishPairings(2, 1))
    assert (step(desk, "start_round").when, step(desk, "start_round").reason) == (
        "wait",
        "still_playing",
    )


def test_a_stage_that_is_over_leads_to_the_next():
    desk = running(stages=(Stage("main", "swiss", 1), FINAL)).play(1, "abcd", "efgh")
    desk.results(1).do(c.ConfirmRound(1))
    assert codes(desk) == ["advance"]
    assert step(desk, "advance").reason is None
    desk.do(next_plan(desk.state, "last", SEED))
    assert codes(desk) == ["plan_round"]
    assert "undo_advance" in codes(desk, "undo")


def test_a_tie_at_the_cut_is_for_the_organiser_to_settle():
    last = Stage("last", "final", 1, "top_of_standings", 5)
    desk = running(stages=(Stage("main", "swiss", 1), last)).play(1, "abcd", "efgh")
    desk.results(1).do(c.ConfirmRound(1))
    due = step(desk, "advance")
    assert (due.reason, due.entries[:2], due.count) == ("tie_at_the_cut", ("c", "g"), 1)
    desk.do(next_plan(desk.state, "last", SEED, chosen=("g",)))


def test_three_who_are_left_are_too_few_for_a_final():
    desk = running(stages=(Stage("main", "swiss", 1), FINAL)).play(1, "abcd", "efgh")
    desk.results(1).do(c.ConfirmRound(1), *(c.WithdrawEntry(entry) for entry in "abcde"))
    assert step(desk, "advance").reason == "too_few_players"
    assert "finish_tournament" in codes(desk, "may")


def test_the_next_stage_may_begin_early():
    desk = running(stages=(SWISS, FINAL)).play(1, "abcd", "efgh").results(1)
    desk.do(c.ConfirmRound(1))
    assert codes(desk) == ["plan_round"]
    assert {"advance", "finish_tournament"} <= set(codes(desk, "may"))


def test_after_the_last_round_the_event_is_finished_and_archived():
    desk = running(stages=(Stage("main", "swiss", 1),)).play(1, "abcd", "efgh").results(1)
    desk.do(c.ConfirmRound(1))
    assert stage_on(desk.state) is None
    assert codes(desk) == ["finish_tournament"]
    desk.do(c.FinishTournament(SEED))
    assert codes(desk) == ["archive"]
    assert "undo_finish" in codes(desk, "undo")
    desk.do(step(desk, "archive").command)
    assert codes(desk, "now", "wait", "may", "undo") == ["undo_archive"]


def test_standings_are_published_corrected_and_made_official():
    desk = running().play(1, "abcd", "efgh").results(1)
    desk.do(c.ConfirmRound(1))
    desk.do(step(desk, "publish_standings").command)
    assert "publish_standings" not in codes(desk, "may")
    assert "make_official" in codes(desk, "may")
    desk.do(c.GivePenalty("x", "a", 1, None, "late", 40))
    assert codes(desk)[0] == "correct_standings"
    desk.do(step(desk, "correct_standings").command, c.MakeOfficial("main", 1))
    assert "make_official" not in codes(desk, "may")
    assert codes(desk) == ["plan_round"]


def published(rounds: int) -> Desk:
    desk = running(stages=(Stage("main", "swiss", rounds + 1),))
    for number in range(1, rounds + 1):
        desk.play(number, "abcd", "efgh").results(number).do(c.ConfirmRound(number))
        desk.do(step(desk, "publish_standings").command)
    return desk


def test_results_are_gone_through_once_however_many_editions_are_compared(monkeypatch):
    desk = published(5)
    worked = []
    real = next_lines.tally_of
    monkeypatch.setattr(next_lines, "_KEPT", Remembered(256))
    monkeypatch.setattr(next_lines, "_TALLIES", Remembered(8))
    monkeypatch.setattr(next_lines, "tally_of", lambda *of: worked.append(1) or real(*of))
    assert "correct_standings" not in codes(desk)
    assert len(worked) == 1


def test_a_correction_of_an_early_round_shows_in_every_edition_after_it():
    desk = published(4)
    desk.do(c.GivePenalty("x", "a", 2, None, "late", 7))
    corrected = [one.round for one in what_next(desk.state) if one.code == "correct_standings"]
    assert corrected == [2, 3, 4]
    for one in what_next(desk.state):
        if one.code == "correct_standings":
            anew = standings_of(desk.state, "main", one.round)
            lines = {line.entry: (line.rank, line.game) for line in one.command.lines}
            assert lines == {
                line.player: (line.place, line.totals.game_points // WHOLE) for line in anew.lines
            }


def test_whoever_enters_or_leaves_later_is_no_correction_of_what_was_published():
    desk = running(*"abcdefghi").play(1, "abcd", "efgh", sitting_out=("i",)).results(1)
    desk.do(c.ConfirmRound(1))
    desk.do(step(desk, "publish_standings").command)
    desk.enter("late").do(c.WithdrawEntry("i"), c.WithdrawEntry("a"))
    assert "correct_standings" not in codes(desk)
    desk.do(c.ReopenRound(1, "somebody else sat there", despite_dependents=True))
    desk.do(c.TakeSeat(1, 1, 0, "late", "player", "late", 1, "no_show"), c.ConfirmRound(1))
    lines = step(desk, "correct_standings").command.lines
    assert {line.entry for line in lines} == {*"abcdefghi", "late"}


def test_what_is_published_rests_on_no_lot_that_nobody_can_check_yet():
    desk = running(tie_breaks=("game_points", "lot"), seed_opens="end")
    desk.play(1, "abcd", "efgh").results(1).do(c.ConfirmRound(1))
    lines = step(desk, "publish_standings").command.lines
    assert [line.rank for line in lines] == [1, 1, 3, 3, 5, 5, 7, 7]


def test_a_bracket_needs_its_seeds_first_and_then_its_rounds():
    desk = running(stages=(Stage("main", "knockout", 1),))
    assert codes(desk) == ["advance"]
    desk.do(next_plan(desk.state, "main", SEED))
    assert codes(desk) == ["plan_round"]


def test_helpers_that_are_missing_are_asked_for():
    desk = cup(8)
    play(desk)
    desk.do(c.WithdrawEntry("p01"))
    assert step(desk, "plan_round").reason == "stand_ins_needed"


def test_a_final_that_has_lost_its_ground_is_named():
    desk = cup(8)
    play(desk)
    number = plan(desk)
    edition = desk.state.rounds[number].plan.edition
    desk.do(c.PublishPairings(number, edition))
    desk.do(c.ReopenRound(1, "miscounted", despite_dependents=True))
    result(desk, 1, "M1.1", "08 05")
    desk.do(c.ConfirmRound(1))
    assert step(desk, "plan_again").reason == "bracket_changed"
    plan(desk)
    edition = desk.state.rounds[number].plan.edition
    desk.do(c.PublishPairings(number, edition), c.StartRound(number, edition, 0))
    result(desk, number, "F")
    desk.do(c.ConfirmRound(number))
    desk.do(c.ReopenRound(1, "after all", despite_dependents=True))
    result(desk, 1, "M1.1", "01 05")
    desk.do(c.ConfirmRound(1))
    assert step(desk, "play_again").keys == ("F",)
    assert "plan_round" in codes(desk)


def test_a_league_shows_its_date_and_clears_who_was_there():
    stage = Stage("main", "league", 3, dates=(1000, 2000))
    desk = running(stages=(stage,))
    assert step(desk, "plan_round").at == 1000
    desk.do(c.CheckIn("a"))
    assert "clear_check_ins" not in codes(desk, "may")
    desk.play(1, "abcd", "efgh").results(1).do(c.ConfirmRound(1))
    assert step(desk, "plan_round").at == 2000
    desk.do(step(desk, "clear_check_ins").command)
    assert "clear_check_ins" not in codes(desk, "may")


def test_an_event_without_a_log_has_no_steps():
    assert what_next(Desk().state) == ()


def test_when_a_round_starts_by_itself_is_told_where_its_pairings_are_to_be_published():
    desk = running()
    desk.do(c.PlanRounds((desk.plan(1, "abcd", "efgh"),)), c.ScheduleRound(1, 1000))
    (step,) = [one for one in what_next(desk.state, SEED) if one.code == "publish_pairings"]
    assert step.at == 1000
