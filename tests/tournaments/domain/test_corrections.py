"""A result put right after its round was confirmed: what follows, and what waits for a decision."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.tournaments.domain.desk import POINTS, SEED, SWISS, Desk, running, terms
from tournaments.domain import commands as c
from tournaments.domain.books import standings_of
from tournaments.domain.corrections import corrected_editions, decisions_open
from tournaments.domain.decide import decide
from tournaments.domain.dispute_terms import Clause, Disputes
from tournaments.domain.events import DependentsNoted, ResultCorrected
from tournaments.domain.next_lines import published_lines
from tournaments.domain.next_steps import what_next
from tournaments.domain.parts import Effect, Hand, Result
from tournaments.domain.stages import next_plan
from tournaments.domain.terms import PenaltyRule, Stage

LAST = Stage("last", "final", 1, "top_of_standings", 4, 0)
TURNED = Result((-30, -10, 10, 30), (), "organiser")


def after_two_rounds(*stages: Stage) -> Desk:
    desk = running(terms=terms(*(stages or (SWISS,))))
    desk.play(1, "abcd", "efgh").results(1).do(c.ConfirmRound(1))
    desk.play(2, "aebf", "cgdh").results(2).do(c.ConfirmRound(2))
    return desk


def turned(ruling: str = "r1", **more: object) -> c.CorrectResult:
    return c.CorrectResult(ruling, 1, 1, None, TURNED, ruling, **more)


def test_a_result_is_corrected_in_a_confirmed_round_which_stays_confirmed():
    desk = after_two_rounds()
    before = standings_of(desk.state, "main", 1).places()
    made = desk.do(turned())
    assert isinstance(made[0], ResultCorrected)
    assert desk.state.rounds[1].status == "confirmed"
    assert desk.state.rounds[1].tables[1].result == TURNED
    now = standings_of(desk.state, "main", 1).places()
    assert (before["a"], before["d"]) == (now["d"], now["a"])


def test_the_same_correction_twice_is_one():
    desk = after_two_rounds()
    desk.do(turned())
    assert desk.do(turned()) == ()


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (c.CorrectResult("r1", 9, 1, None, TURNED, "r1"), "no_such_round"),
        (c.CorrectResult("r1", 1, 9, None, TURNED, "r1"), "no_such_table"),
        (c.CorrectResult("r1", 1, 1, "other", TURNED, "r1"), "wrong_match"),
        (c.CorrectResult("r1", 1, 1, None, TURNED), "empty"),
        (c.CorrectResult("r1", 1, 1, None, Result((1, 0, 0, 0), (), "log"), "r1"), "not_zero_sum"),
        (c.CorrectResult("", 1, 1, None, TURNED, "r1"), "bad_id"),
    ],
)
def test_careless_corrections_are_refused(command: c.CorrectResult, code: str):
    assert after_two_rounds().code(command) == code


def test_nothing_is_corrected_where_nothing_was_taken_in():
    desk = running().play(1, "abcd", "efgh")
    assert desk.code(turned()) == "nothing_to_correct"


def test_a_correction_tells_which_later_pairings_rest_on_the_old_result():
    desk = after_two_rounds()
    made = desk.do(turned())
    assert made[1] == DependentsNoted("r1", (Effect("round", "2"),))
    (step,) = [one for one in what_next(desk.state) if one.code == "decide_dependents"]
    assert (step.when, step.round, step.table, step.count) == ("now", 1, 1, 1)


def test_a_correction_in_the_last_round_touches_no_pairing():
    desk = after_two_rounds()
    made = desk.do(c.CorrectResult("r1", 2, 1, None, TURNED, "r1"))
    assert len(made) == 1
    assert not list(decisions_open(desk.state))


def test_rounds_of_a_rotation_do_not_rest_on_a_result():
    desk = after_two_rounds(Stage("main", "rotation", 4))
    assert len(desk.do(turned())) == 1


def test_after_the_cut_it_is_told_who_would_be_in_instead_and_nobody_moves():
    desk = after_two_rounds(SWISS, LAST)
    four = [line.player for line in standings_of(desk.state, "main").lines[:4]]
    desk.do(c.AdvanceStage("last", tuple(four)))
    desk.do(turned())
    effects = desk.state.corrections["r1"].effects
    (advance,) = [one for one in effects if one.kind == "advance"]
    assert (advance.leaving, advance.entering) == (("b",), ("d",))
    assert desk.state.stages["last"] == tuple(four)


def test_who_stays_after_the_cut_stays_for_a_reason():
    desk = after_two_rounds(SWISS, LAST)
    four = [line.player for line in standings_of(desk.state, "main").lines[:4]]
    desk.do(c.AdvanceStage("last", tuple(four)), turned())
    keep = c.DecideDependent("r1", "advance", "last", "keep")
    assert desk.refused(keep) == ("empty", "reason")
    why = "The final has been announced."
    desk.do(c.DecideDependent("r1", "advance", "last", "keep", why))
    known = desk.state.corrections["r1"]
    assert known.decision(known.effects[-1]).reason == why
    assert desk.code(c.DecideDependent("r1", "advance", "last", "keep", why)) == "already_decided"


def test_undoing_the_advance_leaves_nothing_to_decide_about_it():
    desk = after_two_rounds(SWISS, LAST)
    four = [line.player for line in standings_of(desk.state, "main").lines[:4]]
    desk.do(c.AdvanceStage("last", tuple(four)), turned())
    desk.do(c.DecideDependent("r1", "advance", "last", "undo_advance"), c.UndoAdvance("last"))
    assert "advance" not in {one.kind for _, found in decisions_open(desk.state) for one in found}


def test_a_round_that_is_paired_again_rests_on_the_new_result():
    desk = after_two_rounds()
    desk.do(c.PlanRounds((desk.plan(3, "abcd", "efgh"),)))
    desk.do(turned())
    assert [one.ref for _, found in decisions_open(desk.state) for one in found] == ["2", "3"]
    desk.do(c.PlanRounds((desk.plan(3, "abce", "dfgh"),)))
    assert [one.ref for _, found in decisions_open(desk.state) for one in found] == ["2"]


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (c.DecideDependent("r9", "round", "2", "keep", "no"), "no_such_correction"),
        (c.DecideDependent("r1", "round", "7", "keep", "no"), "no_such_correction"),
        (c.DecideDependent("r1", "round", "2", "undo_advance", "no"), "unknown_value"),
    ],
)
def test_decisions_about_nothing_are_refused(command: c.DecideDependent, code: str):
    desk = after_two_rounds()
    desk.do(turned())
    assert desk.code(command) == code


WHY = "It has been announced."


def kept_round(*more: c.Command) -> Desk:
    """Round 3 was planned from a result that was corrected then, and left as it was."""
    desk = after_two_rounds()
    desk.do(c.PlanRounds((desk.plan(3, "abcd", "efgh"),)), turned())
    desk.do(c.DecideDependent("r1", "round", "3", "keep", WHY), *more)
    return desk


AGAIN = c.DecideDependent("r1", "round", "3", "pair_again", "Nobody objects.")


def test_what_was_kept_is_paired_again_beside_the_first_decision():
    desk = kept_round()
    desk.do(AGAIN)
    known = desk.state.corrections["r1"]
    (effect,) = [one for one in known.effects if one.ref == "3"]
    assert [one.choice for one in known.decisions(effect)] == ["keep", "pair_again"]
    assert known.decision(effect).reason == "Nobody objects."
    assert desk.code(AGAIN) == "already_decided"
    assert desk.code(replace(AGAIN, choice="keep")) == "already_decided"


def test_what_was_kept_is_not_kept_twice():
    assert kept_round().code(replace(AGAIN, choice="keep")) == "already_decided"


def test_what_was_kept_stands_when_it_has_started():
    desk = kept_round()
    desk.do(c.PublishPairings(3, 1), c.StartRound(3, 1, 0))
    assert desk.code(AGAIN) == "round_already_started"
    desk.do(c.UndoRoundStart(3))
    assert desk.do(AGAIN)


def test_what_was_kept_and_planned_again_since_rests_on_the_facts_of_today():
    desk = kept_round()
    desk.do(c.PlanRounds((desk.plan(3, "abce", "dfgh"),)))
    assert desk.code(AGAIN) == "already_decided"


def test_a_plan_that_was_kept_and_dropped_is_made_from_the_facts_of_today():
    assert kept_round(c.DropPlan(3)).code(AGAIN) == "already_decided"


def test_after_another_correction_of_the_table_it_is_decided_there():
    other = Result((-10, -30, 10, 30), (), "organiser")
    desk = kept_round(replace(turned("r2"), result=other))
    assert desk.code(AGAIN) == "corrected_since"
    assert desk.do(replace(AGAIN, correction="r2"))


def test_an_advance_that_was_kept_is_taken_back_until_the_stage_begins():
    desk = after_two_rounds(SWISS, LAST)
    four = [line.player for line in standings_of(desk.state, "main").lines[:4]]
    desk.do(c.AdvanceStage("last", tuple(four)), turned())
    desk.do(c.DecideDependent("r1", "advance", "last", "keep", WHY))
    back = c.DecideDependent("r1", "advance", "last", "undo_advance")
    assert decide(desk.state, back)
    desk.do(c.PlanRounds((desk.plan(3, "".join(four), stage="last"),)))
    desk.do(c.PublishPairings(3, 1), c.StartRound(3, 1, 0))
    assert desk.code(back) == "round_already_started"


def test_a_table_of_a_bracket_at_which_others_would_sit_is_named():
    desk = Desk().create(terms=terms(Stage("main", "knockout", 1)))
    desk.do(c.OpenRegistration())
    desk.enter(*"abcdefgh")
    desk.do(c.StartTournament(), c.AdvanceStage("main", tuple("abcdefgh")))
    desk.do(next_plan(desk.state, "main", SEED))
    edition = desk.state.rounds[1].plan.edition
    desk.do(c.PublishPairings(1, edition), c.StartRound(1, edition, 0))
    desk.results(1).do(c.ConfirmRound(1), next_plan(desk.state, "main", SEED))
    desk.do(turned())
    (effect,) = desk.state.corrections["r1"].effects
    seats = desk.state.rounds[1].plan.tables[0].seats
    assert effect.kind == "bracket"
    assert effect.ref == "main/F"
    assert set(effect.leaving) == set(seats[:2])
    assert set(effect.entering) == set(seats[2:])


def test_published_standings_get_a_new_provisional_edition():
    desk = after_two_rounds()
    lines = published_lines(desk.state, "main", 2)
    desk.do(c.PublishStandings("main", 2, lines, 5), c.MakeOfficial("main", 2), turned())
    (again,) = corrected_editions(desk.state, 9)
    desk.do(again)
    newest = desk.state.standings[-1]
    assert (newest.standings.edition, newest.is_official) == (2, False)
    assert newest.standings.correctable_until == 9
    assert desk.state.standings[0].is_official
    assert corrected_editions(desk.state, 9) == ()


def test_hands_and_what_a_match_was_adjusted_by_add_up_to_the_standings():
    desk = after_two_rounds()
    hands = (Hand(1, (20, -20, 0, 0), 0, 3), Hand(2, (-5, 5, 5, -5), 1, 1))
    result = Result((17, -14, 4, -7), hands, "log", (2, 1, -1, -2))
    desk.do(c.CorrectResult("r1", 1, 1, None, result, "r1"))
    desk.do(c.GivePenalty("p1", "a", 1, None, "late", game=3))
    for line in standings_of(desk.state, "main", 1).lines:
        parts = sum(part.game for part in line.parts)
        place = "abcd".find(line.player)
        if place >= 0:
            own = sum(hand.points[place] for hand in hands) + result.adjusted[place]
            assert parts == own - (3 if line.player == "a" else 0)
            assert line.totals.game_points == parts * 12


def test_an_adjustment_that_does_not_fit_the_hands_is_refused():
    hands = (Hand(1, (20, -20, 0, 0), 0, 3),)
    bad = Result((20, -20, 0, 0), hands, "log", (1, -1, 0, 0))
    desk = after_two_rounds()
    assert desk.code(c.CorrectResult("r1", 1, 1, None, bad, "r1")) == "bad_hands"


def test_a_correction_is_made_when_the_event_is_finished_and_not_when_it_is_archived():
    desk = after_two_rounds()
    desk.do(c.FinishTournament(SEED), turned())
    assert desk.state.rounds[1].tables[1].result == TURNED
    desk.do(c.ArchiveTournament())
    assert desk.code(c.CorrectResult("r2", 1, 1, None, POINTS, "r2")) == "archived"


def test_a_penalty_by_a_ruling_is_lifted_by_a_ruling_alone():
    desk = after_two_rounds()
    desk.do(c.GivePenalty("p1", "a", 2, None, "", game=5, ruling="r1"))
    assert desk.code(c.LiftPenalty("p1", "mistake")) == "ruled"
    desk.do(c.LiftPenalty("p1", "", ruling="r2"))
    assert desk.state.penalties["p1"].is_lifted


def test_a_warning_takes_nothing_off():
    rule = PenaltyRule("talk", "Talks", 0, 0, "warning")
    desk = running(terms=terms(penalties=(rule,))).play(1, "abcd", "efgh")
    desk.do(c.GivePenalty("p1", "a", 1, "talk", ""))
    assert desk.state.penalties["p1"].given.kind == "warning"


def test_whoever_is_expelled_is_to_be_taken_out():
    desk = after_two_rounds()
    desk.do(c.GivePenalty("p1", "a", 2, None, "fraud", kind="expulsion", ruling="r1"))
    steps = {one.code: one for one in what_next(desk.state)}
    assert steps["take_out_expelled"].entries == ("a",)
    desk.do(c.WithdrawEntry("a", "expelled"))
    assert "take_out_expelled" not in {one.code for one in what_next(desk.state)}
    desk.do(c.LiftPenalty("p1", "", ruling="r2"))
    steps = {one.code: one for one in what_next(desk.state)}
    assert steps["restore_expelled"].entries == ("a",)


def test_a_call_is_a_dispute_that_holds_the_round_up_and_is_settled_with_its_case():
    desk = running().play(1, "abcd", "efgh").results(1)
    desk.do(c.OpenDispute("k1", 1, 1, "a", "wrong_score", "call-1"))
    assert desk.code(c.ConfirmRound(1)) == "dispute_open"
    assert desk.code(c.SettleDispute("k1", "no")) == "has_case"
    assert desk.code(c.SettleDispute("k1", "no", "call-2")) == "has_case"
    desk.do(c.SettleDispute("k1", "score_stands", "call-1", "r1"))
    assert desk.state.disputes["k1"].ruling == "r1"
    assert desk.code(c.ReopenDispute("k1", "again")) == "has_case"
    desk.do(c.ConfirmRound(1))


def test_a_player_disputes_nothing_in_a_confirmed_round_at_the_desk():
    desk = after_two_rounds()
    assert desk.code(c.OpenDispute("d1", 1, 1, "a", "mine")) == "round_confirmed"


@pytest.mark.parametrize(
    ("changes", "code", "field"),
    [
        ({"disputes": Disputes(pause_limit_ms=-1)}, "out_of_range", "disputes.pause_limit_ms"),
        ({"disputes": Disputes(panel_ms=59_999)}, "out_of_range", "disputes.panel_ms"),
        ({"disputes": Disputes(panel_ms=2_678_400_001)}, "out_of_range", "disputes.panel_ms"),
        ({"disputes": Disputes(appeal_to="mob")}, "unknown_value", "disputes.appeal_to"),
        ({"disputes": Disputes(publicity="some")}, "unknown_value", "disputes.publicity"),
        ({"officials_ms": -1}, "out_of_range", "officials_ms"),
        ({"regulations": (Clause("4..2", "x"),)}, "bad_clause", "regulations.0.number"),
        ({"regulations": (Clause("1", ""),)}, "empty", "regulations.0.text"),
        ({"regulations": (Clause("1", "x"), Clause("1", "y"))}, "twice", "regulations"),
        ({"penalties": (PenaltyRule("a", "A", 1, 0, "jail"),)}, "unknown_value",
         "penalties.0.kind"),
    ],
)  # fmt: skip
def test_terms_of_disputes_that_cannot_be_are_refused(changes: dict, code: str, field: str):
    desk = Desk().create()
    assert desk.refused(c.ChangeTerms(terms(**changes))) == (code, field)


def test_terms_of_disputes_are_frozen_with_the_rest():
    desk = running(terms=terms(regulations=(Clause("1", "Be on time."),)))
    assert desk.code(c.ChangeTerms(terms())) == "terms_frozen"


def test_what_the_only_official_does_at_their_own_table_is_marked():
    desk = running().play(1, "abcd", "efgh")
    desk.do(c.NoteOwnTable(1, 1, "a", "TakeResult"))
    assert desk.state.own_tables[0].entry == "a"
