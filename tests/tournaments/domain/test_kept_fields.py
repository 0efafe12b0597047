"""The field of a later stage kept as it is after a correction, or taken from the corrected list."""

from __future__ import annotations

from tests.tournaments.domain.cup import plan, play, start
from tests.tournaments.domain.desk import SEED, Desk, running
from tests.tournaments.domain.kept import at, correct, decide, is_whole
from tournaments.domain import commands as c
from tournaments.domain.books import standings_of
from tournaments.domain.events import StageAdvanceUndone
from tournaments.domain.evolve import fold
from tournaments.domain.knockouts import bracket_of
from tournaments.domain.parts import Result
from tournaments.domain.stages import next_plan
from tournaments.domain.terms import Stage


def stages(*asked: Stage) -> Desk:
    names = [f"p{number:02}" for number in range(1, 9)]
    desk = running(*names, stages=asked)
    desk.do(c.AdvanceStage("main", tuple(names)))
    return desk


def test_the_last_four_stay_in_the_stage_that_was_made_of_them():
    first = Stage("main", "knockout", 1, play_to="last_four")
    desk = stages(first, Stage("last", "final", 1, "top_of_standings", 4, 0))
    play(desk)
    desk.do(next_plan(desk.state, "last", SEED))
    correct(desk, 1, "M1.1", "05 08 01 04")
    (effect,) = desk.state.corrections["r1"].open_effects
    assert effect.kind == "advance"
    decide(desk)
    assert at(desk, "F") == "01 02 03 04"
    lines = [line.player for line in standings_of(desk.state, "main").lines]
    assert set(lines[:4]) == set(desk.state.stages["last"])
    assert "F" in bracket_of(desk.state, "main").kept
    plan(desk, "last")
    start(desk, 2)
    is_whole(desk)


def test_the_last_four_are_the_others_once_the_advance_is_taken_back():
    first = Stage("main", "knockout", 1, play_to="last_four")
    desk = stages(first, Stage("last", "final", 1, "top_of_standings", 4, 0))
    play(desk)
    desk.do(next_plan(desk.state, "last", SEED))
    correct(desk, 1, "M1.1", "05 08 01 04")
    decide(desk, "undo_advance")
    desk.do(c.UndoAdvance("last"), next_plan_after(desk, "last"))
    assert set(desk.state.stages["last"]) == {"p02", "p03", "p05", "p08"}


def next_plan_after(desk: Desk, stage: str) -> c.Command:
    """Who comes in once the advance that stands is taken back."""
    return next_plan(fold([StageAdvanceUndone(stage)], desk.state), stage, SEED)


def test_a_field_that_is_kept_plays_its_bracket():
    desk = stages(Stage("main", "swiss", 1), Stage("cup", "knockout", 1, "top_of_standings", 8, 0))
    plan(desk)
    start(desk, 1)
    desk.results(1).do(c.ConfirmRound(1))
    desk.do(next_plan(desk.state, "cup", SEED))
    field = desk.state.stages["cup"]
    plan(desk, "cup")
    desk.do(c.CorrectResult("r1", 1, 1, None, Result((-30, -10, 10, 30), (), "log"), "r1"))
    decide(desk)
    start(desk, 2)
    desk.results(2).do(c.ConfirmRound(2))
    plan(desk, "cup")
    start(desk, 3)
    desk.results(3).do(c.ConfirmRound(3))
    assert desk.state.stages["cup"] == field
    is_whole(desk, "cup")
